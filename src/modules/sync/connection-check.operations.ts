import { operation } from '#core/operation.ts'
import { closed, Uuid, WorkspaceId } from '#core/schema.ts'
import * as schema from './connection-check.schema.ts'
import * as checks from './connection-check.service.ts'

const { failures } = checks
const ITEM = '/workspaces/:workspaceId/connections/:connectionId'
const about = {
  tag: 'Connections',
  access: { role: 'admin' },
  params: closed({ workspaceId: WorkspaceId, connectionId: Uuid }),
} as const

export const testConnection = operation({
  ...about,
  id: 'testConnection',
  summary: 'Sign in at the provider and say what it answered',
  rest: { method: 'POST', path: `${ITEM}/test` },
  reply: schema.ConnectionCheck,
  outsideTransaction: true,
  errors: [failures.connection_not_found, failures.sign_in_too_soon],
  run: (ctx, { connectionId }) => checks.testConnection(ctx, connectionId),
})

export const syncConnection = operation({
  ...about,
  id: 'syncConnection',
  summary: 'Send every task whose newest state the provider does not have',
  description: 'For after a pause, an outage or a new mapping. Closed tasks that were never sent stay here.',
  rest: { method: 'POST', path: `${ITEM}/sync` },
  reply: schema.SyncRequest,
  errors: [failures.connection_not_found, failures.connection_paused],
  run: (ctx, { connectionId }) => checks.syncAll(ctx, connectionId),
})
