import { useEffect, useId, useState, type ReactNode } from 'react'
import type { Manual } from '../../../src/modules/links/manual.schema.ts'
import { useAnnounce } from '../design/announce.tsx'
import { useArrival } from '../design/arrival.ts'
import { TONES, type Tone } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { Card } from '../design/card.tsx'
import { HoldButton } from '../design/hold-button.tsx'
import { Icon, type IconName } from '../design/icon.tsx'
import { Sheet } from '../design/sheet.tsx'
import { useLanguage, useWords } from '../language/language.tsx'
import { openDoor, type DoorFailure } from './door.ts'
import { DoorDial } from './door-dial.tsx'
import { manualWords } from './words/manual-words.ts'

const SLOW_MILLIS = 4000
const OPEN_SHOWN_MILLIS = 12_000

type DoorState =
  | { kind: 'ready'; isBack: boolean }
  | { kind: 'opening'; isSlow: boolean }
  | { kind: 'opened'; isConfirmed: boolean }
  | { kind: 'failed'; why: DoorFailure; retryAt: number }

interface DoorPanelProps {
  manual: Manual
  address: string
  hasSignal: boolean
  onOutdated(): void
}

/** The door: a button where it may be opened, and a sentence where it may not. */
export function DoorPanel({ manual, address, hasSignal, onOutdated }: DoorPanelProps): ReactNode {
  const words = useWords(manualWords)
  const { format } = useLanguage()
  const { state, opensAt } = manual.door
  if (state === 'no_lock') return null
  return (
    <Card className="grid justify-items-center gap-4 overflow-hidden p-6 text-center">
      <h2 className="sr-only">{words.door.title}</h2>
      {state === 'ready' ? <Door address={address} hasSignal={hasSignal} onOutdated={onOutdated} /> : null}
      {state === 'too_early' && opensAt ? (
        <Closed
          title={words.door.early}
          text={words.door.earlyText(format.momentAt(opensAt, manual.property.timezone))}
        />
      ) : null}
      {state === 'too_late' ? <Closed title={words.door.late} text={words.door.lateText} /> : null}
    </Card>
  )
}

interface ClosedProps {
  icon?: IconName
  tone?: Tone
  title: string
  text: string
}

function Closed({ icon = 'clock', tone = 'plain', title, text }: ClosedProps): ReactNode {
  return (
    <>
      <span className={`grid size-16 place-items-center rounded-full ${TONES[tone]}`}>
        <Icon name={icon} className="size-8" />
      </span>
      <p className="text-lead font-semibold">{title}</p>
      <p className="text-pretty text-soft">{text}</p>
    </>
  )
}

function Door({ address, hasSignal, onOutdated }: Omit<DoorPanelProps, 'manual'>): ReactNode {
  const { door: words } = useWords(manualWords)
  const { state, press, reset } = useDoor(address, onOutdated)
  const hintId = useId()
  const [isAsking, setAsking] = useState(false)
  const [wasShort, setShort] = useState(false)
  function open(): void {
    setAsking(false)
    setShort(false)
    press()
  }
  if (state.kind === 'opening' || state.kind === 'opened') return <DoorDial {...state} />
  if (state.kind === 'failed') return <Failed why={state.why} retryAt={state.retryAt} onRetry={reset} />
  if (!hasSignal) {
    return <Closed icon="noSignal" tone="warn" title={words.needsSignal} text={words.needsSignalText} />
  }
  return (
    <>
      <HoldButton
        label={`${words.open}: ${words.holdToOpen}`}
        describedBy={hintId}
        onHeld={open}
        onTapped={() => setShort(true)}
        onAssisted={() => setAsking(true)}
        takesFocus={state.isBack}
      >
        <Icon name="door" className="size-12" />
        <span className="px-5 text-label leading-tight font-semibold">{words.holdToOpen}</span>
      </HoldButton>
      <p id={hintId} role="status" className="max-w-64 text-label text-pretty text-soft">
        {wasShort ? words.tooShort : words.hint}
      </p>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {words.withoutHolding}
      </Button>
      <Sheet title={words.confirmTitle} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p className="text-soft">{words.confirmText}</p>
        <div className="grid gap-2">
          <Button look="primary" size="large" icon="door" onClick={open}>
            {words.confirm}
          </Button>
          <Button look="quiet" onClick={() => setAsking(false)}>
            {words.cancel}
          </Button>
        </div>
      </Sheet>
    </>
  )
}

interface FailedProps {
  why: DoorFailure
  retryAt: number
  onRetry(): void
}

function Failed({ why, retryAt, onRetry }: FailedProps): ReactNode {
  const { door: words } = useWords(manualWords)
  const seconds = useSecondsUntil(retryAt)
  const again = useArrival<HTMLButtonElement>()
  return (
    <>
      <span className="grid size-16 animate-bloom place-items-center rounded-full bg-danger-ground text-danger-text">
        <Icon name="alert" className="size-8" />
      </span>
      <div role="alert" className="grid gap-2">
        <p className="text-lead font-semibold">{words.failed[why].title}</p>
        <p className="text-pretty text-soft">{words.failed[why].text}</p>
      </div>
      <Button
        look="primary"
        size="large"
        icon="retry"
        ref={again}
        // Not `disabled`, which would take the focus away from those who wait on it.
        aria-disabled={seconds > 0 || undefined}
        onClick={() => {
          if (seconds === 0) onRetry()
        }}
        className="tabular-nums aria-disabled:opacity-55"
      >
        {seconds > 0 ? words.tryAgainIn(seconds) : words.tryAgain}
      </Button>
    </>
  )
}

function useSecondsUntil(moment: number): number {
  const left = (): number => Math.max(0, Math.ceil((moment - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250)
    return () => clearInterval(timer)
  })
  return seconds
}

function useDoor(address: string, onOutdated: () => void): { state: DoorState; press(): void; reset(): void } {
  const { door: words } = useWords(manualWords)
  const announce = useAnnounce()
  const [state, setState] = useState<DoorState>({ kind: 'ready', isBack: false })
  const reset = (): void => setState({ kind: 'ready', isBack: true })
  async function press(): Promise<void> {
    setState({ kind: 'opening', isSlow: false })
    announce(words.opening)
    const slow = setTimeout(() => {
      setState({ kind: 'opening', isSlow: true })
      announce(words.stillTrying)
    }, SLOW_MILLIS)
    const result = await openDoor(address)
    clearTimeout(slow)
    if (result.kind === 'outdated') {
      reset()
      onOutdated()
    } else if (result.kind === 'failed') {
      setState({ kind: 'failed', why: result.why, retryAt: Date.now() + result.retrySeconds * 1000 })
    } else {
      setState(result)
      announce(result.isConfirmed ? words.opened : words.accepted)
      navigator.vibrate?.([40, 60, 120])
      setTimeout(reset, OPEN_SHOWN_MILLIS)
    }
  }
  return { state, press: () => void press(), reset }
}
