import type { IconName } from '../../design/icon.tsx'
import type { MyWorkspace } from '../../../../src/modules/identity/account.schema.ts'
import type { ShellWords } from './words/en.ts'

/** For links to them: what may be open on such a page is not, even if it is open now. */
export function atPage(workspaceId: string) {
  return { workspaceId, conversationId: undefined, sessionId: undefined }
}

/** The pages one can go to by name: in the bar, in the palette, by two keys. */
export const PAGES = [
  { to: '/$workspaceId/today', name: 'today', icon: 'sun', keys: 'g d', role: 'member', group: 'work' },
  { to: '/$workspaceId/tasks', name: 'tasks', icon: 'list', keys: 'g t', role: 'member', group: 'work' },
  { to: '/$workspaceId/calendar', name: 'calendar', icon: 'calendar', keys: 'g c', role: 'member', group: 'work' },
  { to: '/$workspaceId/properties', name: 'properties', icon: 'home', keys: 'g p', role: 'member', group: 'work' },
  { to: '/$workspaceId/people', name: 'people', icon: 'users', keys: 'g o', role: 'member', group: 'work' },
  {
    to: '/$workspaceId/inbox/{-$conversationId}',
    name: 'inbox',
    icon: 'inbox',
    keys: 'g i',
    role: 'member',
    group: 'work',
  },
  {
    to: '/$workspaceId/assistant/{-$sessionId}',
    name: 'assistant',
    icon: 'spark',
    keys: 'g a',
    role: 'member',
    group: 'work',
  },
  { to: '/$workspaceId/knowledge', name: 'knowledge', icon: 'book', keys: 'g b', role: 'member', group: 'work' },
  { to: '/$workspaceId/workflows', name: 'workflows', icon: 'flow', keys: 'g w', role: 'member', group: 'work' },
  { to: '/$workspaceId/approvals', name: 'approvals', icon: 'check', keys: 'g v', role: 'member', group: 'work' },
  { to: '/$workspaceId/settings', name: 'settings', icon: 'gear', keys: 'g s', role: 'manager', group: 'settings' },
  {
    to: '/$workspaceId/notifications',
    name: 'notifications',
    icon: 'bell',
    keys: 'g n',
    role: 'member',
    group: 'head',
  },
] as const satisfies readonly {
  to: string
  name: keyof ShellWords['nav']
  icon: IconName
  keys: string
  role: MyWorkspace['role']
  /** Those of the head are a sign there, and not in the list. */
  group: 'work' | 'settings' | 'head'
}[]
