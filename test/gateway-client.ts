import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { request } from 'undici'
import type { Ctx } from '#core/context.ts'
import { createCaller } from '#modules/ai/gateway-caller.service.ts'
import type { GatewayCallerCreate } from '#modules/ai/gateway-caller.schema.ts'
import { systemContext } from '#src/runtime.ts'
import type { Answer } from './client.ts'
import { addressOf } from './event-source.ts'
import type { Harness } from './harness.ts'

const PREFIX = '/v1/internal/ai-gateway'
const HEADER = 'x-service-ai-gateway-'

interface Signing {
  method?: string
  path?: string
  query?: string
  timestamp?: string
  nonce?: string
  caller?: string
  workspaceId?: string
  actorKind?: string
  actorId?: string
  secret?: string
  /** Signed in place of what is sent. */
  signedBody?: string | Buffer
  headers?: Record<string, string>
}

/** A program that signs what it sends, as docs/ai-gateway.md says. */
export interface GatewayClient {
  name: string
  secret: string
  ctx: Ctx
  workspaceId: string
  /** A request as it goes over the wire. */
  raw(route: string, body: string): string
  get(route: string, signing?: Signing): Promise<Answer>
  post(route: string, body: unknown, signing?: Signing): Promise<Answer>
  send(route: string, body: string | Buffer, contentType: string, signing?: Signing): Promise<Answer>
  /** Handed to the routes without a connection, for what none would carry. */
  handed(method: string, route: string, body?: string, signing?: Signing): Promise<Answer>
}

/** Written again here, and not shared with the product: a mistake in one must not hide in the other. */
function signedHeaders(signing: Required<Omit<Signing, 'headers' | 'signedBody'>>, body: string | Buffer) {
  const { method, path, query, timestamp, nonce, caller, workspaceId, actorKind, actorId, secret } = signing
  const lines = ['AIGW1-HMAC-SHA256', method, path, query, timestamp, nonce, caller, workspaceId, actorKind, actorId]
  const text = [...lines, createHash('sha256').update(body).digest('hex')].join('\n')
  const values = {
    caller,
    'workspace-id': workspaceId,
    'actor-kind': actorKind,
    'actor-id': actorId,
    timestamp,
    nonce,
    signature: `v1=${createHmac('sha256', secret).update(text).digest('hex')}`,
  }
  const present = Object.entries(values).filter(([, value]) => value !== '')
  return Object.fromEntries(present.map(([name, value]) => [HEADER + name, value]))
}

export async function gatewayClient(
  { app, runtime, workspaceId }: Harness,
  changes: Partial<GatewayCallerCreate> = {},
): Promise<GatewayClient> {
  const ctx = systemContext(runtime)
  const { name, secret } = await createCaller(ctx, {
    name: `caller-${randomBytes(5).toString('hex')}`,
    routes: ['*'],
    workspaces: [workspaceId],
    actorKinds: ['user', 'agent', 'service', 'workflow', 'system'],
    ...changes,
  })
  await runtime.bus.settle()

  return clientOn(app, { name, secret, ctx, workspaceId })
}

/** The same program at another node. */
export function clientAt(client: GatewayClient, app: FastifyInstance): GatewayClient {
  return clientOn(app, client)
}

function clientOn(
  app: FastifyInstance,
  who: Pick<GatewayClient, 'name' | 'secret' | 'ctx' | 'workspaceId'>,
): GatewayClient {
  function prepared(method: string, route: string, body: string | Buffer | undefined, signing: Signing) {
    const { headers = {}, signedBody = body ?? '', query = '', ...others } = signing
    const path = `${PREFIX}/${route}`
    const full = {
      method,
      path,
      query,
      timestamp: String(Math.floor(Date.now() / 1000)),
      nonce: randomBytes(12).toString('hex'),
      caller: who.name,
      workspaceId: who.workspaceId,
      actorKind: '',
      actorId: '',
      secret: who.secret,
      ...others,
    }
    const url = query === '' ? path : `${path}?${query}`
    return { url, headers: { ...signedHeaders(full, signedBody), ...headers } }
  }
  const send = (method: string, route: string, body: string | Buffer | undefined, signing: Signing) => {
    const { url, headers } = prepared(method, route, body, signing)
    return ask(app, method, url, headers, body)
  }
  return {
    ...who,
    raw(route, body) {
      const headers = { host: 'localhost', 'content-type': 'application/json', 'content-length': String(body.length) }
      const request = prepared('POST', route, body, { headers })
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
      return `POST ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
    },
    async handed(method, route, payload, signing = {}) {
      const { url, headers } = prepared(method, route, payload, signing)
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(payload !== undefined && { payload }),
      })
      return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.json() }
    },
    get: (route, signing = {}) => send('GET', route, undefined, signing),
    post: (route, body, signing = {}) =>
      send('POST', route, JSON.stringify(body), {
        ...signing,
        headers: { 'content-type': 'application/json', ...signing.headers },
      }),
    send: (route, body, contentType, signing = {}) =>
      send('POST', route, body, { ...signing, headers: { 'content-type': contentType, ...signing.headers } }),
  }
}

/** Over a real connection: that is where the gateway answers by itself. */
async function ask(
  app: FastifyInstance,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer | undefined,
): Promise<Answer> {
  const answer = await request(`${await addressOf(app)}${path}`, {
    method: method as 'GET',
    headers,
    ...(body !== undefined && { body }),
  })
  const answered = answer.headers as Record<string, string>
  return { status: answer.statusCode, headers: answered, body: (await answer.body.json()) as Answer['body'] }
}
