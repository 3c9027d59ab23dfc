import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listAttempts } from './door-attempt.queries.ts'
import * as schema from './door-attempt.schema.ts'

export const listDoorAttempts = operation({
  id: 'listDoorAttempts',
  summary: 'List who tried which door, and what came of it',
  tag: 'Locks',
  access: { role: 'manager' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/door-attempts' },
  params: WorkspacePath,
  query: schema.DoorAttemptQuery,
  reply: schema.DoorAttemptPage,
  run: (ctx, query) => listAttempts(ctx, query),
})
