import type { JsonObject } from './document.schema.ts'

export const MESSAGE_RECEIVED = 'ops.message.received.v1'

/** What workflows can listen for, by the name that the product has for it. */
const NAMES: Record<string, string> = {
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

export const EVENT_TYPES: readonly string[] = [...Object.values(NAMES), STATUS_CHANGED].toSorted()

interface Happened {
  id: string
  type: string
  payload: Record<string, unknown>
  occurredAt: string
}

/** Something that happened in the product as CloudEvents; nothing for what workflows do not hear of. */
export function productEvents({ id, type, payload, occurredAt }: Happened, source: string): JsonObject[] {
  const name = NAMES[type]
  if (name === undefined) return []
  const data = JSON.parse(JSON.stringify(payload)) as JsonObject
  const event = { specversion: '1.0', source, time: occurredAt, datacontenttype: 'application/json', data }
  const isStatus = type === 'task.updated' && Array.isArray(payload['changed']) && payload['changed'].includes('status')
  return [{ ...event, id, type: name }, ...(isStatus ? [{ ...event, id: `${id}/status`, type: STATUS_CHANGED }] : [])]
}
