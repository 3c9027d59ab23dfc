import type { MyWorkspace } from '../../../../src/modules/identity/account.schema.ts'
import type { IconName } from '../../design/icon.tsx'
import type { ShellWords } from './words/en.ts'

/** In the order of the list. */
export const SETTINGS_GROUPS = ['team', 'work', 'outside', 'oversight'] as const

/** The pages behind "Settings": in its list and in the palette. Whoever may change nothing there does not see them. */
export const SETTINGS_PAGES = [
  { to: '/$workspaceId/settings/members', name: 'members', icon: 'users', role: 'admin', group: 'team' },
  { to: '/$workspaceId/settings/departments', name: 'departments', icon: 'flag', role: 'admin', group: 'team' },
  { to: '/$workspaceId/settings/templates', name: 'templates', icon: 'list', role: 'manager', group: 'work' },
  { to: '/$workspaceId/settings/rules', name: 'rules', icon: 'rules', role: 'manager', group: 'work' },
  { to: '/$workspaceId/settings/tags', name: 'tags', icon: 'hash', role: 'manager', group: 'work' },
  { to: '/$workspaceId/settings/locks', name: 'locks', icon: 'door', role: 'manager', group: 'work' },
  { to: '/$workspaceId/settings/agents', name: 'agents', icon: 'spark', role: 'admin', group: 'work' },
  { to: '/$workspaceId/settings/models', name: 'models', icon: 'chip', role: 'admin', group: 'work' },
  { to: '/$workspaceId/settings/integrations', name: 'integrations', icon: 'link', role: 'admin', group: 'outside' },
  { to: '/$workspaceId/settings/keys', name: 'keys', icon: 'key', role: 'admin', group: 'outside' },
  { to: '/$workspaceId/settings/hooks', name: 'hooks', icon: 'send', role: 'admin', group: 'outside' },
  { to: '/$workspaceId/settings/deliveries', name: 'deliveries', icon: 'arrowRight', role: 'admin', group: 'outside' },
  { to: '/$workspaceId/settings/secrets', name: 'secrets', icon: 'lock', role: 'admin', group: 'outside' },
  { to: '/$workspaceId/settings/dead-letters', name: 'deadLetters', icon: 'alert', role: 'admin', group: 'oversight' },
  { to: '/$workspaceId/settings/audit', name: 'audit', icon: 'search', role: 'admin', group: 'oversight' },
  { to: '/$workspaceId/settings/ai', name: 'ai', icon: 'gauge', role: 'manager', group: 'oversight' },
] as const satisfies readonly {
  to: string
  name: keyof ShellWords['nav']
  icon: IconName
  role: MyWorkspace['role']
  group: (typeof SETTINGS_GROUPS)[number]
}[]
