import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listDeliveries } from './delivery.queries.ts'
import * as schema from './delivery.schema.ts'
import * as deliveries from './delivery.service.ts'

const { inbound_delivery_not_found, inbound_delivery_pending } = deliveries.failures
const LIST = '/workspaces/:workspaceId/inbound-deliveries'
const about = { tag: 'Inbound deliveries', access: { role: 'admin' } } as const

export const listInboundDeliveries = operation({
  ...about,
  id: 'listInboundDeliveries',
  summary: 'List what outside systems have sent, newest first; kept for 30 days',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.InboundDeliveryQuery,
  reply: schema.InboundDeliveryPage,
  run: (ctx, query) => listDeliveries(ctx, query),
})

export const getInboundDelivery = operation({
  ...about,
  id: 'getInboundDelivery',
  summary: 'Read a delivery with what was sent, secrets masked',
  rest: { method: 'GET', path: `${LIST}/:inboundDeliveryId` },
  params: schema.InboundDeliveryPath,
  reply: schema.InboundDelivery,
  errors: [inbound_delivery_not_found],
  run: (ctx, { inboundDeliveryId }) => deliveries.getDelivery(ctx, inboundDeliveryId),
})

export const replayInboundDelivery = operation({
  ...about,
  id: 'replayInboundDelivery',
  summary: 'See to a delivery again',
  description: 'What it has caused already is not caused twice.',
  rest: { method: 'POST', path: `${LIST}/:inboundDeliveryId/replay` },
  params: schema.InboundDeliveryPath,
  reply: schema.InboundDelivery,
  errors: [inbound_delivery_not_found, inbound_delivery_pending],
  run: (ctx, { inboundDeliveryId }) => deliveries.replayDelivery(ctx, inboundDeliveryId),
})

export const getInboundAddress = operation({
  ...about,
  id: 'getInboundAddress',
  summary: 'Read where outside systems send to',
  rest: { method: 'GET', path: '/workspaces/:workspaceId/inbound-address' },
  params: WorkspacePath,
  reply: schema.InboundAddress,
  run: async (ctx) => ({ baseUrl: ctx.services.settings.baseUrl }),
})
