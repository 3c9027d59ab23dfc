import type { WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import type { DeliveredEvent } from '#core/jobs.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { CLOSED_STATUSES } from '#modules/tasks/task.schema.ts'
import * as queries from './enrichment.queries.ts'
import { likenessTo } from './likeness.rules.ts'
import { suggestedPriority, suggestedTags } from './enrichment.rules.ts'

/** Looks at a new task and suggests what a person may have overlooked. It changes nothing of the task. */
export const enrichment = taskEffect({ name: 'enrichment', on: ['task.created'], act })

async function act(
  ctx: WorkspaceCtx,
  _event: DeliveredEvent,
  taskId: string,
): Promise<Record<string, unknown> | undefined> {
  const task = await queries.findFacts(ctx, taskId)
  if (!task) return undefined
  const text = `${task.title}\n${task.description ?? ''}`
  const duplicates = lookalikes(task.title, await queries.findComparable(ctx, task, CLOSED_STATUSES))
  const raised = suggestedPriority(text, task.priority)
  const tags = suggestedTags(text, await queries.activeTags(ctx)).filter(({ id }) => !task.tagIds.includes(id))

  const idOf = (kind: string, what: string): string => derivedId(taskId, `suggestion:${kind}:${what}`)
  const suggestions: queries.NewSuggestion[] = [
    ...duplicates.map(({ id, shortId, score }) => {
      const reason = `${shortId} is open and called much the same.`
      return { id: idOf('duplicate', id), kind: 'duplicate' as const, duplicateOfId: id, score, reason }
    }),
    ...(raised ? [raised] : []).map(({ priority, words }) => {
      const reason = `The text says “${words}”.`
      return { id: idOf('priority', priority), kind: 'priority' as const, priority, reason }
    }),
    ...tags.map(({ id, name }) => {
      return { id: idOf('tag', id), kind: 'tag' as const, tagId: id, reason: `The text says “${name}”.` }
    }),
  ]
  if (suggestions.length === 0) return undefined
  await queries.insertSuggestions(ctx, taskId, ctx.now, suggestions)
  return {
    method: 'rules',
    ...(duplicates.length > 0 && { duplicates: duplicates.map(({ id, shortId, score }) => ({ id, shortId, score })) }),
    ...(raised && { priority: raised.priority }),
    ...(tags.length > 0 && { tags: tags.map(({ name }) => name) }),
  }
}

const DUPLICATES_MAX = 3
const SCORE_MIN = 0.45

/** Those that are called much the same, the likest first. */
function lookalikes(title: string, others: readonly queries.Comparable[]) {
  const likeness = likenessTo(title)
  return others
    .map((other) => ({ ...other, score: Math.round(likeness(other.title) * 100) / 100 }))
    .filter(({ score }) => score >= SCORE_MIN)
    .toSorted((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, DUPLICATES_MAX)
}
