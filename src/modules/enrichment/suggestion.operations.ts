import { operation } from '#core/operation.ts'
import { closed, Uuid, WorkspaceId } from '#core/schema.ts'
import * as schema from './suggestion.schema.ts'
import * as suggestions from './suggestion.service.ts'

const { task_not_found, suggestion_not_found, suggestion_decided, ...applying } = suggestions.failures
const about = { tag: 'Suggestions', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/tasks/:taskId/suggestions'

export const listSuggestions = operation({
  ...about,
  id: 'listSuggestions',
  summary: 'List what is suggested for a task',
  rest: { method: 'GET', path: LIST },
  params: closed({ workspaceId: WorkspaceId, taskId: Uuid }),
  query: schema.SuggestionQuery,
  reply: schema.SuggestionPage,
  errors: [task_not_found],
  run: (ctx, { taskId, ...query }) => suggestions.listSuggestions(ctx, taskId, query),
})

export const acceptSuggestion = operation({
  ...about,
  id: 'acceptSuggestion',
  summary: 'Do what is suggested',
  description: 'Sets the priority, adds the tag, or closes the task as a duplicate.',
  rest: { method: 'POST', path: `${LIST}/:suggestionId/accept` },
  params: schema.SuggestionPath,
  reply: schema.Suggestion,
  errors: [task_not_found, suggestion_not_found, suggestion_decided, ...Object.values(applying)],
  run: (ctx, { taskId, suggestionId }) => suggestions.acceptSuggestion(ctx, taskId, suggestionId),
})

export const dismissSuggestion = operation({
  ...about,
  id: 'dismissSuggestion',
  summary: 'Put a suggestion away',
  rest: { method: 'POST', path: `${LIST}/:suggestionId/dismiss` },
  params: schema.SuggestionPath,
  reply: schema.Suggestion,
  errors: [task_not_found, suggestion_not_found, suggestion_decided],
  run: (ctx, { taskId, suggestionId }) => suggestions.dismissSuggestion(ctx, taskId, suggestionId),
})
