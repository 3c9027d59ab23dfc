import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  admitsKeys,
  authorize,
  authorizeLink,
  entersWorkspace,
  isForAgents,
  isForLinks,
  LINK_TOKENS,
  linkFailures,
  type Access,
  type LinkAccess,
} from '#core/access.ts'
import { bearerIn } from '#core/bearer.ts'
import { sameText } from '#core/crypto.ts'
import { coreFailures, fail, Refusal, type Failure } from '#core/errors.ts'
import { networkOf } from '#core/network.ts'
import type { Operation } from '#core/operation.ts'
import { principalId, type LinkKind, type LinkPrincipal, type Principal } from '#core/principal.ts'
import { limitHeaders, refuseOver, type LeasedLimiter, type Limiter, type Verdict } from '#core/ratelimit.ts'

/** Tells who a bearer token is and whether they may enter a workspace. The identity module is the one that knows. */
interface Doorkeeper {
  /** Undefined for a token that is wrong, expired or revoked. */
  identify(token: string): Promise<Principal | undefined>
  /** The principal with its membership; refuses whoever has no business there. */
  enter(principal: Principal, workspaceId: string): Promise<Principal>
}

/** Tells what a link is. The links module is the one that knows. */
interface LinkKeeper {
  /** Undefined for a token that nobody was given; what cannot be one is refused. */
  identify(kind: LinkKind, token: string): Promise<LinkPrincipal | undefined>
  /** Told of a holder who is not let in, before the answer. */
  turnedAway(principal: LinkPrincipal, operationId: string, failure: Failure): Promise<void>
}

export interface Admission {
  doorkeeper: Doorkeeper
  linkKeeper: LinkKeeper
  perCredential: Limiter
  perLink: Limiter
  /** For requests without a working credential. */
  perAddress: LeasedLimiter
  agents: AgentKeeper
  /** Whether somebody has signed in before with the browser that has this token. */
  isKnownBrowser(token: string): Promise<boolean>
}

/** Tells who comes to the routes of agents. */
export interface AgentKeeper {
  /** Undefined for every credential that is not a person's, and for one that was made for another session. */
  identifyDirect(request: FastifyRequest, token: string): Promise<Principal | undefined>
  /** Whoever has a token for the session of the question that is read or answered; undefined for everybody else. */
  identifyAnswering(request: FastifyRequest, token: string): Promise<Principal | undefined>
  /** Undefined refuses everybody. */
  serverKey: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
  }
}

const NO_KEYS_HERE =
  'API keys are not taken here. Send the access token of a person: POST /api/v1/auth/token gives one.'
const NO_BEARER = 'Send the API key or the access token in the header "Authorization: Bearer …".'

/**
 * The first thing that happens to a request: credential, workspace, scope. It runs before the body is read, so a
 * stranger learns nothing from a validation message.
 */
export async function admit(
  admission: Admission,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { access } = operation
  const { doorkeeper, perCredential, perAddress } = admission
  if (access === 'public') return limitAddress(perAddress, request, reply)
  if (isForLinks(access)) return admitLink(admission, operation, access, request, reply)
  const token = bearerIn(request.headers.authorization)
  const principal = token === undefined ? undefined : await identify(admission, access, request, token)
  if (!principal || (principal.kind === 'key' && !admitsKeys(access))) {
    await limitAddress(perAddress, request, reply)
    if (request.headers.authorization === undefined) reply.header('www-authenticate', 'Bearer')
    if (principal) fail(coreFailures.invalid_token, { detail: NO_KEYS_HERE })
    fail(coreFailures.invalid_token, token === undefined ? { detail: NO_BEARER } : {})
  }
  spend(reply, await perCredential.take(principalId(principal)))
  request.principal = principal
  if (!entersWorkspace(access)) return
  const { workspaceId } = request.params as { workspaceId: string }
  request.principal = await doorkeeper.enter(principal, workspaceId)
  authorize(access, request.principal)
}

/**
 * The same once more, without counting it, for a request whose body came later than its head: who is refused meanwhile
 * could hold back the last byte, and do afterwards what they no longer may.
 */
export async function admitAgain(
  admission: Admission,
  { id, access }: Operation,
  request: FastifyRequest,
): Promise<void> {
  if (access === 'public') return
  if (isForLinks(access)) {
    const holder = (await holderIn(admission, access, request)) ?? fail(linkFailures.link_unknown)
    request.principal = holder
    return letIn(admission, id, holder, async () => authorizeLink(access, holder))
  }
  const token = bearerIn(request.headers.authorization)
  const principal = token === undefined ? undefined : await identify(admission, access, request, token)
  request.principal = principal ?? fail(coreFailures.invalid_token)
  if (!entersWorkspace(access)) return
  const { workspaceId } = request.params as { workspaceId: string }
  request.principal = await admission.doorkeeper.enter(request.principal, workspaceId)
  authorize(access, request.principal)
}

