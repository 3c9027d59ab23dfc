import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#core/context.ts'
import { createCaller } from '#modules/ai/gateway-caller.service.ts'
import type { GatewayCallerCreate } from '#modules/ai/gateway-caller.schema.ts'
import { systemContext } from '#src/runtime.ts'
import type { Answer } from './client.ts'
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
  get(route: string, signing?: Signing): Promise<Answer>
  post(route: string, body: unknown, signing?: Signing): Promise<Answer>
  send(route: string, body: string | Buffer, contentType: string, signing?: Signing): Promise<Answer>
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
  async function send(method: string, route: string, body: string | Buffer | undefined, signing: Signing) {
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
    const sent = { ...signedHeaders(full, signedBody), ...headers }
    return inject(app, method, url, sent, body)
  }
  return {
    ...who,
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

async function inject(
  app: FastifyInstance,
  method: string,
  url: string,
  headers: Record<string, string>,
  payload: string | Buffer | undefined,
): Promise<Answer> {
  const answer = await app.inject({ method: method as 'GET', url, headers, ...(payload !== undefined && { payload }) })
  return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.json() }
}
