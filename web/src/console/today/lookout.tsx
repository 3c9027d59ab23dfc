import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { TONES, type Tone } from '../../design/badge.tsx'
import { Icon, type IconName } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import type { Filters } from '../tasks/filters.ts'
import { OVER } from '../tasks/task-signs.tsx'
import { LATE, unassignedOn, useCosts, useLateCount, useUnassignedCount } from './today-queries.ts'
import { todayWords } from './words/today-words.ts'

interface LookoutProps {
  date: string
  tasks: readonly Task[]
  blocked: ReadonlySet<string>
  late: ReadonlySet<string>
}

/** What needs a look, each a way to the list of it, and what the work that is still planned costs. */
export function Lookout({ date, tasks, blocked, late }: LookoutProps): ReactNode {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const lateCount = useLateCount(late.size)
  const unassigned = useUnassignedCount(date)
  const costs = useCosts(date).data
  const toDo = tasks.filter(({ status }) => !OVER.includes(status))
  const held = toDo.filter(({ id }) => blocked.has(id)).length
  const waiting = tasks.filter(({ status }) => status === 'PENDING_APPROVAL').length
  const sums = Object.entries(costs?.costTotalsByCurrency ?? {})
  return (
    <ul className="flex flex-wrap gap-3 px-4 pb-4 lg:px-6">
      <Look count={lateCount} text={words.late} icon="clock" tone="danger" filters={LATE} />
      <Look count={unassigned} text={words.unassigned} icon="user" tone="warn" filters={unassignedOn(date)} />
      <Look
        count={held}
        text={words.blockedCount}
        icon="hourglass"
        tone="warn"
        filters={{ isOpen: true, isBlocked: true, scheduledDate: date }}
      />
      <Look
        count={waiting}
        text={words.waiting}
        icon="question"
        tone="warn"
        filters={{ status: 'PENDING_APPROVAL', scheduledDate: date }}
      />
      {sums.length === 0 ? null : (
        <li className={`flex min-h-11 items-center gap-2 rounded-control px-4 ${TONES.plain}`}>
          {words.costs}
          <span className="font-semibold text-ink">
            {sums.map(([currency, amount]) => format.money(amount, currency)).join(' + ')}
          </span>
        </li>
      )}
    </ul>
  )
}

interface LookProps {
  count: number
  text: string
  icon: IconName
  tone: Tone
  filters: Filters
}

function Look({ count, text, icon, tone, filters }: LookProps): ReactNode {
  const { id } = useDesk()
  if (count === 0) return null
  return (
    <li>
      <Link
        to="/$workspaceId/tasks"
        params={{ workspaceId: id }}
        search={filters}
        className={`flex min-h-11 items-center gap-2 rounded-control px-4 font-semibold hover:underline ${TONES[tone]}`}
      >
        <Icon name={icon} className="size-5" />
        {count} {text}
      </Link>
    </li>
  )
}
