import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { noteChange } from '#core/changes.ts'
import { fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import type { Task, TaskCreate } from '#modules/tasks/task.schema.ts'
import { createTask, referenceFailures } from '#modules/tasks/task.service.ts'
import * as links from './conversation-task.queries.ts'
import type { ConversationTask, ConversationTaskQuery } from './conversation-task.schema.ts'
import { failures as conversationFailures, getConversation } from './conversation.service.ts'

const { conversation_not_found } = conversationFailures
export const failures = [conversation_not_found, ...referenceFailures]

export async function listConversationTasks(
  ctx: WorkspaceCtx,
  conversationId: string,
  query: ConversationTaskQuery,
): Promise<Listed<ConversationTask>> {
  const { id } = await getConversation(ctx, conversationId)
  return links.listConversationTasks(ctx, id, query)
}

/** Whom and what the conversation is about is what the task is about, unless it says otherwise or that is gone. */
export function createConversationTask(ctx: WorkspaceCtx, conversationId: string, input: TaskCreate): Promise<Task> {
  return inTransaction(ctx, async (ctx) => {
    const subject = (await links.findSubject(ctx, conversationId)) ?? fail(conversation_not_found)
    const { id, channel, contactId, reservationId, propertyId } = subject
    const about = { contactId, reservationId, ...(input.propertyName === undefined && { propertyId }) }
    const source = channel === 'voice' ? 'CALL' : 'MESSAGE'
    const task = await createTask(ctx, { source, ...about, ...input })
    await linkTask(ctx, id, task.id)
    return task
  })
}

/** Notes that a task came of a conversation. */
export async function linkTask(ctx: TxCtx, conversationId: string, taskId: string): Promise<void> {
  await links.insertConversationTask(ctx, conversationId, taskId)
  await noteChange(ctx, 'conversation.task_linked', { conversationId, taskId })
}
