import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card, Section } from '../../design/card.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { TaskLines } from '../parts/task-lines.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { shellWords } from '../shell/words/shell-words.ts'
import { dayAfter } from '../tasks/pickers.tsx'
import { todayIn } from '../tasks/task-signs.tsx'
import { LoadCell } from './load-cell.tsx'
import { openTasksQuery, workloadQuery } from './people-queries.ts'
import { peopleWords } from './words/people-words.ts'

interface PersonFrameProps {
  /** What a task names as assignee. */
  personId: string
  name: string
  aside?: ReactNode
  actions?: ReactNode
  /** Beside the work: what is known of them. */
  children: ReactNode
}

/** What people and vendors have in common: their week, and what is open. */
export function PersonFrame({ personId, name, aside, actions, children }: PersonFrameProps): ReactNode {
  const words = useWords(peopleWords)
  const shell = useWords(shellWords)
  const { id } = useDesk()
  const router = useRouter()
  const navigate = useNavigate()
  const back = (): void => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/$workspaceId/people', params: { workspaceId: id } })
  }
  useKeys({ Escape: back }, { Escape: shell.keys.back })
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader
        title={name}
        aside={
          <>
            {aside}
            <Link
              to="/$workspaceId/people"
              params={{ workspaceId: id }}
              className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-accent-text hover:bg-sunken"
            >
              <Icon name="users" className="size-5" />
              {words.title}
            </Link>
          </>
        }
        actions={actions}
      />
      <div className="grid gap-6 px-4 pb-16 lg:grid-cols-[minmax(0,1fr)_24rem] lg:px-6">
        <div className="grid min-w-0 content-start gap-8">
          <PersonWeek personId={personId} />
          <PersonTasks personId={personId} />
        </div>
        <div className="grid min-w-0 content-start gap-6">{children}</div>
      </div>
    </div>
  )
}

/** The days that can still be changed. */
const DAYS_SHOWN = 7

function PersonWeek({ personId }: { personId: string }): ReactNode {
  const words = useWords(peopleWords)
  const { format } = useLanguage()
  const desk = useDesk()
  const today = todayIn(desk.timezone)
  const range = { from: today, to: dayAfter(today, DAYS_SHOWN - 1) }
  const person = useQuery(workloadQuery(desk, personId, range)).data?.items[0]
  if (!person) return null
  return (
    <Section title={words.nextDays}>
      <Card>
        <ul className="divide-y divide-line">
          {person.days.map((day) => (
            <li key={day.date} className="grid min-h-12 grid-cols-[7rem_minmax(0,1fr)] items-center gap-2 px-2 py-0.5">
              <span className={`px-2 ${day.date === today ? 'font-bold text-accent-text' : 'text-soft'}`}>
                {format.shortDay(day.date)}
              </span>
              <LoadCell person={person} day={day} isWide />
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function PersonTasks({ personId }: { personId: string }): ReactNode {
  const words = useWords(peopleWords)
  const desk = useDesk()
  const { data } = useQuery(openTasksQuery(desk, personId))
  const total = data?.pagination.total ?? 0
  return (
    <Section
      title={words.openTasks}
      aside={
        total > 0 ? (
          <Link
            to="/$workspaceId/tasks"
            params={{ workspaceId: desk.id }}
            search={{ assigneeId: personId, isOpen: true }}
            className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline"
          >
            {words.allTasks(total)}
          </Link>
        ) : null
      }
    >
      {data && total === 0 ? <p className="px-1 text-soft">{words.noTasks}</p> : null}
      {data && total > 0 ? <TaskLines tasks={data.items} /> : null}
    </Section>
  )
}

/** A name and what it says, one below the other. */
export function Row({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid gap-0.5">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}
