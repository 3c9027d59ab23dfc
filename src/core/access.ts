import { coreFailures, fail } from './errors.ts'
import { roleSuffices, type Principal, type Role } from './principal.ts'

/** Every permission a key can hold. Scopes do not imply each other; `*` holds all. */
export const SCOPES = [
  'tasks:read',
  'tasks:create',
  'tasks:update',
  'tasks:delete',
  'properties:read',
  'properties:write',
  'checklists:write',
  'departments:read',
  'users:read',
  'attachments:write',
  'task-tags:read',
  'task-tags:write',
  'reservations:read',
  'conversations:read',
  'conversations:write',
  'workforce:read',
  'knowledge:read',
  'knowledge:write',
  'tools:use',
  'workflows:read',
  'workflows:write',
  'workflows:execute',
] as const
type ScopeName = (typeof SCOPES)[number]

/** Who may run an operation. In a workspace: keys by scope, people by role. */
export type Access =
  | 'public'
  /** Any credential; no workspace is entered. */
  | { readonly credential: 'any' }
  /** A signed-in person; no workspace is entered. */
  | { readonly credential: 'user' }
  | { readonly scope: ScopeName; readonly role: Role }
  /** People only. */
  | { readonly role: Role }

export type WorkspaceAccess = Extract<Access, { role: Role }>

export function entersWorkspace(access: Access): access is WorkspaceAccess {
  return access !== 'public' && 'role' in access
}

/** Refuses API keys where only people may go. */
export function admitsKeys(access: Access): boolean {
  return access !== 'public' && ('scope' in access || ('credential' in access && access.credential === 'any'))
}

/** The last gate: the principal is in the workspace; may it do this there? */
export function authorize(access: WorkspaceAccess, principal: Principal): void {
  const scopes = 'scopes' in principal ? principal.scopes : undefined
  if (scopes && 'scope' in access) {
    if (!scopes.has('*') && !scopes.has(access.scope)) {
      fail(coreFailures.insufficient_scope, {
        detail: `This operation needs the scope ${access.scope}.`,
        extra: { requiredScope: access.scope },
      })
    }
  }
  const membership = 'membership' in principal ? principal.membership : undefined
  if (principal.kind === 'key' && !membership) return
  if (!membership || !roleSuffices(membership.role, access.role)) {
    fail(coreFailures.insufficient_role, { detail: `This needs the role ${access.role}.` })
  }
}
