import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './lock-connection.schema.ts'
import * as connections from './lock-connection.service.ts'

const about = {
  tag: 'Locks',
  access: { role: 'admin' },
  params: WorkspacePath,
  reply: schema.LockConnection,
} as const
const path = '/workspaces/:workspaceId/lock-connections/seam'

export const getLockConnection = operation({
  ...about,
  id: 'getLockConnection',
  summary: 'See whether the workspace has an account with Seam',
  rest: { method: 'GET', path },
  run: (ctx) => connections.getConnection(ctx),
})

export const setLockConnection = operation({
  ...about,
  id: 'setLockConnection',
  summary: 'Set or forget the API key of the Seam account',
  rest: { method: 'PUT', path },
  body: schema.LockConnectionSet,
  run: (ctx, { apiKey }) => connections.setConnection(ctx, apiKey),
})
