import type { AuthInfo } from '@modelcontextprotocol/server'
import type { NodeMcpRequestHandler } from '@modelcontextprotocol/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { authorize } from '#core/access.ts'
import { newId } from '#core/crypto.ts'
import { fail } from '#core/errors.ts'
import { admitting } from '#core/late-body.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { isRestricted, type Principal } from '#core/principal.ts'
import { TOOLSETS, type Tool } from '#core/tool.ts'
import { mayUse, type Caller } from '#core/tool-caller.ts'
import { ready } from '#core/tool-ready.ts'
import { contextFor, hashOf } from '#core/tool-run.ts'
import { parameterReader, refuseAny } from '#core/validate.ts'
import { builtIns } from './built-in.ts'
import { errandOf, type Errand } from './errand.ts'
import { isWrongPage, readMessages, refusePage } from './reading.ts'
import { failures, MCP_PATH, ToolHeaders, ToolQuery, toolServerRoutes } from './routes.ts'
import type { ServerParts } from './server.ts'

const NAME_LENGTH_MAX = 100
const MESSAGES_MAX = 100

export interface ToolServer extends Omit<ServerParts, 'tools'> {
  tools: readonly Tool[]
  /** Addresses under which the service is reached; requests from pages of others are refused. */
  origins: readonly string[]
  /** Who this is and in which workspace; refuses, after counting the attempt. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Admitted>
  /** Refuses a body that is not plain UTF-8. */
  assertEncoding(request: FastifyRequest): void
  /** Counts so many messages of one request; refuses when there are too many. */
  count(principal: Principal, messages: number, reply: FastifyReply): Promise<void>
}

interface Admitted {
  principal: Principal
  workspaceId: string
  readOnly: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    toolCaller?: Caller
  }
}

/** The hosted tool server: both generations of the protocol on one address, without sessions. */
export function mountToolServer(app: FastifyInstance, parts: ToolServer): void {
  app.register(async (scope) => mountMessages(scope, parts))
}

function mountMessages(app: FastifyInstance, parts: ToolServer): void {
  readMessages(app, (request) => parts.assertEncoding(request))
  let opened: Promise<Opened> | undefined
  app.addHook('onClose', async () => (await opened)?.close())
  const door = admitting(async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignPages(parts.origins, request)
    reply.header('www-authenticate', challengeOf(parts, request))
    const admitted = await parts.admit(request, reply)
    // Whoever is refused from here on has a good credential, and must not sign in again for it.
    reply.removeHeader('www-authenticate')
    request.toolCaller = callerOf(admitted, request)
    request.principal = request.toolCaller.principal
  })
  app.route({
    method: toolServerRoutes.map(({ method }) => method),
    url: MCP_PATH,
    onRequest: door.onRequest,
    async handler(request, reply) {
      await door.callerOf(request, reply)
      const { serve } = await (opened ??= open(app, parts))
      const errand = { ...errandOf(request.body), fault: request.argumentFault }
      const messages = messagesIn(request.body)
      await parts.count(request.principal, messages.length, reply)
      for (const each of messages) noteUnknown(parts, request, errandOf(each))
      if (isWrongPage(request.body)) return refusePage(reply, request.body)
      // A name for the talk, as clients with the handshake expect one. Nothing hangs on it: any node answers, with it or without.
      if (errand.method === 'initialize') reply.header('mcp-session-id', newId())
      const incoming = Object.assign(request.raw, { auth: authOf(request, errand) })
      const headers = reply.getHeaders()
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) reply.raw.setHeader(name, value)
      // From here on Fastify leaves the answer alone: whatever fails must be answered by hand.
      reply.hijack()
      try {
        await serve(incoming, reply.raw, request.body)
      } catch (error) {
        request.log.error({ err: error }, 'the tool server failed')
        if (!reply.raw.headersSent) reply.raw.writeHead(500)
        reply.raw.end()
      }
    },
  })
}

/**
 * Tells a client that is not let in where to sign in. It names no scope: clients ask for just those that are named, and
 * then the person could not give them more.
 */
function challengeOf({ services }: ToolServer, { headers }: FastifyRequest): string {
  const error = headers.authorization === undefined ? '' : 'error="invalid_token", '
  const metadata = `${services.settings.baseUrl}/.well-known/oauth-protected-resource${MCP_PATH}`
  return `Bearer ${error}resource_metadata="${metadata}"`
}

