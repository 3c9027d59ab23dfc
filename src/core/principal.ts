import { deedOf, type Outsider, type Way } from './audience.ts'

export const ROLES = ['member', 'manager', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const INTEGRATION_TYPES = ['server', 'restricted', 'tool-client'] as const
export type IntegrationType = (typeof INTEGRATION_TYPES)[number]

/** Who is asking. */
export type Principal =
  | { readonly kind: 'nobody' }
  /** The service itself, in a job. */
  | { readonly kind: 'system' }
  /** A backend of the operator with the shared key. It says for whom it speaks, and is believed. */
  | { readonly kind: 'server' }
  | UserPrincipal
  | KeyPrincipal
  | LinkPrincipal
  | OutsiderPrincipal

interface UserPrincipal {
  readonly kind: 'user'
  readonly userId: string
  readonly sessionId: string
  readonly membership?: Membership
  /** What the person allowed a program to do for them; absent when they act themselves. */
  readonly scopes?: ReadonlySet<string>
}

export interface Membership {
  readonly membershipId: string
  readonly role: Role
}

export interface KeyPrincipal {
  readonly kind: 'key'
  readonly keyId: string
  readonly name: string
  readonly workspaceId: string
  readonly integrationType: IntegrationType
  readonly scopes: ReadonlySet<string>
  /** A tool-client key acts with its creator's current membership. */
  readonly membership?: Membership & { readonly userId: string }
}

export type LinkKind = 'shared-task' | 'manual'

/** Whoever holds a link. It reaches the one thing that the link is about, and nothing else. */
export interface LinkPrincipal {
  readonly kind: 'link'
  readonly link: LinkKind
  readonly linkId: string
  readonly workspaceId: string
  /** The task or the property that it is about. */
  readonly subjectId: string
  /** Whose words it brings. */
  readonly name: string
  readonly mode: 'view' | 'carry_out'
  readonly state: 'active' | 'revoked' | 'expired'
}

/** Somebody outside the company talking to an agent. They have no member rights: tools declare whom they are for. */
export interface OutsiderPrincipal {
  readonly kind: 'outsider'
  readonly outsider: Outsider
  readonly agentName: string
  readonly way: Way
  /** The department that gets what they report; null means the oldest one. */
  readonly departmentId: string | null
}

/** `manager` may what `member` may, `admin` may all. */
export function roleSuffices(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** A restricted key gets the reduced view of whatever has one. */
export function isRestricted(principal: Principal): boolean {
  return principal.kind === 'key' && principal.integrationType === 'restricted'
}

/** Whose request this is, for limits and idempotency: the key or the person, never the token itself. */
export function principalId(principal: Principal): string {
  if (principal.kind === 'key') return `key:${principal.keyId}`
  if (principal.kind === 'link') return `link:${principal.linkId}`
  if (principal.kind === 'outsider') return outsiderId(principal)
  return principal.kind === 'user' ? `user:${principal.userId}` : principal.kind
}

function outsiderId({ outsider: { kind, subjectId, conversationId } }: OutsiderPrincipal): string {
  return `${kind}:${subjectId ?? conversationId ?? 'unknown'}`
}

/** How to name the actor when the service acted for somebody outside; null for everybody else. */
export function actorNameOf(principal: Principal): string | null {
  return principal.kind === 'outsider' ? deedOf(principal.agentName, principal.outsider) : null
}

/** Who did it, for an audit or a history: the person, the key, the link, or the service itself. */
export function actorOf(principal: Principal): { kind: 'user' | 'key' | 'link' | 'system'; actorId: string | null } {
  if (principal.kind === 'link') return { kind: 'link', actorId: principal.linkId }
  if (principal.kind === 'user') return { kind: 'user', actorId: principal.userId }
  return principal.kind === 'key' ? { kind: 'key', actorId: principal.keyId } : { kind: 'system', actorId: null }
}
