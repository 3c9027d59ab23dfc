import { operation } from '#core/operation.ts'
import * as schema from './event-delivery.schema.ts'
import * as deliveries from './event-delivery.service.ts'
import { EventHookPath } from './event-hook.schema.ts'

const { failures } = deliveries
const LIST = '/workspaces/:workspaceId/event-hooks/:hookId/deliveries'
const about = { tag: 'Event hooks', access: { role: 'admin' } } as const

export const listEventDeliveries = operation({
  ...about,
  id: 'listEventDeliveries',
  summary: 'List what an event hook was told, newest first; kept for 30 days',
  rest: { method: 'GET', path: LIST },
  params: EventHookPath,
  query: schema.EventDeliveryQuery,
  reply: schema.EventDeliveryPage,
  errors: [failures.hook_not_found],
  run: (ctx, { hookId, ...query }) => deliveries.listDeliveries(ctx, hookId, query),
})

export const replayEventDelivery = operation({
  ...about,
  id: 'replayEventDelivery',
  summary: 'Send one event to one hook again',
  rest: { method: 'POST', path: `${LIST}/:deliveryId/replay` },
  params: schema.EventDeliveryPath,
  reply: schema.EventDelivery,
  errors: [failures.hook_not_found, failures.delivery_not_found, failures.hook_inactive],
  run: (ctx, { hookId, deliveryId }) => deliveries.replayDelivery(ctx, hookId, deliveryId),
})
