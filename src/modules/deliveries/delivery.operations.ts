import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import * as deliveries from './delivery.queries.ts'
import { DeadLetter, DeadLetterPage, DeadLetterPath, DeadLetterQuery } from './delivery.schema.ts'
import { dropDeadLetter as drop, failures, replayDeadLetter as replay } from './delivery.service.ts'

export const listDeadLetters = operation({
  id: 'listDeadLetters',
  summary: 'List deliveries that failed for good, newest first',
  tag: 'Dead letters',
  access: { role: 'admin' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/dead-letters' },
  params: WorkspacePath,
  query: DeadLetterQuery,
  reply: DeadLetterPage,
  run: (ctx, query) => deliveries.listDeadLetters(ctx, query),
})

export const replayDeadLetter = operation({
  id: 'replayDeadLetter',
  summary: 'Deliver a dead letter again',
  description: 'Only the subscriber that failed gets the event again. If that fails too, a new dead letter appears.',
  tag: 'Dead letters',
  access: { role: 'admin' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/dead-letters/:deadLetterId/replay' },
  params: DeadLetterPath,
  reply: DeadLetter,
  errors: [failures.dead_letter_not_found, failures.already_replayed],
  run: (ctx, { deadLetterId }) => replay(ctx, deadLetterId),
})

export const dropDeadLetter = operation({
  id: 'dropDeadLetter',
  summary: 'Forget a dead letter',
  description: 'Nobody will get the event any more. What was done about it stays in the audit log.',
  tag: 'Dead letters',
  access: { role: 'admin' },
  rest: { method: 'DELETE', path: '/workspaces/:workspaceId/dead-letters/:deadLetterId' },
  params: DeadLetterPath,
  reply: Deleted,
  errors: [failures.dead_letter_not_found],
  run: (ctx, { deadLetterId }) => drop(ctx, deadLetterId),
})
