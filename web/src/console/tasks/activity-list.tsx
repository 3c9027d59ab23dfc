import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Activity, Effect } from '../../../../src/modules/tasks/activity.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { Tone } from '../../design/badge.tsx'
import { Section } from '../../design/card.tsx'
import type { IconName } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { StateLine } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { useMoment } from '../parts/moment.ts'
import { useDesk } from '../shell/console-context.ts'
import { useFieldText } from './conflict-text.tsx'
import { usePeople } from './lookup-queries.ts'
import { activityQuery } from './task-queries.ts'
import { tasksWords } from './words/tasks-words.ts'

const OUTCOMES: Record<Effect['outcome'], { tone: Tone; icon: IconName | 'spinner' }> = {
  done: { tone: 'good', icon: 'check' },
  skipped: { tone: 'plain', icon: 'minus' },
  retrying: { tone: 'warn', icon: 'spinner' },
  failed: { tone: 'danger', icon: 'alert' },
}

/** The fields whose values are recorded. */
const TOLD = ['status', 'priority', 'scheduledDate', 'scheduledTime'] as const

/** What happened, who did it, and what became of everything that followed from it. */
export function ActivityList({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const desk = useDesk()
  const { data } = useQuery(activityQuery(desk, task.id))
  if (!data || data.items.length === 0) return null
  return (
    <Section title={words.activity.title}>
      <ul className="grid gap-3 border-l-2 border-line pl-4">
        {data.items.map((entry) => (
          <Entry key={entry.id} task={task} entry={entry} />
        ))}
      </ul>
    </Section>
  )
}

function Entry({ task, entry }: { task: Task; entry: Activity }): ReactNode {
  const words = useWords(tasksWords)
  const moment = useMoment()
  const { action, actor, details, createdAt } = entry
  const effect = effectIn(details)
  const actions: Record<string, string> = words.activity.actions
  const effects: Record<string, string> = words.activity.effects
  const fields: Record<string, string> = words.changedFields
  const named = Array.isArray(details.changed) ? details.changed.map(String) : []
  // Several fields can be one thing to people: said once.
  const changed = [...new Set(named.map((field) => fields[field] ?? field))]
  return (
    <li className="grid gap-0.5">
      {effect ? (
        <StateLine {...OUTCOMES[effect.outcome]}>
          {effects[effect.effect] ?? effect.effect}: {words.activity.outcomes[effect.outcome]}
        </StateLine>
      ) : (
        <p>
          <bdi className="font-semibold">{actor.name ?? words.activity.system}</bdi> {actions[action] ?? action}
          {changed.length === 0 ? '' : `: ${changed.join(', ')}`}
        </p>
      )}
      <Moves task={task} details={details} />
      {effect?.error === undefined ? null : <p className="text-small text-danger-text">{effect.error}</p>}
      {typeof details.reason === 'string' ? <p className="text-small text-soft">{details.reason}</p> : null}
      <p className="text-small text-soft">{moment(createdAt)}</p>
    </li>
  )
}

/** From what to what, and to whom, as far as it was recorded. */
function Moves({ task, details }: { task: Task; details: Activity['details'] }): ReactNode {
  const words = useWords(tasksWords)
  const people = usePeople()
  const textOf = useFieldText()
  const moved = TOLD.filter((field) => `${field}Before` in details && details[`${field}Before`] !== details[field])
  const text = (field: string, value: unknown): ReactNode => textOf({ ...task, [field]: value ?? null }, field)
  const joined: unknown[] = Array.isArray(details.assigned) ? details.assigned : []
  const names = people.filter(({ id }) => joined.includes(id)).map(({ name }) => name)
  return (
    <>
      {moved.map((field) => (
        <p key={field} className="text-small text-soft">
          {words.changedFields[field]}: {text(field, details[`${field}Before`])} → {text(field, details[field])}
        </p>
      ))}
      {names.length === 0 ? null : (
        <p className="text-small text-soft">
          {words.fields.assign}: <Joined parts={names} by=", " />
        </p>
      )}
    </>
  )
}

function effectIn(details: Record<string, unknown>): Pick<Effect, 'effect' | 'outcome' | 'error'> | undefined {
  const { effect, outcome, error } = details
  if (typeof effect !== 'string' || typeof outcome !== 'string' || !(outcome in OUTCOMES)) return undefined
  const known = outcome as Effect['outcome']
  return { effect, outcome: known, ...(typeof error === 'string' ? { error } : {}) }
}
