import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { HOST_PROOFS } from '#core/host-route.ts'
import { newId } from '#core/crypto.ts'
import type { OpenApiDocument } from '#http/openapi/document.ts'
import { Integration } from '#modules/integrations/integration.schema.ts'
import { documentOfHost } from '#src/host-document.ts'
import { clientOf, type Answer } from './client.ts'
import { contractOf, entriesIn } from './contract.ts'
import { backend } from './database.ts'
import { harness, startTestApp, type Harness } from './harness.ts'
import { routesOf } from './routes.ts'

const document = documentOfHost('http://localhost:3000')
const entries = entriesIn(document)
const contract = contractOf(document, [])

/** On the same host and not of this contract: the other host's surfaces and pages, documents, and the operator's numbers. */
const ELSEWHERE =
  /^\/(api\/|t\/|m\/|m$|t$|w$|w\*|assets\/|public-docs|llms\.txt|openapi\.json|metrics|console|$|\*|favicon|\.well-known\/security\.txt$)/

test('the document is served, and is that of version 1.0.0', async () => {
  const { app } = await harness()
  const answer = await app.inject('/openapi.json')
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' }, servers: [{}] })
  expect(Object.keys(answer.json<OpenApiDocument>().paths)).toEqual(Object.keys(document.paths))
})

