import { Type, type Static } from 'typebox'
import { closed, DateTime, Page, Paging } from '#core/schema.ts'
import { Task, TaskCreate } from '#modules/tasks/task.schema.ts'

const { id, shortId, title, status, priority, scheduledDate } = Task.properties

/** A task that came of a conversation. */
const ConversationTask = Type.Object(
  { id, shortId, title, status, priority, scheduledDate, linkedAt: DateTime },
  { $id: 'ConversationTask' },
)
export const ConversationTaskPage = Page(ConversationTask, { $id: 'ConversationTaskPage' })
/** What a task from a conversation takes, and what it is answered with, is what any task does. */
export const ConversationTaskCreate = closed(TaskCreate.properties, {
  $id: 'ConversationTaskCreate',
  examples: [{ title: 'Look at the boiler', departmentId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91', priority: 'HIGH' }],
})
export const CreatedTask = Type.Object(Task.properties, { $id: 'CreatedTask' })
export const ConversationTaskQuery = closed(Paging)

export type ConversationTask = Static<typeof ConversationTask>
export type ConversationTaskQuery = Static<typeof ConversationTaskQuery>
