import { randomBytes } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { toolClient } from '#test/mcp.ts'
import {
  asking,
  CALLBACK,
  PASSWORD,
  place,
  post,
  registered,
  tokensFor,
  type Json,
  type Place,
} from '#test/sign-in-place.ts'
import { signInProvider, submit, throughTheBrowser } from '#test/tool-sign-in.ts'

const toolStatus = async ({ url }: Place, token: string | undefined): Promise<number> => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const credential = { authorization: `Bearer ${token}` }
  const body = JSON.stringify(message)
  return (await fetch(`${url}/v1/mcp-server`, { method: 'POST', headers: { ...headers, ...credential }, body })).status
}

test('the official client finds its way from 401 to a tool, and refreshes', async () => {
  const at = await place()
  const provider = signInProvider(CALLBACK)
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${at.url}/v1/mcp-server`), { authProvider: provider })
  const first = transport()
  const client = () => new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await expect(client().connect(first)).rejects.toThrow(/nauthorized/)
  const back = await throughTheBrowser(provider.address ?? '', at.person, { workspaceId: at.workspaceId })
  expect([back.searchParams.get('state'), back.searchParams.has('iss')]).toEqual(['a-state', true])
  await first.finishAuth(back.searchParams)
  const second = client()
  await second.connect(transport())
  onTestFinished(() => second.close())
  const { structuredContent } = await second.callTool({ name: 'get_context', arguments: {} })
  expect(structuredContent).toMatchObject({
    caller: { kind: 'user', name: at.person.fullName, role: 'manager' },
    workspace: { id: at.workspaceId, consoleUrl: `${at.url}/w/${at.workspaceId}` },
  })
})

test('read only, chosen on the page, leaves the reading tools', async () => {
  const at = await place()
  const { access_token: token, scope } = await tokensFor(at, 'read')
  expect(scope.split(' ').every((each) => each.endsWith(':read') || each === 'tools:use')).toBe(true)
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${at.url}/v1/mcp-server`), { requestInit }))
  onTestFinished(() => client.close())
  const { tools } = await client.listTools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
})

test('a code is good once; used again, what it opened is closed', async () => {
  const at = await place()
  const { exchange, access_token: token } = await tokensFor(at)
  expect(await toolStatus(at, token)).toBe(200)
  expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await toolStatus(at, token)).toBe(401)
})

test('a refresh token has one successor; two at once get the same, an old one ends the grant', async () => {
  const at = await place()
  const { refresh, refresh_token: first } = await tokensFor(at)
  const [one, two] = await Promise.all([refresh(first), refresh(first)])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(one.body['refresh_token']).toBe(two.body['refresh_token'])
  const next = await refresh(one.body['refresh_token'] ?? '')
  expect(next.status).toBe(200)
  expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await refresh(next.body['refresh_token'] ?? '')).toMatchObject({ status: 400 })
  expect(await toolStatus(at, next.body['access_token'])).toBe(401)
})

test('a refresh may ask for less and never for more; the next one has all again', async () => {
  const at = await place()
  const { refresh, refresh_token: first, scope } = await tokensFor(at, 'read')
  for (const wrong of ['tasks:read bogus', 'tasks:write', 'bogus'])
    expect(await refresh(first, { scope: wrong })).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
  const less = (await refresh(first, { scope: 'tasks:read' })).body
  expect(less['scope']?.split(' ').toSorted()).toEqual(['tasks:read', 'tools:use'])
  const names = await (await toolClient(at.url, less['access_token'] ?? '')).names()
  expect(names).toContain('list_tasks')
  expect(names.filter((name) => /propert|reservation|conversation/.test(name))).toEqual([])
  // Two windows at once have one successor, each with what it asked for.
  const other = (await refresh(first, { scope: 'properties:read' })).body
  expect(other['refresh_token']).toBe(less['refresh_token'])
  expect(await (await toolClient(at.url, other['access_token'] ?? '')).names()).not.toContain('list_tasks')
  const all = (await refresh(less['refresh_token'] ?? '', { scope: 'offline_access' })).body
  expect(all['scope']).toBe(scope)
  const withAll = await (await toolClient(at.url, all['access_token'] ?? '')).names()
  expect(withAll).toEqual(expect.arrayContaining(['list_tasks', 'list_properties']))
  // Whoever uses an old one has ended the grant, whatever they ask for.
  expect(await refresh(first, { scope: 'bogus' })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await toolStatus(at, less['access_token'])).toBe(401)
})

