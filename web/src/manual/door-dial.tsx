import type { ReactNode } from 'react'
import { useArrival } from '../design/arrival.ts'
import { Icon } from '../design/icon.tsx'
import { useWords } from '../language/language.tsx'
import { manualWords } from './words/manual-words.ts'

type DoorDialProps = { kind: 'opening'; isSlow: boolean } | { kind: 'opened'; isConfirmed: boolean }

/** Where the button was: at work, then open. */
export function DoorDial(props: DoorDialProps): ReactNode {
  const { door: words } = useWords(manualWords)
  const heading = useArrival<HTMLParagraphElement>()
  const [title, text] =
    props.kind === 'opening'
      ? props.isSlow
        ? [words.stillTrying, words.stillTryingText]
        : [words.opening, words.openingText]
      : props.isConfirmed
        ? [words.opened, words.openedText]
        : [words.accepted, words.acceptedText]
  return (
    <>
      <div className="relative grid size-52 place-items-center">
        {props.kind === 'opening' ? (
          <>
            <svg viewBox="0 0 200 200" className="absolute inset-0 animate-turn" fill="none" aria-hidden="true">
              <circle cx="100" cy="100" r="94" strokeWidth="8" className="stroke-accent-ground" />
              <path d="M100 6a94 94 0 0 1 94 94" strokeWidth="8" strokeLinecap="round" className="stroke-accent" />
            </svg>
            <Icon name="door" className="size-16 animate-breathe text-accent-text" />
          </>
        ) : (
          <svg viewBox="0 0 176 176" className="size-44 animate-bloom" fill="none" aria-hidden="true">
            <circle cx="88" cy="88" r="88" className="fill-accent-ground" />
            <circle cx="88" cy="88" r="66" className="fill-accent" />
            <path
              d="m60 90 20 20 36-42"
              pathLength={1}
              strokeDasharray="1 1"
              className="animate-draw stroke-on-accent"
              strokeWidth="10"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        )}
      </div>
      <div className="grid gap-1">
        <p ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
          {title}
        </p>
        <p className="text-pretty text-soft">{text}</p>
      </div>
    </>
  )
}