/** The same once more, without counting it: whether whoever was let in would be now. */
export async function isAdmitted(
  { doorkeeper }: Pick<Admission, 'doorkeeper'>,
  access: Access,
  { headers, params }: FastifyRequest,
): Promise<boolean> {
  const token = bearerIn(headers.authorization)
  const principal = token === undefined ? undefined : await doorkeeper.identify(token)
  if (!principal || access === 'public' || !entersWorkspace(access)) return false
  try {
    authorize(access, await doorkeeper.enter(principal, (params as { workspaceId: string }).workspaceId))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function identify(
  { doorkeeper, agents }: Admission,
  access: Access,
  request: FastifyRequest,
  token: string,
): Promise<Principal | undefined> {
  if (!isForAgents(access)) return doorkeeper.identify(token)
  if (access.agents === 'direct') return agents.identifyDirect(request, token)
  if (agents.serverKey !== undefined && sameText(token, agents.serverKey)) return { kind: 'server' }
  return (await doorkeeper.identify(token)) ?? agents.identifyAnswering(request, token)
}

interface ToolDoorkeeper {
  /** Undefined for a credential that opens no tool server: one that is wrong, ended, or meant for another place. */
  identifyTool(token: string): Promise<ToolEntry | undefined>
}

interface ToolEntry {
  principal: Principal
  workspaceId: string
  readOnly: boolean
}

/** The same for the tool server, where the credential alone names the workspace. */
export async function admitTool(
  { doorkeeper, perCredential, perAddress }: Omit<Admission, 'doorkeeper'> & { doorkeeper: ToolDoorkeeper },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ToolEntry> {
  const token = bearerIn(request.headers.authorization)
  const entry = token === undefined ? undefined : await doorkeeper.identifyTool(token)
  if (!entry) {
    await limitAddress(perAddress, request, reply)
    fail(coreFailures.invalid_token)
  }
  await spendOnce(perCredential, entry.principal, request, reply)
  return entry
}

/** For a request that brings several messages: each counts, and the first was counted when it came in. */
export async function countMessages(
  { perCredential }: Pick<Admission, 'perCredential'>,
  principal: Principal,
  count: number,
  reply: FastifyReply,
): Promise<void> {
  for (let counted = 1; counted < count; counted++) spend(reply, await perCredential.take(principalId(principal)))
}

const counted = new WeakSet<FastifyRequest>()

/** A request whose body came late is admitted twice, and counts once. */
async function spendOnce(
  limiter: Limiter,
  principal: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (counted.has(request)) return
  counted.add(request)
  spend(reply, await limiter.take(principalId(principal)))
}

interface PersonDoorkeeper<Caller> {
  /** Undefined for every credential that is not a person's. */
  identify(token: string): Promise<Caller | undefined>
}

/** The same for routes of agents, where the session that is named decides about the workspace. */
export async function admitPerson<Caller extends { principal: Principal }>(
  { perCredential, perAddress }: Pick<Admission, 'perCredential' | 'perAddress'>,
  { identify }: PersonDoorkeeper<Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const token = bearerIn(request.headers.authorization)
  const caller = token === undefined ? undefined : await identify(token)
  if (!caller) {
    await limitAddress(perAddress, request, reply)
    if (request.headers.authorization === undefined) reply.header('www-authenticate', 'Bearer')
    fail(coreFailures.invalid_token)
  }
  await spendOnce(perCredential, caller.principal, request, reply)
  request.principal = caller.principal
  return caller
}

/** The token in the path is the credential; any other is not looked at. */
function holderIn(
  { linkKeeper }: Admission,
  access: LinkAccess,
  { params }: FastifyRequest,
): Promise<LinkPrincipal | undefined> {
  return linkKeeper.identify(access.link, (params as Record<string, string>)[LINK_TOKENS[access.link]] ?? '')
}

async function admitLink(
  admission: Admission,
  { id, raw }: Operation,
  access: LinkAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { perCredential, perLink, perAddress } = admission
  const principal = await holderIn(admission, access, request)
  if (!principal) {
    await limitAddress(perAddress, request, reply)
    fail(linkFailures.link_unknown)
  }
  request.principal = principal
  await letIn(admission, id, principal, async () => {
    // A page asks for all of its pictures at once: they must not use up what its holder may do.
    spend(reply, await (raw?.kind === 'file' ? perCredential : perLink).take(principalId(principal)))
    authorizeLink(access, principal)
  })
}

/** A holder who is refused was there: that is told. */
async function letIn(
  { linkKeeper }: Admission,
  operationId: string,
  principal: LinkPrincipal,
  judge: () => Promise<void>,
): Promise<void> {
  try {
    await judge()
  } catch (error) {
    if (error instanceof Refusal) await linkKeeper.turnedAway(principal, operationId, error.failure)
    throw error
  }
}

/** For whoever has shown no working credential. */
export async function limitAddress(
  limiter: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
  what = 'address',
): Promise<void> {
  spend(reply, await limiter.take(`${what}:${networkIn(request)}`))
}

/** A proxy that is trusted can pass on anything as the address, and who has hung up has none. */
export function networkIn({ ip, socket }: FastifyRequest): string {
  return networkOf(ip) ?? networkOf(socket.remoteAddress) ?? 'unknown'
}

export function spend(reply: FastifyReply, verdict: Verdict): void {
  reply.headers(limitHeaders(verdict))
  if (!verdict.allowed) refuseOver(verdict)
}
