import { Type, type TProperties, type TSchema } from 'typebox'
import type { ScopeName } from '#core/access.ts'
import { DateOnly, Nullable, oneOf, optional, Uuid } from '#core/schema.ts'
import { CHANNELS } from '#modules/conversations/conversation.schema.ts'
import { Author, MessageText } from '#modules/conversations/message.schema.ts'
import { Task } from '#modules/tasks/task.schema.ts'
import { OWNERS } from './ownership.schema.ts'

const { status, priority, scheduledDate, scheduledTime } = Task.properties
const { byProgram: _, ...author } = Author.properties
const actor = Type.Object({ kind: Type.String({ examples: ['user'] }), actorId: Nullable(Uuid) })
const changed = Type.Array(Type.String(), { description: 'The fields that changed.' })
const channel = oneOf(CHANNELS)
const one = { taskId: Uuid }
const over = optional({ wasOver: Type.Boolean({ description: 'There was nothing left to do before.' }) })
const property = { propertyId: Uuid }
const stay = { reservationId: Uuid }

const moved = optional({
  actor,
  status,
  statusBefore: status,
  priority,
  priorityBefore: priority,
  scheduledDate,
  scheduledDateBefore: scheduledDate,
  scheduledTime,
  scheduledTimeBefore: scheduledTime,
})

function data<P extends TProperties>(properties: P): TSchema {
  return Type.Object(properties)
}

/** What events of the product carry, by the name that the product has for them. More may come with a release. */
export const EVENT_DATA = {
  'task.created': data({ ...one, priority, assigned: Type.Array(Uuid), actor }),
  'task.updated': data({ ...one, changed, ...moved, ...over }),
  'task.costs_changed': data({ ...one, costItemId: Uuid, change: Type.String() }),
  'task.deleted': data({ ...one, actor, ...over }),
  'task.commented': data({ ...one, commentId: Uuid, actor }),
  'property.created': data({ ...property, actor }),
  'property.updated': data({ ...property, changed, actor }),
  'property.deleted': data({ ...property, actor }),
  'reservation.created': data({ ...stay, actor }),
  'reservation.updated': data({ ...stay, changed, actor }),
  'reservation.checked_out': data({ ...stay, ...property, checkoutDate: DateOnly }),
  'conversation.created': data({ conversationId: Uuid, channel }),
  'message.received': data({
    conversationId: Uuid,
    messageId: Uuid,
    channel,
    ...optional({ text: MessageText, author: Type.Object(author) }),
  }),
  'workflow.ownership_changed': data({
    workflowId: Uuid,
    legacyRef: Nullable(Type.String()),
    fromOwner: oneOf(OWNERS),
    toOwner: oneOf(OWNERS),
    epoch: Type.Integer(),
  }),
}

/** What a key must hold to read what such an event tells of. */
export const EVENT_SCOPES: Record<keyof typeof EVENT_DATA, ScopeName> = {
  'task.created': 'tasks:read',
  'task.updated': 'tasks:read',
  'task.costs_changed': 'tasks:read',
  'task.deleted': 'tasks:read',
  'task.commented': 'tasks:read',
  'property.created': 'properties:read',
  'property.updated': 'properties:read',
  'property.deleted': 'properties:read',
  'reservation.created': 'reservations:read',
  'reservation.updated': 'reservations:read',
  'reservation.checked_out': 'reservations:read',
  'conversation.created': 'conversations:read',
  'message.received': 'conversations:read',
  'workflow.ownership_changed': 'workflows:read',
}
