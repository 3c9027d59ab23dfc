import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import * as schema from './saved-view.schema.ts'
import * as views from './saved-view.service.ts'

const { saved_view_not_found, saved_view_not_yours } = views.failures
const about = { tag: 'Saved views', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/saved-views'
const ITEM = `${LIST}/:viewId`

export const listSavedViews = operation({
  ...about,
  id: 'listSavedViews',
  summary: 'List your saved views and those that are shared',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.SavedViewQuery,
  reply: schema.SavedViewPage,
  run: (ctx, query) => views.listSavedViews(ctx, query),
})

export const getSavedView = operation({
  ...about,
  id: 'getSavedView',
  summary: 'Read a saved view',
  rest: { method: 'GET', path: ITEM },
  params: schema.SavedViewPath,
  reply: schema.SavedView,
  versioned: true,
  errors: [saved_view_not_found],
  run: (ctx, { viewId }) => views.getSavedView(ctx, viewId),
})

export const createSavedView = operation({
  ...about,
  id: 'createSavedView',
  summary: 'Save a view',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.SavedViewCreate,
  reply: schema.SavedView,
  status: 201,
  versioned: true,
  run: (ctx, input) => views.createSavedView(ctx, input),
})

export const updateSavedView = operation({
  ...about,
  id: 'updateSavedView',
  summary: 'Rename a saved view, change its filters, or share it',
  rest: { method: 'PATCH', path: ITEM },
  params: schema.SavedViewPath,
  body: schema.SavedViewUpdate,
  reply: schema.SavedView,
  versioned: true,
  errors: [saved_view_not_found, saved_view_not_yours],
  run: (ctx, { viewId, ...changes }) => views.updateSavedView(ctx, viewId, changes),
})

export const deleteSavedView = operation({
  ...about,
  id: 'deleteSavedView',
  summary: 'Delete a saved view',
  rest: { method: 'DELETE', path: ITEM },
  params: schema.SavedViewPath,
  reply: Deleted,
  conditional: true,
  errors: [saved_view_not_found, saved_view_not_yours],
  run: (ctx, { viewId }) => views.deleteSavedView(ctx, viewId),
})
