import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listWorkspaces as list } from './workspace.queries.ts'
import * as schema from './workspace.schema.ts'
import { getSettings, updateSettings } from './workspace.service.ts'

export const listWorkspaces = operation({
  id: 'listWorkspaces',
  summary: 'List the workspaces of the credential',
  description: 'A key belongs to exactly one workspace and sees that one. No scope is needed.',
  tag: 'Workspaces',
  access: { credential: 'any' },
  rest: { method: 'GET', path: '/workspaces' },
  query: schema.WorkspaceQuery,
  reply: schema.WorkspacePage,
  run: (ctx, query) => list(ctx, query),
})

export const getWorkspace = operation({
  id: 'getWorkspace',
  summary: 'Read the settings of a workspace',
  tag: 'Workspaces',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId' },
  params: WorkspacePath,
  reply: schema.WorkspaceSettings,
  versioned: true,
  run: (ctx) => getSettings(ctx),
})

export const updateWorkspace = operation({
  id: 'updateWorkspace',
  summary: 'Change the settings of a workspace',
  tag: 'Workspaces',
  access: { role: 'admin' },
  rest: { method: 'PATCH', path: '/workspaces/:workspaceId' },
  params: WorkspacePath,
  body: schema.WorkspaceSettingsUpdate,
  reply: schema.WorkspaceSettings,
  versioned: true,
  run: (ctx, changes) => updateSettings(ctx, changes),
})
