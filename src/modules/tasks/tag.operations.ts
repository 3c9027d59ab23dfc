import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listTags } from './tag.queries.ts'
import * as schema from './tag.schema.ts'
import * as tags from './tag.service.ts'

const { task_tag_not_found, tag_name_taken } = tags.failures
const LIST = '/workspaces/:workspaceId/task-tags'
const ITEM = `${LIST}/:tagId`

export const listTagDetails = operation({
  id: 'listTagDetails',
  summary: 'List all tags, those out of use too',
  tag: 'Tags',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.TagQuery,
  reply: schema.TagDetailsPage,
  run: (ctx, query) => listTags(ctx, query),
})

export const getTag = operation({
  id: 'getTag',
  summary: 'Read a tag',
  tag: 'Tags',
  access: { role: 'member' },
  rest: { method: 'GET', path: ITEM },
  params: schema.TagPath,
  reply: schema.TagDetails,
  versioned: true,
  errors: [task_tag_not_found],
  run: (ctx, { tagId }) => tags.getTag(ctx, tagId),
})

export const createTag = operation({
  id: 'createTag',
  summary: 'Create a tag',
  tag: 'Tags',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.TagCreate,
  reply: schema.TagDetails,
  status: 201,
  versioned: true,
  errors: [tag_name_taken],
  run: (ctx, input) => tags.createTag(ctx, input),
})

export const updateTag = operation({
  id: 'updateTag',
  summary: 'Rename, recolour or retire a tag',
  description: 'A tag out of use stays on the tasks that have it and cannot be put on others.',
  tag: 'Tags',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: ITEM },
  params: schema.TagPath,
  body: schema.TagUpdate,
  reply: schema.TagDetails,
  versioned: true,
  errors: [task_tag_not_found, tag_name_taken],
  run: (ctx, { tagId, ...changes }) => tags.updateTag(ctx, tagId, changes),
})
