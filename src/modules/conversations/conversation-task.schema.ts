import { Type, type Static } from 'typebox'
import { closed, DateTime, Page, Paging } from '#core/schema.ts'
import { Task } from '#modules/tasks/task.schema.ts'

const { id, shortId, title, status, priority, scheduledDate } = Task.properties

/** A task that came of a conversation. */
const ConversationTask = Type.Object(
  { id, shortId, title, status, priority, scheduledDate, linkedAt: DateTime },
  { $id: 'ConversationTask' },
)
export const ConversationTaskPage = Page(ConversationTask, { $id: 'ConversationTaskPage' })
export const ConversationTaskQuery = closed(Paging)

export type ConversationTask = Static<typeof ConversationTask>
export type ConversationTaskQuery = Static<typeof ConversationTaskQuery>
