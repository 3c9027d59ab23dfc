import { expect, test } from 'vitest'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { startTestApp } from '#test/harness.ts'
import { portOf, serve } from '#test/peer.ts'
import { quickSync, withProvider, type Connected } from '#test/syncing.ts'
import { soon, working } from '#test/working.ts'

const connected = withProvider()

const tokenCalls = ({ account }: Connected): string[] =>
  account.calls.filter((call) => call === 'login' || call === 'refresh')
const outcomes = (place: Connected, ids: string[]): Promise<unknown[]> =>
  Promise.all(ids.map(async (id) => (await place.said(id))[0]?.['outcome']))
const allDone = (place: Connected, ids: string[]): Promise<void> =>
  soon(async () => expect(new Set(await outcomes(place, ids))).toEqual(new Set(['done'])))
const newTasks = async (place: Connected, count: number): Promise<string[]> => {
  const tasks = await Promise.all(Array.from({ length: count }, () => place.newTask()))
  return tasks.map(({ id }) => id)
}

test('of many who need a token at once one asks, and it is kept as ciphertext', async () => {
  const place = await connected()
  await working(place, [quickSync])
  await allDone(place, await newTasks(place, 8))
  expect(tokenCalls(place)).toEqual(['login'])
  expect(place.account.tasks).toHaveLength(8)
  const row = await one(place.runtime.database.pool, sql`select * from connections where id = ${place.connectionId}`)
  expect(JSON.stringify(row)).not.toContain(place.account.access)
  expect(JSON.stringify(row)).not.toContain(place.account.refresh)
})

test('before it runs out a token is refreshed, by one', async () => {
  const place = await connected()
  await working(place, [quickSync])
  place.account.tokenSeconds = 10 * 60
  await allDone(place, await newTasks(place, 1))
  place.account.tokenSeconds = 24 * 3600
  // Ten minutes are left, but a token was asked for less than a minute ago: it is used on.
  await allDone(place, await newTasks(place, 2))
  expect(tokenCalls(place)).toEqual(['login'])
  await place.minutePassed()
  await allDone(place, await newTasks(place, 6))
  expect(tokenCalls(place)).toEqual(['login', 'refresh'])
})

test('a refresh token that is refused leads to one sign-in, a minute later', async () => {
  const place = await connected()
  const [id = ''] = await newTasks(place, 1)
  await place.deliver('task.created', id)
  await run(
    place.runtime.database.pool,
    sql`update connections set tokens_expire_at = now() - interval '1 minute' where id = ${place.connectionId}`,
  )
  await place.minutePassed()
  place.account.next.push({ status: 401, on: 'refresh' })
  await place.asKey.patch(`/tasks/${id}`, { title: 'Second' })
  await expect(place.deliver('task.updated', id)).rejects.toThrow('sign in once a minute')
  await place.minutePassed()
  await place.deliver('task.updated', id)
  expect(tokenCalls(place)).toEqual(['login', 'refresh', 'login'])
  expect(place.account.tasks).toMatchObject([{ name: 'Second' }])
})

test('a token that the provider has ended leads to one sign-in and the call goes through', async () => {
  const place = await connected()
  const [id = ''] = await newTasks(place, 1)
  await place.deliver('task.created', id)
  await place.minutePassed()
  place.account.access = 'ended'
  await place.asKey.patch(`/tasks/${id}`, { title: 'Second' })
  await place.deliver('task.updated', id)
  expect(tokenCalls(place)).toEqual(['login', 'login'])
  expect(place.account.tasks).toMatchObject([{ name: 'Second' }])
})

test('a call that is refused with a fresh token as well fails for good, and the connection shows it', async () => {
  const place = await connected()
  const [id = ''] = await newTasks(place, 1)
  await place.deliver('task.created', id)
  await place.minutePassed()
  const refused = { status: 401, body: { error: 'This client may not do that' }, on: 'PATCH /task/:id' }
  place.account.next.push(refused, refused)
  await place.asKey.patch(`/tasks/${id}`, { title: 'Second' })
  await expect(place.deliver('task.updated', id)).rejects.toMatchObject({ isFinal: true })
  expect(tokenCalls(place)).toEqual(['login', 'login'])
  const lastError = 'Breezeway answered 401: This client may not do that'
  expect(await place.connection()).toMatchObject({ status: 'failing', lastError })
})

