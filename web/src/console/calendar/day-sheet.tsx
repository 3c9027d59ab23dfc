import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { Note } from '../../design/note.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { StatusSign } from '../tasks/task-signs.tsx'
import type { PlannedHome } from './calendar-queries.ts'
import { isEventful, sayStay, sayWhy, staysOn } from './day-words.ts'
import type { Clash } from './findings.ts'
import { CLASH_KINDS } from './signs.tsx'
import { calendarWords } from './words/calendar-words.ts'

const TONES = { twoStays: 'danger', noClean: 'warn', guestsIn: 'info' } as const
const ICONS = { twoStays: 'alert', noClean: 'question', guestsIn: 'bed' } as const

/** A day at every home where something happens. */
export function DayList({ homes, day }: { homes: readonly PlannedHome[]; day: string }): ReactNode {
  const words = useWords(calendarWords)
  const eventful = homes.filter((home) => isEventful(home, day))
  if (eventful.length === 0) return <p className="py-6 text-center text-soft">{words.nothingAnywhere}</p>
  return (
    <ul className="grid grid-cols-1 gap-3">
      {eventful.map((home) => (
        <li
          key={home.id}
          className="grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-4 [contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
        >
          <HomeLink home={home} />
          <HomeDay home={home} day={day} />
        </li>
      ))}
    </ul>
  )
}

function HomeLink({ home }: { home: PlannedHome }): ReactNode {
  const { id } = useDesk()
  return (
    <Link
      to="/$workspaceId/properties/$propertyId"
      params={{ workspaceId: id, propertyId: home.id }}
      className="-my-1 flex min-h-11 items-center font-semibold hover:underline"
    >
      {home.name}
    </Link>
  )
}

/** What happens at a home on a day: what is to look at first, then guests, then work. */
export function HomeDay({ home, day }: { home: PlannedHome; day: string }): ReactNode {
  const words = useWords(calendarWords)
  const { format } = useLanguage()
  const speech = { words, format }
  const work = home.work.filter(({ scheduledDate }) => scheduledDate === day)
  const stays = staysOn(home, day)
  const clashes = home.findings.clashes.filter(({ date }) => date === day)
  return (
    <div className="grid grid-cols-1 gap-3">
      {CLASH_KINDS.map((kind) => {
        const own = clashes.filter((clash) => clash.kind === kind)
        return own.length === 0 ? null : <ClashNote key={kind} kind={kind} clashes={own} />
      })}
      <ul className="grid grid-cols-1 gap-1 empty:hidden">
        {stays.map((stay) => (
          <li key={stay.id} className="flex items-center gap-2">
            <Icon
              name={stay.checkinDate === day ? 'arrowRight' : stay.checkoutDate === day ? 'leave' : 'bed'}
              className="size-5 text-soft"
            />
            {sayStay(speech, stay, day)}
            {stay.guests === null ? null : <span className="text-soft">· {words.people(stay.guests)}</span>}
          </li>
        ))}
      </ul>
      <ul className="grid grid-cols-1 gap-1 empty:hidden">
        {work.map((each) => (
          <WorkLine key={each.id} work={each} />
        ))}
      </ul>
      {stays.length === 0 && work.length === 0 ? <p className="text-soft">{words.nothing}</p> : null}
    </div>
  )
}

function ClashNote({ kind, clashes }: { kind: Clash['kind']; clashes: readonly Clash[] }): ReactNode {
  const words = useWords(calendarWords)
  const { format } = useLanguage()
  return (
    <Note tone={TONES[kind]} icon={ICONS[kind]} title={words.clashes[kind]}>
      {[...new Set(clashes.map((clash) => sayWhy({ words, format }, clash)))].map((why) => (
        <p key={why}>{why}</p>
      ))}
    </Note>
  )
}

function WorkLine({ work }: { work: PlannedHome['work'][number] }): ReactNode {
  const words = useWords(calendarWords)
  const { format } = useLanguage()
  const { id } = useDesk()
  return (
    <li>
      <Link
        to="/$workspaceId/tasks/$taskId"
        params={{ workspaceId: id, taskId: work.id }}
        className="-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-medium">{work.title}</span>
          <span className="truncate text-small text-soft">
            <Joined
              parts={[
                work.scheduledTime === null ? null : format.time(work.scheduledTime),
                work.assigneeName ?? words.nobody,
              ]}
            />
          </span>
        </span>
        <StatusSign status={work.status} />
      </Link>
    </li>
  )
}
