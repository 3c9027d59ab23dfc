import { tool } from '#core/tool.ts'
import { addAttachment } from './attachment.operations.ts'
import { updateTaskChecklist as changeChecklist } from './checklist-change.operations.ts'
import { addComment } from './comment.operations.ts'
import { getGivenWork } from './outside-task.operations.ts'
import { addTaskTag, listTaskTags as listTags } from './task-tag.operations.ts'
import { getTask as readTask } from './task.operations.ts'

const about = { toolset: 'tasks' } as const

export const listTaskTags = tool({
  ...about,
  name: 'list_task_tags',
  title: 'List task tags',
  description: 'The active tags with their ids.',
  operation: listTags,
  takes: [],
  gives: ['id', 'name'],
  effect: 'read',
  names: { fields: ['tagIds'] },
})

export const addTaskComment = tool({
  ...about,
  name: 'add_task_comment',
  title: 'Comment on a task',
  description: 'Adds a comment that everybody on the task sees.',
  operation: addComment,
  scope: 'tasks:update',
  takes: ['taskId', 'content'],
  gives: ['id', 'content', 'createdAt'],
  effect: 'change',
  accumulates: true,
  subject: readTask,
  outside: {
    vendor: {
      says: 'Ask that a comment is put on a task given to them. A member says yes first.',
      operation: getGivenWork,
      asksFirst: true,
      takes: ['taskId', 'content'],
      gives: ['id', 'createdAt'],
    },
  },
})

export const updateTaskChecklist = tool({
  ...about,
  name: 'update_task_checklist',
  title: 'Change a checklist',
  description:
    'Adds items to tick, or ticks some by id (get_task with include=checklist). Answers the whole list. Counts, photos and other answers people give in the console or over share_task.',
  operation: changeChecklist,
  scope: 'checklists:write',
  takes: ['taskId', 'newTitles', 'completedItemIds'],
  gives: [
    'taskId',
    'items.id',
    'items.kind',
    'items.title',
    'items.required',
    'items.blocksCompletion',
    'items.completedAt',
  ],
  effect: 'change',
  accumulates: true,
  subject: readTask,
})

export const attachTaskPhoto = tool({
  ...about,
  name: 'attach_task_photo',
  title: 'Attach a photo',
  description: 'Downloads an image from an https address and keeps a copy with the task. A person is asked first.',
  operation: addAttachment,
  takes: ['taskId', 'sourceUrl', 'externalSource', 'externalId', 'caption'],
  gives: ['id', 'internalUrl', 'sizeBytes'],
  effect: 'change',
  reachesOut: true,
  // An address can carry away what a model has read.
  gate: true,
  subject: readTask,
})

export const tagTask = tool({
  ...about,
  name: 'tag_task',
  title: 'Tag a task',
  description: 'Puts a tag (list_task_tags) on a task.',
  operation: addTaskTag,
  takes: ['taskId', 'tagId'],
  gives: ['taskId', 'tags.id', 'tags.name', 'version'],
  effect: 'change',
  subject: readTask,
})
