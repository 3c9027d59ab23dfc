import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { useArrival } from './arrival.ts'

interface HoldButtonProps {
  seconds?: number
  /** What is inside the ring. */
  children: ReactNode
  label: string
  /** Id of the element that says how to press it. */
  describedBy: string
  onHeld(): void
  /** Pressed too short. */
  onTapped(): void
  /** Pressed by what cannot hold: a screen reader, a voice, a switch. Ask before acting. */
  onAssisted(): void
  /** It is back in the place of something that had the focus. */
  takesFocus: boolean
}

const RADIUS = 94

/** For what must not happen by a touch in a pocket: the ring has to close first. */
export function HoldButton({
  seconds = 1,
  children,
  label,
  describedBy,
  onHeld,
  onTapped,
  onAssisted,
  takesFocus,
}: HoldButtonProps): ReactNode {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasHeld = useRef(false)
  const wasPressed = useRef(false)
  const button = useArrival<HTMLButtonElement>(takesFocus)
  const [isHeld, setHeld] = useState(false)

  function begin(): void {
    if (timer.current !== undefined) return
    wasHeld.current = false
    setHeld(true)
    timer.current = setTimeout(() => {
      wasHeld.current = true
      end()
      onHeld()
    }, seconds * 1000)
  }
  function end(): void {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const isPress = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter'

  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-describedby={describedBy}
      className="group relative grid size-52 touch-none place-items-center rounded-full select-none [-webkit-touch-callout:none]"
      onPointerDown={(event: PointerEvent) => {
        wasPressed.current = true
        if (event.button === 0) begin()
      }}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onBlur={end}
      onContextMenu={(event: MouseEvent) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isPress(event)) return
        // The click that a key makes would come on top of the hold.
        event.preventDefault()
        if (!event.repeat) begin()
      }}
      onKeyUp={(event) => {
        if (!isPress(event)) return
        event.preventDefault()
        if (timer.current !== undefined) onTapped()
        end()
      }}
      onClick={({ detail }: MouseEvent) => {
        const isByHand = wasPressed.current && detail > 0
        if (!isByHand) onAssisted()
        else if (!wasHeld.current) onTapped()
        wasHeld.current = false
        wasPressed.current = false
      }}
    >
      <Ring isClosing={isHeld} seconds={seconds} />
      <span
        className={`grid size-44 place-items-center content-center gap-2 rounded-full bg-accent text-on-accent shadow-card transition-transform duration-200 ${
          isHeld ? 'scale-95' : 'group-hover:bg-accent-strong'
        }`}
      >
        {children}
      </span>
    </button>
  )
}

function Ring({ isClosing, seconds }: { isClosing: boolean; seconds: number }): ReactNode {
  const circle = { cx: 100, cy: 100, r: RADIUS, fill: 'none', strokeWidth: 8 }
  return (
    <svg viewBox="0 0 200 200" className="absolute inset-0 -rotate-90" aria-hidden="true">
      <circle {...circle} className="stroke-accent-ground" />
      <circle
        {...circle}
        strokeLinecap="round"
        pathLength={1}
        strokeDasharray="1 1"
        className="stroke-accent transition-[stroke-dashoffset] ease-linear"
        style={{
          strokeDashoffset: isClosing ? 0 : 1,
          transitionDuration: `${isClosing ? seconds * 1000 : 180}ms`,
          opacity: isClosing ? 1 : 0,
        }}
      />
    </svg>
  )
}
