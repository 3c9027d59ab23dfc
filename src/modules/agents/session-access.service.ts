import { decodeJwt } from 'jose'
import type { Ctx } from '#core/context.ts'
import type { Signer } from '#core/crypto.ts'
import { fail } from '#core/errors.ts'
import type { Principal } from '#core/principal.ts'
import { claimsIn, signToken } from '#core/signed-token.ts'
import { isSessionLive } from '#modules/identity/session.service.ts'
import { findSessionAnywhere } from './session.queries.ts'
import { CAPABILITIES, type AgentSession, type Capability } from './session.schema.ts'
import { failures, maySee } from './session.service.ts'

const AUDIENCE = 'agent-session'

/** Somebody with a token that opens sessions. */
export interface Caller {
  readonly principal: Extract<Principal, { kind: 'user' }>
  readonly expiresAt: Date
  /** With a token made for one session: for that alone, and for this much of it. */
  readonly only?: { readonly sessionId: string; readonly capabilities: readonly Capability[] }
}

interface Grant {
  readonly session: AgentSession
  readonly principal: Caller['principal']
  readonly capabilities: readonly Capability[]
  readonly origin: string | undefined
  readonly expiresAt: Date
}

/**
 * A token of this person for this session alone. It is under the same secret as all tokens of people, and its audience
 * keeps it from every other route.
 */
export function signAccess({ services, now }: Pick<Ctx, 'services' | 'now'>, grant: Grant): Promise<string> {
  const { session, principal, capabilities, origin, expiresAt } = grant
  const { userId: sub, sessionId: login } = principal
  const claims = { sid: session.id, scope: capabilities.join(' '), login, origin, sub, aud: AUDIENCE }
  return signToken(services.signer, 'access-token', claims, { now, expiresAt })
}

interface Doorkeeper {
  identify(token: string): Promise<Principal | undefined>
  enter(principal: Principal, workspaceId: string): Promise<Principal>
}

export interface SessionDoor {
  /**
   * Whoever has a token of a person, for everything or for one session; undefined for all other credentials, and on a
   * page of another origin than the token was made for.
   */
  identify(token: string, origin: string | undefined): Promise<Caller | undefined>
  /** The same without tokens for one session. */
  identifyPerson(token: string): Promise<Caller | undefined>
  /** The session, if it may be seen by this person; refuses otherwise. */
  enter(caller: Caller, sessionId: string, capability: Capability): Promise<Entrance>
}

export interface Entrance {
  readonly session: AgentSession
  readonly principal: Caller['principal']
}

type Parts = Pick<Ctx, 'db' | 'services'> & { doorkeeper: Doorkeeper; now: () => Date }

/** Who may do what in a session. */
export function createSessionDoor({ db, services, doorkeeper, now }: Parts): SessionDoor {
  async function identifyPerson(token: string): Promise<Caller | undefined> {
    const principal = await doorkeeper.identify(token)
    if (principal?.kind !== 'user') return undefined
    const { exp = 0 } = decodeJwt(token)
    return { principal, expiresAt: new Date(exp * 1000) }
  }

  async function identifyNarrowed(token: string, origin: string | undefined): Promise<Caller | undefined> {
    const claims = await readAccess(services.signer, token, now())
    if (!claims) return undefined
    const { login, userId, expiresAt, only } = claims
    if (claims.origin !== undefined && origin !== undefined && origin !== claims.origin) return undefined
    if (login !== '' && !(await isSessionLive({ db }, login))) return undefined
    return { principal: { kind: 'user', userId, sessionId: login }, expiresAt, only }
  }

  return {
    identifyPerson,
    identify: async (token, origin) => (await identifyPerson(token)) ?? identifyNarrowed(token, origin),
    async enter({ principal, only }, sessionId, capability) {
      const session = (await findSessionAnywhere(db, sessionId)) ?? fail(failures.session_not_found)
      const member = await doorkeeper.enter(principal, session.workspaceId)
      const isCovered = !only || (only.sessionId === sessionId && only.capabilities.includes(capability))
      if (member.kind !== 'user' || !isCovered || !maySee(session, member)) fail(failures.session_forbidden)
      return { session, principal: member }
    },
  }
}

type Claims = Required<Pick<Caller, 'only' | 'expiresAt'>> & {
  login: string
  userId: string
  origin: string | undefined
}

async function readAccess(signer: Signer, token: string, now: Date): Promise<Claims | undefined> {
  const claims = (await claimsIn(signer, 'access-token', token, { audience: AUDIENCE, now })) ?? {}
  const { sid, scope, login, origin, sub = '', exp = 0 } = claims as Record<string, string> & { exp?: number }
  if (sid === undefined || scope === undefined || login === undefined) return undefined
  const capabilities = CAPABILITIES.filter((each) => scope.split(' ').includes(each))
  return { login, userId: sub, origin, expiresAt: new Date(exp * 1000), only: { sessionId: sid, capabilities } }
}
