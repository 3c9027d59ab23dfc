import { hash, timingSafeEqual } from 'node:crypto'
import { CREDENTIALS_TOPIC, type Bus } from '#core/bus.ts'
import { sha256, type Signer } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import { fail } from '#core/errors.ts'
import { recallUnder } from '#core/recall.ts'
import { isUuid } from '#core/uuid.ts'
import { refuseFaults } from '#core/validate.ts'
import { ACTOR_KINDS, type ActorKind } from './gateway-caller.schema.ts'
import { findCaller, findCallerByToken, type Caller } from './gateway-caller.service.ts'
import { gatewayFailures } from './gateway-failures.ts'
import { canonicalText, headerFault, isWellFormed, presentedIn, type Presented } from './gateway-signature.rules.ts'
import type { TakeNonce } from './nonce.ts'

const WINDOW_SECONDS = 300

/** Who calls, for whom, in which workspace. */
export interface Admitted {
  auth: 'hmac' | 'bearer'
  caller: Caller
  /** Empty where the caller named none, which only the health check allows. */
  workspaceId: string
  actor: { kind: ActorKind; id: string | null }
}

/** A request before its body is there. */
interface Asked {
  method?: string | undefined
  url?: string | undefined
  headers: Parameters<typeof presentedIn>[2]
  rawHeaders: readonly string[]
}

/** A request whose headers are in order; its signature is not checked yet, for that takes the body. */
export interface Knock {
  presented: Presented
  caller: Caller
}

export interface AdmissionParts {
  pool: Pool
  signer: Signer
  bus: Bus
  takeNonce: TakeNonce
  now: () => Date
  /** Whether a token alone does not suffice. */
  requireSignature: boolean
  isMember(workspaceId: string, userId: string): Promise<boolean>
  findWorkspace(workspaceId: string): Promise<object | undefined>
}

export function createAdmission(parts: AdmissionParts) {
  const { pool, signer, bus, now } = parts
  const recallCaller = recallUnder(bus, CREDENTIALS_TOPIC)
  const recallHolder = recallUnder(bus, CREDENTIALS_TOPIC)
  const callerNamed = (name: string): Promise<Caller | undefined> =>
    recallCaller(name, () => findCaller(pool, signer, name))
  const callerWith = (token: string): Promise<Caller | undefined> => {
    const tokenHash = sha256(token)
    return recallHolder(tokenHash.toString('base64'), () => findCallerByToken(pool, signer, tokenHash))
  }

  /** All that can be told without the body: a stranger must not make us read 25 MB. */
  async function knock({ method = '', url = '', headers, rawHeaders }: Asked): Promise<Knock> {
    const presented = presentedIn(method, url, headers)
    if (!presented) fail(gatewayFailures.unauthenticated, { detail: headerFault(headers) })
    if (presented.token !== undefined) refuseTwoTokens(rawHeaders)
    const holder = presented.token === undefined ? undefined : await callerWith(presented.token)
    if (presented.token !== undefined && !holder) fail(gatewayFailures.unauthenticated, { detail: 'Unknown token.' })
    if (presented.isSigned) {
      refuseUnsound(presented, now())
      const caller = isName(presented.caller) ? await callerNamed(presented.caller) : undefined
      if (!caller) fail(gatewayFailures.bad_signature)
      if (holder && holder.name !== caller.name) refuseTwoCallers()
      return { presented, caller }
    }
    if (!holder) fail(gatewayFailures.unauthenticated)
    if (parts.requireSignature) {
      fail(gatewayFailures.unauthenticated, { detail: 'This service takes a token only together with a signature.' })
    }
    if (presented.caller !== '' && presented.caller !== holder.name) refuseTwoCallers()
    return { presented, caller: holder }
  }

  async function admit({ presented, caller }: Knock, body: Uint8Array, route: string): Promise<Admitted> {
    if (presented.isSigned) {
      if (!isSignedBy(caller, presented, body)) fail(gatewayFailures.bad_signature)
      // Only now: an unsigned flood must not fill the table.
      if (!(await parts.takeNonce(caller.name, presented.nonce))) fail(gatewayFailures.replayed_nonce)
    }
    const isHealth = route === 'health'
    if (!isHealth && !allows(caller.routes, route)) {
      fail(gatewayFailures.caller_not_allowed, { detail: `This caller may not use ${route}.` })
    }
    const { workspaceId, actorKind, actorId } = presented
    if (workspaceId !== '') {
      const workspace = allows(caller.workspaces, workspaceId) ? await parts.findWorkspace(workspaceId) : undefined
      if (!workspace) fail(gatewayFailures.workspace_not_allowed)
    } else if (!isHealth) {
      const detail = 'Name the workspace in X-Service-AI-Gateway-Workspace-Id.'
      fail(gatewayFailures.workspace_not_allowed, { detail })
    }
    refuseParameters(presented)
    const isUnnamed = actorKind === '' && actorId === ''
    const actor = isUnnamed ? CALLER_ITSELF : await actorIn(caller, presented)
    return { auth: presented.isSigned ? 'hmac' : 'bearer', caller, workspaceId, actor }
  }

  async function actorIn(caller: Caller, presented: Presented): Promise<Admitted['actor']> {
    const { actorKind, actorId, workspaceId } = presented
    const kind = ACTOR_KINDS.find((each) => each === actorKind)
    if (!kind) refuseHeader('Actor-Kind', `Must be one of ${ACTOR_KINDS.join(', ')}.`)
    if (!caller.actorKinds.includes(kind)) {
      fail(gatewayFailures.caller_not_allowed, { detail: `This caller may not act for actors of the kind "${kind}".` })
    }
    if (kind === 'user' && !(await isMember(workspaceId, actorId))) {
      fail(gatewayFailures.workspace_not_allowed, { detail: 'The user is not a member of the workspace.' })
    }
    return { kind, id: actorId || null }
  }

  async function isMember(workspaceId: string, userId: string): Promise<boolean> {
    return isUuid(userId) && workspaceId !== '' && parts.isMember(workspaceId, userId)
  }

  return { knock, admit }
}

