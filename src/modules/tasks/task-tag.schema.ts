import { Type, type Static } from 'typebox'
import { closed, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { TaskTag } from './task-part.schema.ts'

export const TaskTagPage = Page(TaskTag, { $id: 'TaskTagPage' })
export const TaskTagQuery = closed(Paging)
export const TaskTagPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, tagId: Uuid })

export const TagsOfTask = Type.Object(
  {
    taskId: Type.String({ ...Uuid, description: 'The task that was asked about.' }),
    tags: Type.Array(TaskTag, { description: 'All tags it has now, by name.' }),
    version: Type.Integer({ description: 'The version of the task.', examples: [4] }),
  },
  { $id: 'TagsOfTask' },
)

export type TaskTagQuery = Static<typeof TaskTagQuery>
export type TagsOfTask = Static<typeof TagsOfTask>
