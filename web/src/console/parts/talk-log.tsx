import { useEffect, useRef, type ReactNode, type RefObject, type UIEvent } from 'react'

const END_PIXELS = 60

interface TalkLogProps {
  label: string
  /** Oldest first. */
  entries: readonly { id: string }[]
  className: string
  /** A text is being written: it is read out when it is whole, not piece by piece. */
  isWriting?: boolean
  children: ReactNode
}

/** Where one reads what was said. */
export function TalkLog({ label, entries, className, isWriting = false, children }: TalkLogProps): ReactNode {
  return (
    <div
      {...useStayAtEnd(entries)}
      role="log"
      aria-busy={isWriting}
      aria-label={label}
      // Scrolled by the keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`relative min-h-40 flex-1 overflow-y-auto px-4 outline-offset-[-3px] lg:px-6 ${className}`}
    >
      {children}
    </div>
  )
}

interface StayAtEnd {
  ref: RefObject<HTMLDivElement | null>
  onScroll(event: UIEvent): void
}

/** Opens at the end, and stays there while it grows, unless one reads back: then what one reads stays where it is. */
function useStayAtEnd(entries: readonly { id: string }[]): StayAtEnd {
  const ref = useRef<HTMLDivElement>(null)
  const seen = useRef({ isAtEnd: true, first: '', height: 0 })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const { isAtEnd, first: firstBefore, height } = seen.current
    const { id: first = '' } = entries[0] ?? {}
    if (isAtEnd) element.scrollTop = element.scrollHeight
    else if (first !== firstBefore) element.scrollTop += element.scrollHeight - height
    seen.current = { isAtEnd, first, height: element.scrollHeight }
  }, [entries])
  return {
    ref,
    onScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) {
      seen.current.isAtEnd = scrollHeight - scrollTop - clientHeight < END_PIXELS
      seen.current.height = scrollHeight
    },
  }
}