const CALLER_ITSELF: Admitted['actor'] = { kind: 'service', id: null }

function isName(caller: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(caller)
}

/** What is wrong with a signature before it is known whose it is. */
function refuseUnsound(presented: Presented, now: Date): void {
  if (!isWellFormed(presented)) {
    fail(gatewayFailures.unauthenticated, {
      detail:
        'A signed request needs X-Service-AI-Gateway-Caller, -Timestamp (Unix seconds), -Nonce (16 to 128 of A-Z a-z 0-9 _ -) and -Signature (v1= and 64 lowercase hex digits).',
    })
  }
  const apart = Math.abs(now.getTime() / 1000 - Number(presented.timestamp))
  if (apart > WINDOW_SECONDS) fail(gatewayFailures.stale_timestamp)
}

function isSignedBy({ macs }: Caller, presented: Presented, body: Uint8Array): boolean {
  const text = canonicalText(presented, hash('sha256', body, 'hex'))
  const expected = macs.map((mac) => bytesIn(mac(text)))
  const given = presented.signatures.map(bytesIn)
  return expected.some((mac) => given.some((each) => timingSafeEqual(mac, each)))
}

function bytesIn(hex: string): Buffer {
  return Buffer.from(hex, 'hex')
}

function allows(list: readonly string[], name: string): boolean {
  return list.includes('*') || list.includes(name)
}

/** Node keeps the first and says nothing; what stands before us may have read the second. */
function refuseTwoTokens(rawHeaders: readonly string[]): void {
  const isAuthorization = (text: string, at: number): boolean => at % 2 === 0 && /^authorization$/i.test(text)
  if (rawHeaders.findIndex(isAuthorization) === rawHeaders.findLastIndex(isAuthorization)) return
  fail(gatewayFailures.unauthenticated, { detail: 'Send one Authorization header.' })
}

/** Told only to who was let in: a query that was added after signing makes a bad signature. */
function refuseParameters({ path, query }: Presented): void {
  const mark = path.indexOf('#')
  if (query === '' && mark === -1) return
  const [parameter] = new URLSearchParams(query || path.slice(mark + 1)).keys()
  if (parameter === undefined) return
  refuseFaults([{ parameter, code: 'unknown_parameter', message: 'This address takes no query parameters.' }])
}

function refuseTwoCallers(): never {
  fail(gatewayFailures.unauthenticated, { detail: 'The token, the signature and the header name different callers.' })
}

function refuseHeader(name: string, message: string): never {
  refuseFaults([{ parameter: `X-Service-AI-Gateway-${name}`, code: 'unknown_value', message }])
}
