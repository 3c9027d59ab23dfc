import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listConfirmations } from './confirmation.queries.ts'
import * as schema from './confirmation.schema.ts'
import { decide, failures } from './confirmation.service.ts'

const about = { tag: 'Tool approvals', access: { role: 'manager' } } as const
const LIST = '/workspaces/:workspaceId/tool-confirmations'
const ITEM = `${LIST}/:confirmationId`
const errors = [failures.confirmation_not_found, failures.confirmation_settled]

export const listToolConfirmations = operation({
  ...about,
  id: 'listToolConfirmations',
  summary: 'List what tools asked to do',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.ToolConfirmationQuery,
  reply: schema.ToolConfirmationPage,
  run: (ctx, query) => listConfirmations(ctx, query),
})

export const approveToolConfirmation = operation({
  ...about,
  id: 'approveToolConfirmation',
  summary: 'Approve what a tool asked to do',
  description: 'The caller that asked may then do it, once, with the token it was given.',
  rest: { method: 'POST', path: `${ITEM}/approve` },
  params: schema.ToolConfirmationPath,
  reply: schema.ToolConfirmation,
  errors,
  run: (ctx, { confirmationId }) => decide(ctx, confirmationId, 'approved'),
})

export const declineToolConfirmation = operation({
  ...about,
  id: 'declineToolConfirmation',
  summary: 'Decline what a tool asked to do',
  rest: { method: 'POST', path: `${ITEM}/decline` },
  params: schema.ToolConfirmationPath,
  reply: schema.ToolConfirmation,
  errors,
  run: (ctx, { confirmationId }) => decide(ctx, confirmationId, 'declined'),
})
