import type { JsonObject } from './document.schema.ts'
import { EVENT_DATA, EVENT_SCOPES } from './product-event.schema.ts'

export const MESSAGE_RECEIVED = 'ops.message.received.v1'

/** What workflows can listen for, by the name that the product has for it. */
const NAMES: Record<keyof typeof EVENT_DATA, string> = {
  'task.created': 'ops.task.created.v1',
  'task.updated': 'ops.task.updated.v1',
  'task.costs_changed': 'ops.task.costs-changed.v1',
  'task.deleted': 'ops.task.deleted.v1',
  'task.commented': 'ops.task.commented.v1',
  'property.created': 'ops.property.created.v1',
  'property.updated': 'ops.property.updated.v1',
  'property.deleted': 'ops.property.deleted.v1',
  'reservation.created': 'ops.reservation.created.v1',
  'reservation.updated': 'ops.reservation.updated.v1',
  'reservation.checked_out': 'ops.reservation.checked-out.v1',
  'conversation.created': 'ops.conversation.created.v1',
  'message.received': MESSAGE_RECEIVED,
  'workflow.ownership_changed': 'ops.workflow.ownership-changed.v1',
}
/** Only the product says such things: whoever waits for them can rely on that. */
export function isReserved(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('ops.')
}
export const RESERVED_WORDS = 'Types that begin with ops. are for events of the product itself.'

const STATUS_CHANGED = 'ops.task.status-changed.v1'

const eventOf = (name: keyof typeof EVENT_DATA, type = NAMES[name]) => ({
  type,
  data: EVENT_DATA[name],
  scope: EVENT_SCOPES[name],
})

/** The events by their type, each with the schema of its `data` and the scope that it takes to read such things. */
export const EVENTS = [
  ...Object.keys(EVENT_DATA).map((name) => eventOf(name as keyof typeof EVENT_DATA)),
  eventOf('task.updated', STATUS_CHANGED),
].toSorted((a, b) => (a.type < b.type ? -1 : 1))

/** Whether it would be an event of the product, and there is none of that type. */
export function isMissing(type: unknown): boolean {
  return isReserved(type) && !EVENTS.some((event) => event.type === type)
}

interface Happened {
  id: string
  type: string
  payload: Record<string, unknown>
  occurredAt: string
}

/** Something that happened in the product as CloudEvents; nothing for what workflows do not hear of. */
export function productEvents({ id, type, payload, occurredAt }: Happened, source: string): JsonObject[] {
  const name = Object.hasOwn(NAMES, type) ? NAMES[type as keyof typeof NAMES] : undefined
  if (name === undefined) return []
  const data = JSON.parse(JSON.stringify(payload)) as JsonObject
  const event = { specversion: '1.0', source, time: occurredAt, datacontenttype: 'application/json', data }
  const isStatus = type === 'task.updated' && Array.isArray(payload['changed']) && payload['changed'].includes('status')
  return [{ ...event, id, type: name }, ...(isStatus ? [{ ...event, id: `${id}/status`, type: STATUS_CHANGED }] : [])]
}
