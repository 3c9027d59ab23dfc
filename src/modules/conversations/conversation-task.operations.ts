import { operation } from '#core/operation.ts'
import * as schema from './conversation-task.schema.ts'
import * as tasks from './conversation-task.service.ts'
import { ConversationPath } from './conversation.schema.ts'
import { failures as conversationFailures } from './conversation.service.ts'

const about = { tag: 'Conversations', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/conversations/:conversationId/tasks'

export const listConversationTasks = operation({
  ...about,
  id: 'listConversationTasks',
  summary: 'List the tasks that came of a conversation',
  rest: { method: 'GET', path: LIST },
  params: ConversationPath,
  query: schema.ConversationTaskQuery,
  reply: schema.ConversationTaskPage,
  errors: [conversationFailures.conversation_not_found],
  run: (ctx, { conversationId, ...query }) => tasks.listConversationTasks(ctx, conversationId, query),
})

export const createConversationTask = operation({
  ...about,
  id: 'createConversationTask',
  summary: 'Create a task from a conversation',
  description: 'About its guest, stay and property, unless the task says otherwise.',
  rest: { method: 'POST', path: LIST },
  params: ConversationPath,
  body: schema.ConversationTaskCreate,
  reply: schema.CreatedTask,
  status: 201,
  versioned: true,
  errors: tasks.failures,
  run: (ctx, { conversationId, ...input }) => tasks.createConversationTask(ctx, conversationId, input),
})
