import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './preference.schema.ts'
import * as preferences from './preference.service.ts'

const about = { tag: 'Notifications', access: { role: 'member' }, params: WorkspacePath } as const
const PATH = '/workspaces/:workspaceId/notification-preferences'

export const getNotificationPreferences = operation({
  ...about,
  id: 'getNotificationPreferences',
  summary: 'Read what you want to be told, and how',
  rest: { method: 'GET', path: PATH },
  reply: schema.Preferences,
  run: (ctx) => preferences.ownPreferences(ctx),
})

export const updateNotificationPreferences = operation({
  ...about,
  id: 'updateNotificationPreferences',
  summary: 'Change what you want to be told, and how',
  rest: { method: ['PATCH', 'PUT'], path: PATH },
  body: schema.PreferencesUpdate,
  reply: schema.Preferences,
  run: (ctx, changes) => preferences.updateOwnPreferences(ctx, changes),
})
