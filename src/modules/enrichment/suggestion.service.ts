import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { CLOSED_STATUSES, type Task, type TaskUpdate } from '#modules/tasks/task.schema.ts'
import { getTask, holdTask, failures as taskFailures } from '#modules/tasks/task.service.ts'
import { updateTask } from '#modules/tasks/task-update.service.ts'
import { isHigher } from './enrichment.rules.ts'
import * as suggestions from './suggestion.queries.ts'
import type { Suggestion, SuggestionQuery } from './suggestion.schema.ts'

export const failures = {
  task_not_found: taskFailures.task_not_found,
  reference_unknown: taskFailures.reference_unknown,
  ...defineFailures({
    suggestion_not_found: { status: 404, text: 'No such suggestion for this task.' },
    suggestion_decided: { status: 409, text: 'The suggestion was accepted or dismissed already.' },
    suggestion_outdated: { status: 409, text: 'The tasks have changed since: this is no longer to be done.' },
  }),
}

export async function listSuggestions(
  ctx: WorkspaceCtx,
  taskId: string,
  query: SuggestionQuery,
): Promise<Listed<Suggestion>> {
  const { id } = await getTask(ctx, taskId)
  return suggestions.listSuggestions(ctx, id, query)
}

/** Changes the task as if the person had done it by hand: the same rules, history and events. */
export function acceptSuggestion(ctx: WorkspaceCtx, taskId: string, suggestionId: string): Promise<Suggestion> {
  return decide(ctx, taskId, suggestionId, 'accepted', async (ctx, task, suggestion) => {
    const changes = changesOf(task, suggestion)
    if (Object.keys(changes).length > 0) await updateTask(ctx, task.id, changes)
  })
}

export function dismissSuggestion(ctx: WorkspaceCtx, taskId: string, suggestionId: string): Promise<Suggestion> {
  return decide(ctx, taskId, suggestionId, 'dismissed', async () => {})
}

function decide(
  ctx: WorkspaceCtx,
  taskId: string,
  suggestionId: string,
  state: 'accepted' | 'dismissed',
  apply: (ctx: TxCtx, task: Task, suggestion: Suggestion) => Promise<void>,
): Promise<Suggestion> {
  return inTransaction(ctx, async (ctx) => {
    const task = await holdTask(ctx, taskId)
    const found = await suggestions.findSuggestion(ctx, task.id, suggestionId)
    const suggestion = found ?? fail(failures.suggestion_not_found)
    if (suggestion.state !== 'open') fail(failures.suggestion_decided)
    await apply(ctx, task, suggestion)
    const { principal } = ctx
    await suggestions.saveDecision(ctx, suggestion.id, state, principal.kind === 'user' ? principal.userId : null)
    return (await suggestions.findSuggestion(ctx, task.id, suggestion.id)) ?? fail(failures.suggestion_not_found)
  })
}

/** Nothing where the task is so already. */
function changesOf(task: Task, { priority, tag, duplicateOf }: Suggestion): TaskUpdate {
  if (priority !== null) {
    if (isHigher(task.priority, priority)) outdated('The task has a higher priority by now.')
    return task.priority === priority ? {} : { priority }
  }
  if (tag !== null) return task.tagIds.includes(tag.id) ? {} : { tagIds: [...task.tagIds, tag.id] }
  if (duplicateOf === null || CLOSED_STATUSES.includes(task.status)) return {}
  // What comes after the work was done is a new report.
  if (CLOSED_STATUSES.includes(duplicateOf.status)) outdated(`${duplicateOf.shortId} is ${duplicateOf.status} by now.`)
  return { status: 'CLOSED', summary: task.summary ?? `Duplicate of ${duplicateOf.shortId}: ${duplicateOf.title}` }
}

function outdated(detail: string): never {
  fail(failures.suggestion_outdated, { detail })
}
