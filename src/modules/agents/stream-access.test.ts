import { SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { namesOf, sessionPlace, type SessionPlace } from '#test/agent-session.ts'
import { addressOf, openEvents } from '#test/event-source.ts'
import { harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'
import { soon } from '#test/working.ts'

async function statusOf(url: string, token?: string, headers: Record<string, string> = {}): Promise<number> {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const events = await openEvents(url, { ...authorization, ...headers })
  events.close()
  return events.response.status
}

interface Access {
  access_token: string
  subscribe_url: string
  marks: object
  [name: string]: unknown
}

async function accessTo(
  { url }: SessionPlace,
  token: string,
  body: object = {},
): Promise<{ status: number; body: Access }> {
  const response = await fetch(`${url}/durable-session-access`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Access }
}

test('only a token of a person opens the stream', async () => {
  const { url, admin, make, runtime } = await sessionPlace()
  const stream = `${url}/subscribe_direct`
  const key = await make.key()
  const expired = await new SignJWT({ sid: newId() })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(admin.userId)
    .setAudience('innkeeper-api')
    .setExpirationTime('-1 minute')
    .sign(runtime.services.signer.key('access-token'))
  const forged = await new SignJWT({ sid: newId() })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('agent-session')
    .setExpirationTime('1 hour')
    .sign(new TextEncoder().encode('another secret'))
  expect(await statusOf(stream)).toBe(401)
  expect(await statusOf(stream, undefined, { authorization: admin.token })).toBe(401)
  expect(await statusOf(stream, undefined, { authorization: `Basic ${admin.token}` })).toBe(401)
  for (const token of [key.value, expired, forged, 'server-key', `${admin.token}x`]) {
    expect(await statusOf(stream, token), token).toBe(401)
  }
  expect(await statusOf(stream, admin.token)).toBe(200)
})

test('the owner and administrators see a session, others of the workspace when it is shared, strangers never', async () => {
  const owned = await sessionPlace()
  const [stranger, colleague, other] = [await owned.make.stranger(), await owned.make.person(), await harness()]
  const stream = `${owned.url}/subscribe_direct`
  expect(await statusOf(stream, (await owned.make.person({ role: 'admin' })).token)).toBe(200)
  expect(await statusOf(stream, colleague.token)).toBe(403)
  expect(await statusOf(stream, stranger.token)).toBe(403)
  expect(await statusOf(stream, other.admin.token)).toBe(403)
  const shared = await sessionPlace('workspace')
  const sharedStream = `${shared.url}/subscribe_direct`
  expect(await statusOf(sharedStream, (await shared.make.person()).token)).toBe(200)
  expect(await statusOf(sharedStream, colleague.token)).toBe(403)
  const unknown = stream.replace(owned.sessionId, newId())
  expect(await statusOf(unknown, owned.admin.token)).toBe(404)
  expect(await statusOf(unknown)).toBe(401)
})

test.each([
  'since_seq=-1',
  'since_seq=1.5',
  'since_seq=x',
  'since_seq=9007199254740992',
  'since_seq=',
  'since_seq=1&since_seq=2',
  'text_offset=-1',
  'after_stream_seq=1e3.5',
  'after_reasoning_seq=-0.5',
  'live_only=maybe',
  'after_seq=1',
])('%s is refused as malformed', async (query) => {
  const { url, admin } = await sessionPlace()
  const response = await fetch(`${url}/subscribe_direct?${query}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ parameter: query.split('=')[0] }] })
})

test('ids that are none are refused as malformed', async () => {
  const { url, admin, sessionId } = await sessionPlace()
  const stream = `${url}/subscribe_direct`
  for (const id of ['x', '1;2', '1;;-1;0;0', `1;${'g'.repeat(36)};0;0;0`]) {
    expect(await statusOf(stream, admin.token, { 'last-event-id': id }), id).toBe(422)
  }
  expect(await statusOf(stream, admin.token, { 'last-event-id': '0;;0;0;0' })).toBe(200)
  expect(await statusOf(stream.replace(sessionId, 'no-uuid'), admin.token)).toBe(422)
})

test('access to a session is a token for its stream alone', async () => {
  const here = await sessionPlace()
  const { admin, sessionId, workspaceId, app, runtime } = here
  const { status, body } = await accessTo(here, admin.token, { ttl_seconds: 60, capabilities: ['subscribe'] })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    session_id: sessionId,
    workspace_id: workspaceId,
    protocol: 'ag-ui/1.0+sse',
    subscribe_url: `${runtime.config.baseUrl}/v1/agent/sessions/${sessionId}/subscribe_direct`,
    runs_url: `${runtime.config.baseUrl}/v1/agent/sessions/${sessionId}/runs_direct`,
    token_type: 'bearer',
    expires_in: 60,
    marks: { seq: 0, message_id: null, stream_seq: 0, reasoning_seq: 0, text_offset: 0 },
    active_run_id: null,
    pending_interactions: [],
  })
  const { access_token: token } = body
  expect(await statusOf(`${here.url}/subscribe_direct`, token)).toBe(200)
  const second = await sessionPlace()
  expect(await statusOf(`${second.url}/subscribe_direct`, token)).toBe(403)
  expect((await accessTo(here, token)).status).toBe(401)
  const elsewhere = await fetch(`${await addressOf(app)}/api/v1/workspaces`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(elsewhere.status).toBe(401)
  const onlyRuns = await accessTo(here, admin.token, { capabilities: ['run'] })
  expect(await statusOf(`${here.url}/subscribe_direct`, onlyRuns.body.access_token)).toBe(403)
  const pages = await accessTo(here, admin.token, { origin: 'https://app.example' })
  const from = (origin: string): Promise<number> =>
    statusOf(`${here.url}/subscribe_direct`, pages.body.access_token, { origin })
  expect([await from('https://app.example'), await from('https://evil.example')]).toEqual([200, 401])
})

test('access ends with the sign-in of the person who asked for it', async () => {
  const here = await sessionPlace()
  const { body } = await accessTo(here, here.admin.token)
  expect(await statusOf(`${here.url}/subscribe_direct`, body.access_token)).toBe(200)
  await run(here.ctx.db, sql`update sessions set ended_at = now() where user_id = ${here.admin.userId}`)
  expect(await statusOf(`${here.url}/subscribe_direct`, body.access_token)).toBe(401)
})

test('access is for those who may see the session, asked for in its form', async () => {
  const here = await sessionPlace()
  const colleague = await here.make.person()
  expect((await accessTo(here, colleague.token)).status).toBe(403)
  expect((await accessTo(here, (await here.make.key()).value)).status).toBe(401)
  for (const body of [
    { ttl_seconds: 59 },
    { ttl_seconds: 3601 },
    { capabilities: [] },
    { capabilities: ['all'] },
    { x: 1 },
  ]) {
    expect((await accessTo(here, here.admin.token, body)).status, JSON.stringify(body)).toBe(422)
  }
  const unknown = { ...here, url: here.url.replace(here.sessionId, newId()) }
  expect((await accessTo(unknown, here.admin.token)).status).toBe(404)
  const malformed = { ...here, url: here.url.replace(here.sessionId, 'x') }
  expect((await accessTo(malformed, here.admin.token)).status).toBe(422)
})

test('a stream ends, and says why, when the token expires', async () => {
  const here = await sessionPlace()
  const { exp } = JSON.parse(Buffer.from(here.admin.token.split('.')[1] ?? '', 'base64url').toString())
  // It stands still: however long the way in takes, the token is good until then.
  const node = await secondNode({ now: () => new Date(exp * 1000 - 1000) })
  const url = `${await addressOf(node.app)}/v1/agent/sessions/${here.sessionId}/subscribe_direct`
  const events = await openEvents(url, { authorization: `Bearer ${here.admin.token}` })
  const closing = (await events.until('stream.closing')).at(-1)
  expect(closing?.data.value).toEqual({ reason: 'token_expired' })
  expect(await events.next()).toBeUndefined()
  await node.close()
})

test('a stream ends when the server stops, and goes on from its marks at another', async () => {
  const here = await sessionPlace()
  await here.append({ type: 'step.started', step_name: 'one' })
  const node = await secondNode()
  const url = `${await addressOf(node.app)}/v1/agent/sessions/${here.sessionId}/subscribe_direct`
  const events = await openEvents(url, { authorization: `Bearer ${here.admin.token}` })
  await events.until('stream.caught_up')
  const stopped = node.close()
  const closing = (await events.until('stream.closing')).at(-1)
  expect(closing?.data.value).toEqual({ reason: 'shutdown' })
  expect(await events.next()).toBeUndefined()
  await stopped
  await here.append({ type: 'step.started', step_name: 'two' })
  const again = await here.subscribe('', { 'last-event-id': closing?.id ?? '' })
  expect(namesOf(await again.until('stream.caught_up'))).toEqual(['stream.ready', 'STEP_STARTED', 'stream.caught_up'])
})

test('a stream ends at once when its reader leaves the workspace', async () => {
  const here = await sessionPlace('workspace')
  const [leaver, guest] = [await here.make.person(), await here.make.person()]
  const { body } = await accessTo(here, guest.token)
  const stream = `${here.url}/subscribe_direct`
  const byLeaver = await openEvents(stream, { authorization: `Bearer ${leaver.token}` })
  const byGuest = await openEvents(stream, { authorization: `Bearer ${body.access_token}` })
  const staying = await here.subscribe()
  for (const events of [byLeaver, byGuest, staying]) await events.until('stream.caught_up')
  for (const { membershipId } of [leaver, guest]) {
    expect((await here.asAdmin.delete(`/members/${membershipId}`)).status).toBe(200)
  }
  for (const events of [byLeaver, byGuest]) {
    expect((await events.until('stream.closing')).at(-1)?.data.value).toEqual({ reason: 'access_ended' })
  }
  await here.append({ type: 'step.started', step_name: 'one' })
  expect((await staying.next())?.data.type).toBe('STEP_STARTED')
})

test('one person has so many streams at a node and no more; others are not concerned, and a closed one makes room', async () => {
  const place = await sessionPlace()
  const server = await secondNode({ config: { agentStreamsPerPerson: 3 } })
  const base = await addressOf(server.app)
  onTestFinished(() => server.close())
  const stream = place.url.replace(/^https?:\/\/[^/]+/, base) + '/subscribe_direct'
  const other = await place.make.person({ role: 'admin' })
  const opened: Awaited<ReturnType<typeof openEvents>>[] = []
  // Before the server is closed, which waits for those who read.
  onTestFinished(() => opened.forEach((events) => events.close()))
  const openAs = async (token: string) => {
    const events = await openEvents(stream, { authorization: `Bearer ${token}` })
    opened.push(events)
    return events
  }
  const held = [await openAs(place.admin.token), await openAs(place.admin.token), await openAs(place.admin.token)]
  const refused = await openAs(place.admin.token)
  expect(held.map(({ response }) => response.status)).toEqual([200, 200, 200])
  expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '60'])
  // A token for the session alone is the same person's.
  const narrowed = (await accessTo(place, place.admin.token)).body.access_token
  expect((await openAs(narrowed)).response.status).toBe(429)
  const others = await openAs(other.token)
  expect(others.response.status).toBe(200)
  held[0]?.close()
  await soon(async () => expect((await openAs(place.admin.token)).response.status).toBe(200))
})

test('a page of another site follows a session with a token, and is asked before what it may send', async () => {
  const place = await sessionPlace()
  const stream = `${place.url}/subscribe_direct`
  const page = { origin: 'https://app.example' }
  const asks = {
    ...page,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,last-event-id',
  }
  for (const url of [stream, `${place.url}/durable-session-access`, `${place.url}/runs_direct`]) {
    const allowed = await fetch(url, { method: 'OPTIONS', headers: asks })
    const { headers } = allowed
    expect([url, allowed.status, headers.get('access-control-allow-origin')]).toEqual([url, 204, '*'])
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/authorization.*last-event-id/)
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST')
    // With it a browser would send along what belongs to the person and not to the page.
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
  const events = await openEvents(stream, { ...page, authorization: `Bearer ${place.admin.token}` })
  expect([events.response.status, events.response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  events.close()
  // What is refused can be read by the page too, or it could not tell why.
  const refused = await fetch(stream, { headers: page })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  const elsewhere = await fetch(stream.replace(/\/v1\/.*$/, '/api/v1/workspaces'), { method: 'OPTIONS', headers: asks })
  expect([elsewhere.status, elsewhere.headers.get('access-control-allow-origin')]).toEqual([405, null])
})
