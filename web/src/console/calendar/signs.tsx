import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import type { Clash } from './findings.ts'
import { calendarWords } from './words/calendar-words.ts'

/** Each kind has its own shape besides its colour. */
const LOOKS: Record<Clash['kind'], { icon: IconName; shape: string }> = {
  twoStays: { icon: 'alert', shape: 'rounded-md bg-danger-ground text-danger-text ring-2 ring-danger-text' },
  noClean: { icon: 'question', shape: 'rounded-full bg-warn-ground text-warn-text ring-2 ring-warn-text' },
  guestsIn: { icon: 'bed', shape: 'rounded-md bg-info-ground text-info-text ring-2 ring-info-text' },
}
export const CLASH_KINDS = Object.keys(LOOKS) as Clash['kind'][]

export function ClashSign({ kind }: { kind: Clash['kind'] }): ReactNode {
  const { icon, shape } = LOOKS[kind]
  return (
    <span className={`inline-grid size-5 shrink-0 place-items-center ${shape}`}>
      <Icon name={icon} className="size-3.5" />
    </span>
  )
}

/** Free nights, as they are drawn. */
export const HATCHED =
  'bg-[repeating-linear-gradient(135deg,var(--line)_0_2px,transparent_2px_7px)] border border-dashed border-edge'

export function Legend(): ReactNode {
  const words = useWords(calendarWords)
  return (
    <ul
      aria-label={words.legend}
      className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line px-4 py-2 text-small text-soft lg:px-6"
    >
      <Line sign={<span className="h-4 w-7 rounded-full bg-accent-ground ring-1 ring-accent" />}>{words.stay}</Line>
      <Line sign={<span className="h-4 w-7 rounded-full border-2 border-dashed border-accent" />}>
        {`${words.stay}, ${words.tentative}`}
      </Line>
      <Line sign={<span className={`h-4 w-7 rounded-sm ${HATCHED}`} />}>{words.freeNights}</Line>
      {CLASH_KINDS.map((kind) => (
        <Line key={kind} sign={<ClashSign kind={kind} />}>
          {words.clashes[kind]}
        </Line>
      ))}
    </ul>
  )
}

function Line({ sign, children }: { sign: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className="inline-flex items-center gap-2">
      {sign}
      {children}
    </li>
  )
}
