import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import * as schema from './grant.schema.ts'
import { endToolGrant as end, failures, listToolGrants as list } from './tool-grant.service.ts'

const about = { tag: 'Tool grants', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/tool-grants'

export const listToolGrants = operation({
  ...about,
  id: 'listToolGrants',
  summary: 'List the programs that act for you, or for everybody',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.ToolGrantQuery,
  reply: schema.ToolGrantPage,
  run: (ctx, query) => list(ctx, query),
})

export const endToolGrant = operation({
  ...about,
  id: 'endToolGrant',
  summary: 'Take back what a program was allowed',
  rest: { method: 'DELETE', path: `${LIST}/:grantId` },
  params: schema.ToolGrantPath,
  reply: Deleted,
  errors: [failures.grant_not_found],
  settlesCredentials: true,
  run: (ctx, { grantId }) => end(ctx, grantId),
})
