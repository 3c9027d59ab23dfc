import type { EventStrategy, WorkflowDocument } from './document.schema.ts'
import { tasksOf } from './document-task.rules.ts'
import { expressionIn } from './expression.rules.ts'
import { EVENTS, MESSAGE_RECEIVED } from './product-event.rules.ts'
import type { WorkflowTrigger } from './trigger.schema.ts'

/** A place that waits for events of a type, and a scope that it takes to read them. */
export interface HeardScope {
  pointer: string
  /** `*` for a place that may hear of any. */
  type: string
  scope: string
}

/** What a document waits for, before its runs and in them. */
export function heardIn(document: WorkflowDocument): HeardScope[] {
  const { on } = document.schedule ?? {}
  return [
    ...(on ? heardBy(on, '/schedule/on') : []),
    ...tasksOf(document).flatMap(({ pointer, task }) =>
      task.listen ? heardBy(task.listen.to ?? {}, `${pointer}/listen/to`) : [],
    ),
  ]
}

/** Turned off it hears nothing. */
export function heardByTrigger({
  kind,
  isEnabled,
  eventTypes,
}: Pick<WorkflowTrigger, 'kind' | 'isEnabled' | 'eventTypes'>): HeardScope[] {
  if (!isEnabled) return []
  if (kind === 'chat') return scopesOf(MESSAGE_RECEIVED, '/kind')
  if (kind !== 'event') return []
  if (!eventTypes) return scopesOf('*', '/eventTypes')
  return eventTypes.flatMap((type, at) => scopesOf(type, `/eventTypes/${at}`))
}

function heardBy({ one, any, all, until }: EventStrategy, pointer: string): HeardScope[] {
  const filters = [
    ...(one ? [['one', one] as const] : []),
    ...Object.entries({ any: any ?? [], all: all ?? [] }).flatMap(([name, list]) =>
      list.map((filter, at) => [`${name}/${at}`, filter] as const),
    ),
  ]
  const later = typeof until === 'object' ? heardBy(until, `${pointer}/until`) : []
  // Without a filter it takes every event.
  if (filters.length === 0) return [...scopesOf('*', pointer), ...later]
  return [
    ...filters.flatMap(([place, { with: wanted }]) => scopesOf(wanted['type'], `${pointer}/${place}/with`)),
    ...later,
  ]
}

/** Types are compared as they are; one that is asked about, or not named, may be any. */
function scopesOf(wanted: unknown, pointer: string): HeardScope[] {
  const isOne = typeof wanted === 'string' && wanted !== '*' && expressionIn(wanted) === undefined
  const type = isOne ? wanted : '*'
  const scopes = EVENTS.filter((event) => !isOne || event.type === type).map(({ scope }) => scope)
  return [...new Set(scopes)].map((scope) => ({ pointer, type, scope }))
}