interface Opened {
  serve: NodeMcpRequestHandler
  close(): Promise<void>
}

/** Loaded at the first call: the protocol's library takes a quarter of the memory that the service needs to start. */
async function open(app: FastifyInstance, parts: ToolServer): Promise<Opened> {
  const [{ createMcpHandler }, { toNodeHandler }, { serverFor }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
    import('./server.ts'),
  ])
  const tools = parts.tools.map((tool) => ready(tool, { takesTokens: true }))
  const handler = createMcpHandler(({ authInfo }) => serverFor({ ...parts, tools }, ...broughtBy(authInfo)), {
    onerror: (error) => app.log.warn({ err: error }, 'the tool server refused a message'),
  })
  const serve = toNodeHandler(handler, {
    onerror: (error) => app.log.warn({ err: error }, 'the tool server lost a client'),
  })
  return { serve, close: () => handler.close() }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** A page in a browser sends where it comes from and, after a trick with names, a host that is not ours. */
function refuseForeignPages(origins: readonly string[], { headers }: FastifyRequest): void {
  const { origin, host } = headers
  const known = [...LOOPBACK, ...origins.map((each) => new URL(each).hostname)]
  for (const address of [origin, host === undefined ? undefined : `http://${host}`]) {
    const name = address === undefined ? undefined : URL.parse(address)?.hostname
    if (address !== undefined && (name === undefined || !known.includes(name))) fail(failures.origin_forbidden)
  }
}

function callerOf({ principal, workspaceId, readOnly }: Admitted, request: FastifyRequest): Caller {
  if (isRestricted(principal)) fail(failures.restricted_key)
  authorize({ scope: 'tools:use', role: 'member' }, principal)
  const { isReadOnly, toolsets } = choicesIn(request)
  return {
    principal,
    workspaceId,
    isReadOnly: isReadOnly || readOnly,
    toolsets,
    requestId: request.id,
    log: request.log,
  }
}

const readQuery = parameterReader(ToolQuery)
const readHeaders = parameterReader(ToolHeaders)

/** What the caller leaves out of reach. A misspelt word is refused: it must not widen what is allowed. */
function choicesIn({ query, headers }: FastifyRequest): Pick<Caller, 'isReadOnly' | 'toolsets'> {
  const header = headers['x-mcp-readonly']
  const asked = readQuery(query as Record<string, unknown>)
  const told = readHeaders(header === undefined ? {} : { 'X-MCP-Readonly': header })
  refuseAny([...asked.faults, ...told.faults])
  const { read_only, toolsets } = asked.values as Static<typeof ToolQuery>
  const chosen = toolsets?.split(',')
  return {
    isReadOnly: read_only === true || told.values['X-MCP-Readonly'] === true,
    toolsets: chosen && TOOLSETS.filter((each) => chosen.includes(each)),
  }
}

/** Older clients may send several at once; the library refuses more than these. */
function messagesIn(body: unknown): unknown[] {
  return Array.isArray(body) ? body.slice(0, MESSAGES_MAX) : [body]
}

/** A call of a tool that the caller does not have is refused by the library, and leaves a trace all the same. */
function noteUnknown(parts: ToolServer, { toolCaller }: FastifyRequest, { tool: name, args }: Errand): void {
  if (name === undefined || toolCaller === undefined) return
  const isThere =
    builtIns.some((each) => each.name === name) ||
    parts.tools.some((tool) => tool.name === name && mayUse(toolCaller, tool))
  if (isThere) return
  const call = { tool: shortened(oneLine(name), NAME_LENGTH_MAX), argsHash: hashOf(args), client: null }
  const ctx = contextFor(parts, toolCaller, parts.pool)
  parts.desk.note(ctx, { ...call, gate: 'none', outcome: 'refused', code: 'tool_unknown' })
}

function authOf({ toolCaller: caller }: FastifyRequest, errand: Errand): AuthInfo {
  // The library asks for these three; who calls and what for travels in `extra`.
  return { token: '', clientId: '', scopes: [], extra: { caller, errand } }
}

function broughtBy(auth: AuthInfo | undefined): [Caller, Errand] {
  const { caller, errand } = (auth?.extra ?? {}) as { caller?: Caller; errand?: Errand }
  if (!caller || !errand) throw new Error('a request reached the tool server without a caller')
  return [caller, errand]
}
