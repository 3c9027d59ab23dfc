import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './lock-connection.schema.ts'
import * as connections from './lock-connection.service.ts'

const { lock_connection_not_found } = connections.failures
const about = { tag: 'Locks', access: { role: 'admin' }, params: WorkspacePath } as const
const path = '/workspaces/:workspaceId/lock-connections/seam'

export const getLockConnection = operation({
  ...about,
  id: 'getLockConnection',
  summary: 'See whether the workspace has an account with Seam',
  rest: { method: 'GET', path },
  reply: schema.LockConnection,
  errors: [lock_connection_not_found],
  run: (ctx) => connections.getConnection(ctx),
})

export const setLockConnection = operation({
  ...about,
  id: 'setLockConnection',
  summary: 'Set the API key of the Seam account',
  rest: { method: 'PUT', path },
  body: schema.LockConnectionSet,
  reply: schema.LockConnection,
  run: (ctx, { apiKey }) => connections.setConnection(ctx, apiKey),
})

export const removeLockConnection = operation({
  ...about,
  id: 'removeLockConnection',
  summary: 'Forget the Seam account',
  rest: { method: 'DELETE', path },
  reply: schema.LockConnectionRemoved,
  errors: [lock_connection_not_found],
  run: (ctx) => connections.removeConnection(ctx),
})