test('wrong credentials fail for good without a second try, and are in no message', async () => {
  const place = await connected()
  const { clientSecret } = place.account
  place.account.clientSecret = 'changed at the provider'
  await working(place, [quickSync])
  const [id = ''] = await newTasks(place, 1)
  await soon(async () => expect(await outcomes(place, [id])).toEqual(['failed']))
  expect(tokenCalls(place)).toEqual(['login'])
  const shown = await place.connection()
  expect(shown).toMatchObject({ status: 'failing', lastError: 'Breezeway gave no tokens' })
  expect(JSON.stringify([shown, await place.said(id)])).not.toContain(clientSecret)
})

test('a provider that repeats our secret in its words does not get it into the history', async () => {
  const place = await connected()
  const { clientSecret } = place.account
  place.account.next.push({ status: 400, body: { error: `bad client ${clientSecret}` }, on: 'login' })
  const [id = ''] = await newTasks(place, 1)
  await expect(place.deliver('task.created', id)).rejects.toThrow('Breezeway answered 400: bad client [hidden]')
  expect(JSON.stringify(await place.said(id))).not.toContain(clientSecret)
})

test('the test of a connection really signs in and says what the provider answered', async () => {
  const place = await connected()
  const check = () => place.asAdmin.post(`/connections/${place.connectionId}/test`)
  const good = await check()
  expect(good.body).toMatchObject({ ok: true, status: 200, message: 'Signed in; 1 properties.' })
  expect(place.account.calls).toEqual(['login', 'GET /property'])
  const soonAgain = await check()
  expect([soonAgain.status, soonAgain.body.code]).toEqual([429, 'sign_in_too_soon'])
  expect(Number(soonAgain.headers['retry-after'])).toBeGreaterThan(30)
  expect(tokenCalls(place)).toEqual(['login'])

  await place.asAdmin.patch(`/connections/${place.connectionId}`, {
    status: 'paused',
    credentials: { clientId: 'nobody', clientSecret: 'nothing at all' },
  })
  const bad = await check()
  expect(bad.body).toMatchObject({ ok: false, status: 401, message: 'Breezeway answered 401: Signature has expired' })
  expect(await place.connection()).toMatchObject({ status: 'paused', lastError: bad.body.message, lastSyncAt: null })
})

test('a provider that cannot be reached is said so', async () => {
  const place = await connected()
  const elsewhere = await startTestApp()
  try {
    const nowhere = await connected(elsewhere)
    const { body } = await nowhere.asAdmin.post(`/connections/${nowhere.connectionId}/test`)
    expect(body).toMatchObject({ ok: false, status: null })
    expect(body.message).toContain('Breezeway could not be reached')
  } finally {
    await elsewhere.close()
  }
  expect(tokenCalls(place)).toEqual([])
})

test('a paused connection cannot be told to send everything', async () => {
  const place = await connected()
  await place.asAdmin.patch(`/connections/${place.connectionId}`, { status: 'paused' })
  const answer = await place.asAdmin.post(`/connections/${place.connectionId}/sync`)
  expect([answer.status, answer.body.code]).toEqual([409, 'connection_paused'])
})

test('tokens of credentials that were replaced while they were asked for are not kept', async () => {
  const place = await connected()
  const next = place.provider.account()
  next.properties.push(...place.account.properties)
  const gate = Promise.withResolvers<void>()
  place.account.next.push({ after: gate.promise, on: 'login' })
  const [id = ''] = await newTasks(place, 1)
  const sending = place.deliver('task.created', id)
  await soon(() => expect(tokenCalls(place)).toEqual(['login']))
  const { clientId, clientSecret } = next
  const credentials = { clientId, clientSecret }
  expect((await place.asAdmin.patch(`/connections/${place.connectionId}`, { credentials })).status).toBe(200)
  gate.resolve()
  await sending
  expect(place.account.tasks).toEqual([])
  expect(next.tasks).toHaveLength(1)
})

test('a secret does not follow a redirect', async () => {
  const elsewhere = await serve((_, response) => void response.end('{}'))
  const place = await connected()
  const headers = { location: `http://localhost:${portOf(elsewhere)}/` }
  place.account.next.push({ status: 307, headers, on: 'login' })
  await working(place, [quickSync])
  const ids = await newTasks(place, 1)
  await soon(async () => expect(await outcomes(place, ids)).not.toEqual([undefined]))
  expect(elsewhere.seen).toEqual([])
})
