import type { Outside } from './audience.ts'
import { coreFailures, defineFailures, fail } from './errors.ts'
import { roleSuffices, type LinkKind, type LinkPrincipal, type Principal, type Role } from './principal.ts'

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
export type ScopeName = (typeof SCOPES)[number]

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
  /** Whoever holds a link of that kind; `view` is enough unless it says otherwise. */
  | { readonly link: LinkKind; readonly mode?: 'carry_out' }
  /**
   * The routes of agents, where what is named decides about the workspace. `direct`: a person with their token and nobody
   * else. `server`: also a backend of the operator, which says for whom it speaks.
   */
  | { readonly agents: 'direct' | 'server' }
  /** People outside the company, and only through the tools of an agent they are talking to. */
  | { readonly outside: readonly Outside[] }

export type WorkspaceAccess = Extract<Access, { role: Role }>
export type AgentAccess = Extract<Access, { agents: string }>
export type OutsideAccess = Extract<Access, { outside: readonly Outside[] }>
export type LinkAccess = Extract<Access, { link: LinkKind }>

/** Where the token of a link stands in the path. */
export const LINK_TOKENS = { 'shared-task': 'shareToken', manual: 'doorToken' } as const satisfies Record<
  LinkKind,
  string
>

/** What every operation of a link may answer. */
export const linkFailures = defineFailures({
  link_unknown: { status: 404, text: 'No such link.' },
  link_revoked: { status: 403, text: 'This link has been withdrawn.' },
  link_expired: { status: 403, text: 'This link has expired.' },
  link_view_only: { status: 403, text: 'This link is for viewing only.' },
})

export function entersWorkspace(access: Access): access is WorkspaceAccess {
  return access !== 'public' && 'role' in access
}

export function isForAgents(access: Access): access is AgentAccess {
  return access !== 'public' && 'agents' in access
}

export function isForLinks(access: Access): access is LinkAccess {
  return access !== 'public' && 'link' in access
}

/** Keeps people outside the company to the operations declared for them, and everybody else out of those. */
export function isOpenTo(access: Access, principal: Principal): boolean {
  const isForOutside = access !== 'public' && 'outside' in access
  if (principal.kind !== 'outsider') return !isForOutside
  return isForOutside && access.outside.includes(principal.outsider.kind)
}

/** The last gate for the holder of a link that is known. */
export function authorizeLink(access: LinkAccess, { state, mode }: LinkPrincipal): void {
  if (state === 'revoked') fail(linkFailures.link_revoked)
  if (state === 'expired') fail(linkFailures.link_expired)
  if (access.mode === 'carry_out' && mode === 'view') fail(linkFailures.link_view_only)
}

/** Whether an API key may come here; otherwise only people may. */
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
