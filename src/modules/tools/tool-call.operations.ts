import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listCalls } from './tool-call.queries.ts'
import { ToolCallPage, ToolCallQuery } from './tool-call.schema.ts'

export const listToolCalls = operation({
  id: 'listToolCalls',
  summary: 'List the calls of tools, newest first',
  tag: 'Tool calls',
  access: { role: 'admin' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/tool-calls' },
  params: WorkspacePath,
  query: ToolCallQuery,
  reply: ToolCallPage,
  run: (ctx, query) => listCalls(ctx, query),
})