test('every address of the host is in the document, and none that is not there', async () => {
  const { app } = await harness()
  const mounted = routesOf(app).filter(({ path }) => !ELSEWHERE.test(path))
  const named = mounted.map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, (_, name) => `{${snake(name)}}`)}`,
  )
  expect(named.toSorted()).toEqual(entries.map(({ method, path }) => `${method} ${path}`).toSorted())
})

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('every operation has an id of its own, a summary, a proof that is described, and refusals', () => {
  expect(new Set(entries.map(({ operationId }) => operationId)).size).toBe(entries.length)
  for (const { operationId, summary, security = [], responses } of entries) {
    expect(summary.length, operationId).toBeGreaterThan(5)
    for (const proof of security)
      expect(Object.keys(HOST_PROOFS), operationId).toEqual(expect.arrayContaining(Object.keys(proof as object)))
    expect(Object.keys(responses).length, operationId).toBeGreaterThan(0)
  }
})

function send({ app }: Harness, { method, path }: { method: string; path: string }, call: Call = {}): Promise<Answer> {
  const { body, headers, query = '', ids = {} } = call
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? newId()) + query
  const type = { 'content-type': 'application/json' }
  const isRead = method === 'GET'
  return clientOf(app, '').send(
    method,
    url,
    isRead ? undefined : (body ?? '{}'),
    isRead ? headers : { ...type, ...headers },
  )
}

interface Call {
  body?: string
  headers?: Record<string, string>
  query?: string
  ids?: Record<string, string>
}

test.each(entries)('$method $path answers a stranger as documented', async (entry) => {
  const place = await harness()
  const calls: Call[] = [
    {},
    { body: '{', headers: { authorization: 'Bearer nobody' } },
    { headers: { 'content-type': 'text/x-odd' } },
  ]
  for (const call of calls) {
    const answer = await send(place, entry, call)
    expect(contract.faultsIn(entry, answer), JSON.stringify([call, answer.status])).toEqual([])
  }
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const secret = 'secret-of-a-property-system'

/** Requests that are answered well, by the id of the operation. */
async function goodCalls({ workspaceId, admin, asAdmin, asKey }: Harness): Promise<Record<string, [number, Call]>> {
  const made = await asAdmin.post('/integrations', {
    kind: 'voice_platform_b',
    name: 'Voice',
    secrets: { webhookSecret: secret },
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
  const client = {
    redirect_uris: ['http://localhost/callback'],
    client_name: 'Test',
    token_endpoint_auth_method: 'none',
  }
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const accept = { accept: 'application/json, text/event-stream' }
  const tracing = { 'x-tracing-webhook-secret': secret }
  return {
    getHealth: [200, {}],
    getReadiness: [200, {}],
    recordHeartbeat: [200, { headers: bearer('canary-secret'), body: '{"timestamp":"2026-11-15T09:30:00Z"}' }],
    getAuthorizationServer: [200, {}],
    getAuthorizationServerOfTools: [200, {}],
    getProtectedResource: [200, {}],
    getProtectedResourceOfTools: [200, {}],
    registerClient: [201, { body: JSON.stringify(client) }],
    revokeToken: [401, { headers: FORM, body: 'token=nobody-knows-it&client_id=nobody' }],
    callToolServer: [
      200,
      {
        headers: { ...bearer(asKey.token), ...accept, host: 'localhost' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize }),
      },
    ],
    openToolStream: [400, { headers: { ...bearer(asKey.token), host: 'localhost' }, query: '?readonly=true' }],
    receivePropertySystem: [200, { headers: bearer(secret) }],
    callVoiceToolB: [
      200,
      { ids: { workspace_id: workspaceId, tool_name: 'no_such_tool' }, headers: bearer(secret), body: '{}' },
    ],
    receiveTracingAlert: [200, { headers: tracing, body: '{"alert_rule_name":"errors"}' }],
    receiveTracingQuality: [200, { headers: tracing, body: '{"rule_id":"r"}' }],
    receiveTracingEngine: [200, { headers: tracing, body: '{"id":"1","type":"issue.created"}' }],
    openChatInstallAgent: [200, { query: `?workspace_id=${workspaceId}&agent_id=x` }],
    openChatInstallWorkspace: [200, { query: `?workspace_id=${workspaceId}` }],
    beginChatInstallWorkspace: [
      401,
      { query: `?workspace_id=${workspaceId}`, headers: FORM, body: 'email=x%40y.zz&password=wrong-one' },
    ],
    finishChatInstallAgent: [200, { query: '?error=access_denied&state=x' }],
    finishChatInstallWorkspace: [409, { query: '?code=c&state=x' }],
    finishToolConnection: [502, { query: '?connected_account_id=ca_1' }],
    followAgentSession: [404, { headers: bearer(admin.token) }],
    openAgentSession: [404, { headers: bearer(admin.token) }],
    invokeAgent: [
      404,
      {
        headers: bearer(admin.token),
        body: JSON.stringify({ workspace_id: workspaceId, agent_id: newId(), input: 'Hi' }),
      },
    ],
    getAgentInteraction: [404, { headers: bearer(admin.token) }],
  }
}

test('what is asked well is answered as documented', async () => {
  const webhookSecrets = { PROPERTY_SYSTEM_WEBHOOK_SECRET: [secret], TRACING_WEBHOOK_SECRET: [secret] }
  const server = await startTestApp({ config: { webhookSecrets } })
  const place = await harness(server)
  for (const [id, [status, call]] of Object.entries(await goodCalls(place))) {
    const entry = entries.find(({ operationId }) => operationId === id)
    if (!entry) throw new Error(`${id} is not in the document`)
    const answer = await send(place, entry, call)
    expect([answer.status, contract.faultsIn(entry, answer)], `${id}: ${JSON.stringify(answer.body)}`).toEqual([
      status,
      [],
    ])
  }
  await server.close()
})

test('what the address of the tool server takes is in the document, for each of its methods', () => {
  const own = entries.filter(({ path }) => path === '/v1/mcp-server')
  expect(own).toHaveLength(3)
  for (const { parameters = [] } of own) {
    const names = parameters.map((each) => `${each.in} ${each.name}`)
    expect(names).toEqual(['query read_only', 'query toolsets', 'header X-MCP-Readonly'])
  }
})

test('the guide to integrations names every kind there is', () => {
  const guide = readFileSync(new URL('../docs/integrations.md', import.meta.url), 'utf8')
  const { enum: kinds } = Integration.properties.kind as unknown as { enum: string[] }
  expect(kinds.filter((kind) => !guide.includes(`\`${kind}\``))).toEqual([])
})

// It knows nothing of databases: once is enough.
test.runIf(backend === 'postgres')('the document passes the strict linter without a warning', async () => {
  const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
  const file = join(mkdtempSync(join(tmpdir(), 'innkeeper-test-')), 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const { stderr } = await promisify(execFile)(process.execPath, [redocly, 'lint', file, '--config=redocly.host.yaml'])
  expect(stderr).toContain('Your API description is valid')
  expect(stderr).not.toMatch(/warning/i)
})
