import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { many } from '#core/db.ts'
import { openOutbound } from '#core/outbound.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { listening } from '#test/mcp.ts'
import { serve } from '#test/peer.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'
import { callHttp } from './run-http.ts'

/** Somebody's server that answers JSON, under the name that tests may call. */
async function answering(
  answer: (
    request: IncomingMessage,
    body: string,
  ) => { status?: number; body?: unknown; headers?: Record<string, string> },
) {
  const peer = await serve(async (request, response) => {
    const { status = 200, body = {}, headers = {} } = answer(request, await text(request))
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  return { ...peer, url: `http://${peer.host.replace('127.0.0.1', 'localhost')}` }
}

async function ran(here: Harness, tasks: string, input: unknown = {}) {
  const workflowId = await publish(here, tasks)
  return settled(here, await start(here, workflowId, input))
}

test('secrets are set, listed by name and removed, and no answer shows them', async () => {
  const { asAdmin, asKey, asConsole, make, runtime, workspaceId } = await harness()
  const value = 'a-very-secret-word'
  expect((await asAdmin.post('/workflow-secrets', { name: 'PARTNER', value })).status).toBe(201)
  const again = await asAdmin.post('/workflow-secrets', { name: 'PARTNER', value: { username: 'u', password: value } })
  expect(again).toMatchObject({ status: 200, body: { name: 'PARTNER' } })
  const list = await asAdmin.get('/workflow-secrets')
  expect(list.body.items).toMatchObject([{ name: 'PARTNER' }])
  expect(JSON.stringify([list.body, again.body])).not.toContain(value)
  const rows = await many(runtime.database.pool, sql`select * from wf_secret where workspace_id = ${workspaceId}`)
  expect(JSON.stringify(rows)).not.toContain(value)
  const member = await make.person({ role: 'manager' })
  expect((await asConsole(member.token).get('/workflow-secrets')).status).toBe(403)
  expect((await asKey.get('/workflow-secrets')).status).toBe(404)
  expect((await asAdmin.post('/workflow-secrets', { name: 'not-a-name', value })).status).toBe(400)
  expect((await asAdmin.delete(`/workflow-secrets/${again.body.id}`)).body).toMatchObject({ deleted: true })
  expect((await asAdmin.delete(`/workflow-secrets/${again.body.id}`)).status).toBe(404)
})

test('a secret goes out with a call, and neither steps, history nor output show it', async () => {
  const here = await harness()
  workflows(here)
  const value = 'hush-hush-42'
  await here.asAdmin.post('/workflow-secrets', { name: 'TOKEN', value })
  await here.asAdmin.post('/workflow-secrets', { name: 'LOGIN', value: { username: 'ada', password: value } })
  const seen: (string | undefined)[] = []
  const { url } = await answering(({ headers }) => {
    seen.push(headers.authorization)
    return { body: { echo: headers.authorization } }
  })
  const run = await ran(
    here,
    `
    use: { secrets: [TOKEN, LOGIN] }
    do:
      - first: { call: http, with: { method: get, endpoint: { uri: '${url}/', authentication: { bearer: { token: '\${ $secrets.TOKEN }' } } } } }
      - second: { call: http, with: { method: get, endpoint: { uri: '${url}/', authentication: { basic: { use: LOGIN } } } } }
      - third: { call: http, with: { method: get, endpoint: '${url}/', headers: { authorization: '\${ "Key " + $secrets.TOKEN }' } } }`,
  )
  const basic = `Basic ${Buffer.from(`ada:${value}`).toString('base64')}`
  expect(seen).toEqual([`Bearer ${value}`, basic, `Key ${value}`])
  expect(run).toMatchObject({ status: 'completed', output: { echo: 'Key [secret]' } })
  const steps = await here.asKey.get(`/workflow-runs/${run.id}/steps`)
  const history = await here.asKey.get(`/workflow-runs/${run.id}/events`)
  expect(steps.body.items[0]).toMatchObject({ output: { echo: 'Bearer [secret]' } })
  expect(steps.body.items[1]).toMatchObject({ output: { echo: 'Basic [secret]' } })
  expect(JSON.stringify([run, steps.body, history.body])).not.toContain(value)
})

test('a secret that is only the password stays hidden behind a name of any length, in either alphabet', async () => {
  const here = await harness()
  workflows(here)
  const value = '>>>SUPER???SECRET~~~123'
  await here.asAdmin.post('/workflow-secrets', { name: 'TOKEN', value })
  const { url } = await answering(({ headers }) => {
    const [, pair = ''] = (headers.authorization ?? '').split(' ')
    return { body: { base64: pair, base64url: Buffer.from(pair, 'base64').toString('base64url') } }
  })
  for (const username of ['u', 'ad', 'ada']) {
    const basic = `{ basic: { username: ${username}, password: '\${ $secrets.TOKEN }' } }`
    const run = await ran(
      here,
      `
      use: { secrets: [TOKEN] }
      do: [ { ask: { call: http, with: { method: get, endpoint: { uri: '${url}/', authentication: ${basic} } } } } ]`,
    )
    const shown = expect.stringMatching(/^[\w+/-]{3,7}\[secret\][\w+/=-]{0,4}$/)
    expect(run.output).toEqual({ base64: shown, base64url: shown })
    const steps = await here.asKey.get(`/workflow-runs/${run.id}/steps`)
    expect(steps.body.items[0].output).toEqual({ base64: shown, base64url: shown })
  }
})

test('digest: the challenge is answered, once for each call', async () => {
  const here = await harness()
  workflows(here)
  const hashed = (words: string) => createHash('sha256').update(words).digest('hex')
  const { url, seen } = await answering(({ headers, method }) => {
    const { authorization } = headers
    const challenge = {
      'www-authenticate': 'Digest realm="home", nonce="n1", qop="auth", algorithm=SHA-256, opaque="o"',
    }
    if (!authorization) return { status: 401, headers: challenge }
    const field = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(authorization)?.[1] ?? ''
    const expected = hashed(
      [hashed('ada:home:pass'), 'n1', field('nc'), field('cnonce'), 'auth', hashed(`${method}:${field('uri')}`)].join(
        ':',
      ),
    )
    return field('response') === expected && field('opaque') === 'o' ? { body: { in: true } } : { status: 403 }
  })
  const call = (password: string) =>
    ran(
      here,
      `do: [ { ask: { call: http, with: { method: get, query: { a: '1' }, endpoint: { uri: '${url}/door', authentication: { digest: { username: ada, password: '${password}' } } } } } } ]`,
    )
  expect(await call('pass')).toMatchObject({ status: 'completed', output: { in: true } })
  expect(seen).toHaveLength(2)
  expect(await call('other')).toMatchObject({ status: 'faulted', error: { status: 403 } })
})

test('oauth2 and oidc: a token is asked for once while it lasts, and one that is refused is an error of authentication', async () => {
  const here = await harness()
  workflows(here)
  await here.asAdmin.post('/workflow-secrets', { name: 'CLIENT', value: 'client-secret' })
  const asked: string[] = []
  const { url } = await answering(({ url: path = '', headers }, body) => {
    if (path === '/.well-known/openid-configuration') return { body: { token_endpoint: `${url}/other-token` } }
    if (path.endsWith('token')) {
      asked.push(`${path} ${body}`)
      return body.includes('client-secret') ? { body: { access_token: `t-${path}`, expires_in: 600 } } : { status: 401 }
    }
    return { body: { authorization: headers.authorization ?? null } }
  })
  const tasks = (kind: string, secret: string) => `
    use: { secrets: [CLIENT] }
    do:
      - many:
          for: { each: n, in: '\${ [1, 2] }' }
          do:
            - ask:
                call: http
                with:
                  method: get
                  endpoint:
                    uri: '${url}/api'
                    authentication:
                      ${kind}: { authority: '${url}', grant: client_credentials, scopes: [a, b], client: { id: me, secret: '${secret}' } }`
  const run = await ran(here, tasks('oauth2', '${ $secrets.CLIENT }'))
  expect(run).toMatchObject({ status: 'completed', output: { authorization: 'Bearer t-/oauth2/token' } })
  expect(asked).toEqual([
    '/oauth2/token grant_type=client_credentials&client_id=me&client_secret=client-secret&scope=a+b',
  ])
  const other = await ran(here, tasks('oidc', '${ $secrets.CLIENT }'))
  expect(other).toMatchObject({ output: { authorization: 'Bearer t-/other-token' } })
  expect(await ran(here, tasks('oauth2', 'wrong'))).toMatchObject({
    status: 'faulted',
    error: { type: expect.stringContaining('authentication'), status: 401 },
  })
})

test('openapi: the operation is called as its document says', async () => {
  const here = await harness()
  workflows(here)
  const seen: unknown[] = []
  const document = {
    openapi: '3.1.0',
    servers: [{ url: '/v{n}', variables: { n: { default: '2' } } }],
    components: { parameters: { home: { name: 'homeId', in: 'path', required: true } } },
    paths: {
      '/homes/{homeId}/notes': {
        parameters: [{ $ref: '#/components/parameters/home' }],
        post: {
          operationId: 'addNote',
          parameters: [
            { name: 'tag', in: 'query' },
            { name: 'X-Trace', in: 'header' },
          ],
          requestBody: { content: { 'application/json': {} } },
        },
        get: { operationId: 'listNotes' },
      },
    },
  }
  const { url } = await answering(({ url: path, method, headers }, body) => {
    if (path === '/openapi.json') return { body: document }
    if (path === '/long.yaml') return { body: `paths: {}\n# ${'x'.repeat(1024 * 1024)}` }
    seen.push([method, path, headers['x-trace'], headers['authorization'], body])
    return { status: 201, body: { id: 'n1' } }
  })
  const call = (more: string) =>
    ran(here, `do: [ { ask: { call: openapi, with: { document: { endpoint: '${url}/openapi.json' }, ${more} } } } ]`)
  const parameters = `parameters: { homeId: 'a b', tag: [x, y], X-Trace: t1, text: Hello }`
  const authentication = 'authentication: { bearer: { token: abc } }'
  expect(await call(`operationId: addNote, ${parameters}, ${authentication}`)).toMatchObject({ output: { id: 'n1' } })
  expect(seen).toEqual([['POST', '/v2/homes/a%20b/notes?tag=x&tag=y', 't1', 'Bearer abc', '{"text":"Hello"}']])
  for (const [more, detail] of [
    ['operationId: nothing', 'no operation nothing'],
    ['operationId: listNotes', 'homeId is missing'],
    ['operationId: listNotes, parameters: { homeId: 1, more: 2 }', 'no parameter more'],
  ] as const) {
    expect(await call(more)).toMatchObject({ status: 'faulted', error: { detail: expect.stringContaining(detail) } })
  }
  expect(
    await ran(
      here,
      `do: [ { ask: { call: openapi, with: { document: { endpoint: '${url}/long.yaml' }, operationId: a } } } ]`,
    ),
  ).toMatchObject({ status: 'faulted', error: { detail: expect.stringContaining('at most 1 MiB') } })
  expect(
    await ran(
      here,
      `do: [ { ask: { call: openapi, with: { document: { endpoint: 'https://127.0.0.1/x' }, operationId: a } } } ]`,
    ),
  ).toMatchObject({ status: 'faulted', error: { type: expect.stringContaining('communication') } })
})

test('openapi: a YAML of very many names is read in one go, and nothing of it gets into the log', async () => {
  const here = await harness()
  workflows(here)
  const names = Array.from({ length: 60_000 }, (_, at) => `x${at.toString(36)}:\n`).join('')
  const yaml = `%FORGED\n---\nservers: [{ url: / }]\npaths: { /a: { get: { operationId: look } } }\n${names}`
  const peer = await serve((request, response) => void response.end(request.url === '/a' ? 'seen' : yaml))
  const told = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => told.mockRestore())
  const endpoint = `http://${peer.host.replace('127.0.0.1', 'localhost')}/openapi.yaml`
  const { output } = await ran(
    here,
    `do: [ { ask: { call: openapi, with: { document: { endpoint: '${endpoint}' }, operationId: look } } } ]`,
  )
  expect([output, told.mock.calls.filter(([text]) => String(text).includes('FORGED'))]).toEqual(['seen', []])
})

test('a request that cannot be sent is told in plain words, without its values', async () => {
  const here = await harness()
  workflows(here)
  const { url, seen } = await answering(() => ({}))
  const ways = [
    ["method: 'FOO BAR'", 'The method is none of HTTP: it is one word, such as GET.'],
    ['method: trace', 'The method TRACE may not be used.'],
    [
      'method: get, headers: { x-a: "b\\r\\nc" }',
      'The header x-a holds characters that cannot be sent, such as a line break.',
    ],
    [
      'method: get, headers: { x-a: "b\\x01c" }',
      'The header x-a holds characters that cannot be sent, such as a line break.',
    ],
    ['method: get, headers: { "x a": b }', '"x a" cannot be the name of a header.'],
  ] as const
  for (const [words, detail] of ways) {
    const run = await ran(here, `do: [ { ask: { call: http, with: { ${words}, endpoint: '${url}/' } } } ]`)
    const type = expect.stringContaining('/validation')
    expect(run, words).toMatchObject({ status: 'faulted', error: { type, status: 400, detail } })
  }
  const signed = `{ uri: '${url}/', authentication: { bearer: { token: "a\\nb" } } }`
  const run = await ran(here, `do: [ { ask: { call: http, with: { method: get, endpoint: ${signed} } } } ]`)
  expect(run.error).toMatchObject({ status: 400, detail: 'The request holds what cannot be sent.' })
  expect(seen).toEqual([])
})

test('a server whose name nobody knows is said to be not found', async () => {
  const lookup = () => Promise.reject(Object.assign(new Error('gone.test'), { code: 'ENOTFOUND' }))
  const outbound = openOutbound({ allow: [], lookup })
  onTestFinished(() => outbound.close())
  const { signal: going } = new AbortController()
  const asked = { key: 'k', workspaceId: 'w', signal: going, servers: [], holdsSecret: () => false }
  const signal = await callHttp(outbound, { ...asked, with: { endpoint: 'https://gone.test/' } })
  const error = { status: 502, detail: 'The name of the server could not be found.' }
  expect(signal).toMatchObject({ kind: 'error', error })
  expect(signal).not.toHaveProperty('isLasting')
})

test('mcp: a tool server is asked, over the guarded client', async () => {
  const place = await listening()
  const here = await harness(place)
  workflows(here)
  const { value } = await here.make.key()
  await here.asAdmin.post('/workflow-secrets', { name: 'TOOL_KEY', value })
  const property = await here.make.property({ name: 'Casa Verde' })
  const endpoint = `${place.url.replace('127.0.0.1', 'localhost')}/v1/mcp-server`
  const call = (at: string, rest: string) => `
    use: { secrets: [TOOL_KEY] }
    do:
      - ask:
          call: mcp
          with:
            transport: { http: { endpoint: { uri: '${at}', authentication: { bearer: { token: '\${ $secrets.TOOL_KEY }' } } } } }
            ${rest}`
  const listed = await ran(here, call(endpoint, 'method: tools/list'))
  expect(listed).toMatchObject({ status: 'completed' })
  expect(listed.output.tools.map(({ name }: { name: string }) => name)).toContain('get_property')
  const found = await ran(
    here,
    call(
      endpoint,
      `method: tools/call\n            parameters: { name: get_property, arguments: { propertyId: '${property.id}' } }`,
    ),
  )
  expect(found).toMatchObject({ status: 'completed' })
  expect(JSON.stringify(found.output)).toContain('Casa Verde')
  const failed = await ran(
    here,
    call(
      endpoint,
      'method: tools/call\n            parameters: { name: get_property, arguments: { propertyId: nothing } }',
    ),
  )
  expect(failed).toMatchObject({ status: 'faulted', error: { instance: '/do/0/ask' } })
  const refused = await ran(here, call('https://127.0.0.1/mcp', 'method: tools/list'))
  expect(refused).toMatchObject({
    status: 'faulted',
    error: { status: 502, detail: 'This address may not be called.' },
  })
})