test('the proof of the code is needed: another verifier, another client, another redirect are refused', async () => {
  const at = await place()
  const clientId = await registered(at)
  const { address, verifier } = asking(clientId)
  const other = await registered(at)
  const right = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  }
  for (const wrong of [
    { code_verifier: randomBytes(32).toString('base64url') },
    { client_id: other },
    { redirect_uri: 'http://127.0.0.1/x' },
  ]) {
    const back = await throughTheBrowser(address(at.url), at.person, { workspaceId: at.workspaceId })
    const code = back.searchParams.get('code') ?? ''
    const form = new URLSearchParams({ ...right, ...wrong, code })
    expect(await post(`${at.url}/token`, form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  }
})

test('a session is no token here, and a token here is no session', async () => {
  const at = await place()
  const { access_token: token } = await tokensFor(at)
  expect(await toolStatus(at, at.person.token)).toBe(401)
  expect((await at.as(token ?? '').get('/tasks')).status).toBe(401)
})

test('who leaves the workspace, or takes it back, has nobody acting for them; revoked is revoked', async () => {
  const at = await place()
  const [mine, revoked, left] = [await tokensFor(at), await tokensFor(at), await tokensFor(at)]
  const console = at.asConsole(at.person.token)
  const { items } = (await console.get('/tool-grants')).body
  expect(items).toHaveLength(3)
  await console.delete(`/tool-grants/${items[2].id}`)
  expect(await toolStatus(at, mine.access_token)).toBe(401)
  const form = new URLSearchParams({ token: revoked.refresh_token ?? '', client_id: revoked.clientId })
  expect((await post(`${at.url}/revoke`, form)).status).toBe(200)
  expect(await toolStatus(at, revoked.access_token)).toBe(401)
  expect(await toolStatus(at, left.access_token)).toBe(200)
  await at.asAdmin.delete(`/members/${at.person.membershipId}`)
  expect(await toolStatus(at, left.access_token)).toBe(401)
})

test('the role of today counts, not that of the sign-in', async () => {
  const at = await place('manager')
  const { access_token: token } = await tokensFor(at)
  const listed = async (): Promise<string[]> => {
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${at.url}/v1/mcp-server`), { requestInit }))
    const { tools } = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name)
  }
  expect(await listed()).toContain('delete_task')
  await at.asAdmin.patch(`/members/${at.person.membershipId}`, { role: 'member' })
  expect(await listed()).not.toContain('delete_task')
})

test.each([
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  [{ scope: 'tasks:raed' }, 'invalid_scope'],
])('a request with %o goes back as %s', async (wrong, error) => {
  const at = await place()
  const { address } = asking(await registered(at), wrong)
  const answer = await fetch(address(at.url), { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([error, 'a-state'])
})

test('the address of the tools is known however it is written, with its choices, and no other is', async () => {
  const at = await place()
  const clientId = await registered(at)
  const own = `${at.url}/v1/mcp-server`
  const isKnown = async (resource: string) =>
    (await fetch(asking(clientId, { resource }).address(at.url))).status === 200
  const known = [own, `${own}/`, own.replace('http', 'HTTP'), `${own}?read_only=true`, `${own}/?toolsets=tasks`]
  for (const resource of [...known, `${own}?toolsets=tasks&read_only=true`])
    expect([resource, await isKnown(resource)]).toEqual([resource, true])
  const others = ['?x=1', '/x', '#x', '?read_only=true#', '//'].map((end) => own + end)
  for (const resource of [...others, own.replace('//', '//u@'), own.replace('http', 'https'), own.toUpperCase(), 'x']) {
    const { status, headers } = await fetch(asking(clientId, { resource }).address(at.url), { redirect: 'manual' })
    expect([resource, status, headers.get('location')]).toEqual([
      resource,
      303,
      expect.stringContaining('invalid_target'),
    ])
  }
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: 'x' }
  const asked = (resource: string) => post(`${at.url}/token`, new URLSearchParams({ ...form, resource }))
  expect((await asked(`${own}?read_only=true`)).body['error']).toBe('invalid_grant')
  expect((await asked(`${own}?x=1`)).body['error']).toBe('invalid_target')
})

test('with an unknown program or redirect nobody is sent anywhere', async () => {
  const at = await place()
  const clientId = await registered(at)
  for (const { address } of [asking('nobody'), asking(clientId, { redirect_uri: 'https://evil.example/' })]) {
    const answer = await fetch(address(at.url), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
})

test('the page shows names as text, runs nothing, and cannot be framed', async () => {
  const at = await place()
  const { address } = asking(await registered(at))
  const answer = await fetch(address(at.url))
  const html = await answer.text()
  expect(html).toContain('Test &#60;program&#62;')
  expect(html).not.toContain('<program>')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('script-src')
})

test('a wrong password is told on the page; a consent without a proof, or with that of another request, asks again', async () => {
  const at = await place()
  const clientId = await registered(at)
  const [one, two] = [asking(clientId), asking(clientId)]
  const first = await (await fetch(one.address(at.url))).text()
  const wrong = await submit(at.url, first, { step: 'sign-in', email: at.person.email, password: 'no' })
  expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('is wrong')])
  const right = await submit(at.url, first, { step: 'sign-in', email: at.person.email, password: PASSWORD })
  const [, proof = ''] = /name="proof" value="([^"]*)"/.exec(await right.text()) ?? []
  const other = await (await fetch(two.address(at.url))).text()
  const choice = { step: 'allow', workspace: at.workspaceId, access: 'write' }
  for (const filled of [choice, { ...choice, proof }]) {
    expect((await submit(at.url, other, filled)).status).toBe(401)
  }
})

test('a person who says no, or names a workspace of others, opens nothing', async () => {
  const [at, elsewhere] = [await place(), await place()]
  const { address } = asking(await registered(at))
  const no = await throughTheBrowser(address(at.url), at.person, { workspaceId: at.workspaceId, step: 'deny' })
  expect(no.searchParams.get('error')).toBe('access_denied')
  const foreign = await throughTheBrowser(address(at.url), at.person, { workspaceId: elsewhere.workspaceId })
  expect(foreign.searchParams.get('code')).toBeNull()
})

test('what no program sends is refused, not a failure of ours', async () => {
  const at = await place()
  const clientId = await registered(at)
  const { address } = asking(clientId)
  for (const wrong of [
    `${at.url}/authorize?client_id=%00`,
    `${address(at.url)}&state=again`,
    `${address(at.url)}&scope=a&scope=b`,
  ]) {
    const answer = await fetch(wrong)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, expect.stringContaining('text/html')])
  }
  const refused = await post(`${at.url}/token`, new URLSearchParams({ client_id: '\0', grant_type: 'refresh_token' }))
  expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  const basic = { authorization: `Basic ${Buffer.from('%00:x').toString('base64')}` }
  const body = new URLSearchParams({ grant_type: 'refresh_token' })
  expect((await fetch(`${at.url}/token`, { method: 'POST', headers: basic, body })).status).toBe(401)
})

test('what cannot be registered is refused by name', async () => {
  const at = await place()
  const register = (body: object) => post(`${at.url}/register`, JSON.stringify(body))
  expect(await register({})).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' } })
  expect(await register({ redirect_uris: ['http://evil.example/'] })).toMatchObject({
    status: 400,
    body: { error: 'invalid_redirect_uri' },
  })
  for (const name of [
    'Claude\u202e\n\nfrom Anthropic',
    'Cl\u200baude',
    'Claude\u2066',
    '\u00adClaude',
    'a\u2028b',
    ' ',
  ]) {
    const refused = await register({ redirect_uris: [CALLBACK], client_name: name })
    expect([name, refused.status, refused.body['error']]).toEqual([name, 400, 'invalid_client_metadata'])
  }
  const named = await register({ redirect_uris: [CALLBACK], client_name: 'Büro – مساعد 助手' })
  expect(named.status).toBe(201)
  const secret = await register({ redirect_uris: [CALLBACK] })
  expect(secret.body['client_secret']).toBeTruthy()
  const form = { grant_type: 'refresh_token', client_id: secret.body['client_id'] ?? '', refresh_token: 'x' }
  expect(await post(`${at.url}/token`, new URLSearchParams(form))).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  })
})

test('the metadata names this server and where it is', async () => {
  const { url } = await place()
  const read = async (path: string): Promise<Json> => (await fetch(`${url}${path}`)).json() as Promise<Json>
  const server = await read('/.well-known/oauth-authorization-server')
  expect(server).toMatchObject({ issuer: url, client_id_metadata_document_supported: true })
  expect(await read('/.well-known/oauth-authorization-server/v1/mcp-server')).toEqual(server)
  const resource = await read('/.well-known/oauth-protected-resource/v1/mcp-server')
  expect(resource).toMatchObject({ resource: `${url}/v1/mcp-server` })
  expect((await fetch(`${url}/.well-known/oauth-authorization-server/other`)).status).toBe(404)
})
