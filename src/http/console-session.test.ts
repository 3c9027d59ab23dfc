import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf } from '#test/client.ts'
import { harness, type Harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'

const PASSWORD = 'correct horse battery staple'
const SESSION = '/api/app/v1/session'

const cookieOf = (headers: Record<string, string>): string =>
  /innkeeper_session=[^;,]*/.exec(String(headers['set-cookie']))?.[0] ?? ''

async function signedIn(here?: Harness) {
  const place = here ?? (await harness())
  const person = await place.make.person({ password: PASSWORD })
  const browser = clientOf(place.app, '')
  const answer = await browser.post(SESSION, { email: person.email, password: PASSWORD })
  return { ...place, person, browser, answer, cookie: cookieOf(answer.headers) }
}

test('a browser gets an access token; the refresh token is in a cookie that no script and no other site can use', async () => {
  const { answer, cookie, app, person } = await signedIn()
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    accessToken: expect.stringMatching(/^ey/),
    expiresIn: 3600,
    user: expect.objectContaining({ email: person.email }),
  })
  expect(cookie).toMatch(/^innkeeper_session=inr_/)
  const flags = String(answer.headers['set-cookie'])
  expect(flags).toContain('; Path=/api/app/v1/session; HttpOnly; SameSite=Strict')
  expect(flags).not.toContain('Secure')
  expect(answer.headers['cache-control']).toBe('no-store')
  const mine = await clientOf(app, '/api/app/v1', answer.body.accessToken).get('/me/workspaces')
  expect(mine.body.items).toMatchObject([{ role: 'member', membershipId: person.membershipId }])
})

test('over https the cookie is for https only, under the path of the app', async () => {
  const { settings } = (await harness()).runtime.services
  const server = await secondNode({ services: { settings: { ...settings, appUrl: 'https://ops.example/inn' } } })
  try {
    const { answer } = await signedIn(await harness(server))
    const [device, session] = [answer.headers['set-cookie'] ?? ''].flat()
    expect(session).toContain('Path=/inn/api/app/v1/session; HttpOnly; SameSite=Strict; Secure')
    expect(device).toMatch(/^__Host-innkeeper-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; .*; Secure$/)
  } finally {
    await server.close()
  }
})

/** As if the last refresh had been so long ago. */
const wait = ({ runtime, person }: Awaited<ReturnType<typeof signedIn>>, seconds: number) =>
  run(
    runtime.database.pool,
    sql`update sessions set refreshed_at = refreshed_at - make_interval(secs => ${seconds}) where user_id = ${person.userId}`,
  )

test('the cookie is exchanged at each refresh, and the one before it ends the session', async () => {
  const here = await signedIn()
  const { browser, cookie } = here
  const fresh = await browser.post(`${SESSION}/refresh`, undefined, { cookie })
  expect(fresh.status).toBe(200)
  expect(cookieOf(fresh.headers)).not.toBe(cookie)
  await wait(here, 31)
  const again = await browser.post(`${SESSION}/refresh`, undefined, { cookie })
  expect(again).toMatchObject({ status: 401, body: { code: 'session_ended', reason: 'token_reused' } })
  expect(again.headers['set-cookie']).toContain('innkeeper_session=; Max-Age=0')
  const ended = await browser.post(`${SESSION}/refresh`, undefined, { cookie: cookieOf(fresh.headers) })
  expect(ended.body).toMatchObject({ reason: 'token_reused' })
})

test('an answer that got lost is asked for again within half a minute, and is the same', async () => {
  const here = await signedIn()
  const { browser, cookie } = here
  const refresh = (sent: string) => browser.post(`${SESSION}/refresh`, undefined, { cookie: sent })
  const lost = await refresh(cookie)
  const many = await Promise.all(Array.from({ length: 10 }, () => refresh(cookie)))
  expect(many.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(many.map(({ headers }) => cookieOf(headers)))).toEqual(new Set([cookieOf(lost.headers)]))
  // The next one is in use: what was before it is over, however soon.
  const next = await refresh(cookieOf(lost.headers))
  expect(next.status).toBe(200)
  expect((await refresh(cookie)).body).toMatchObject({ status: 401, reason: 'token_reused' })
  expect((await refresh(cookieOf(next.headers))).status).toBe(401)
})

test('nobody who signed out or changed the password comes back by the last token', async () => {
  const out = await signedIn()
  const fresh = await out.browser.post(`${SESSION}/refresh`, undefined, { cookie: out.cookie })
  await out.browser.send('DELETE', SESSION, undefined, { cookie: cookieOf(fresh.headers) })
  const after = await out.browser.post(`${SESSION}/refresh`, undefined, { cookie: out.cookie })
  expect(after.body).toMatchObject({ status: 401, reason: 'signed_out' })
})

test('signing out ends the session at once, whether or not there still is an access token', async () => {
  const { browser, cookie, answer, app } = await signedIn()
  const out = await browser.send('DELETE', SESSION, undefined, { cookie })
  expect(out.status).toBe(204)
  expect(out.headers['set-cookie']).toContain('Max-Age=0')
  expect((await clientOf(app, '/api/app/v1', answer.body.accessToken).get('/me/workspaces')).status).toBe(401)
  const after = await browser.post(`${SESSION}/refresh`, undefined, { cookie })
  expect(after.body).toMatchObject({ code: 'session_ended', reason: 'signed_out' })
})

test('the reason is told: a changed password, an account that is off, a session that ran out', async () => {
  const changed = await signedIn()
  const other = await changed.browser.post(SESSION, { email: changed.person.email, password: PASSWORD })
  await clientOf(changed.app, '/api/app/v1', other.body.accessToken).post('/me/password', {
    currentPassword: PASSWORD,
    newPassword: `${PASSWORD} 2`,
  })
  const reasonFor = async ({ browser, cookie }: Awaited<ReturnType<typeof signedIn>>) =>
    (await browser.post(`${SESSION}/refresh`, undefined, { cookie })).body.reason
  expect(await reasonFor(changed)).toBe('password_changed')

  const off = await signedIn()
  const db = off.runtime.database.pool
  await run(db, sql`update users set disabled_at = now() where id = ${off.person.userId}`)
  expect(await reasonFor(off)).toBe('account_disabled')

  const late = await signedIn()
  await run(db, sql`update sessions set expires_at = now() - interval '1 day' where user_id = ${late.person.userId}`)
  expect(await reasonFor(late)).toBe('expired')
})

test('no cookie, a made-up one, another site, a wrong password, a wrong body', async () => {
  const { browser, cookie, person } = await signedIn()
  const refresh = (headers: Record<string, string>) => browser.post(`${SESSION}/refresh`, undefined, headers)
  expect((await refresh({})).body).toMatchObject({ status: 401, code: 'invalid_token' })
  const made = await refresh({ cookie: 'innkeeper_session=inr_0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90.1.cHJvb2Y' })
  expect(made.body).toMatchObject({ status: 401, code: 'invalid_token' })
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await refresh({ cookie, 'sec-fetch-site': site })).body).toMatchObject({ status: 403, code: 'cross_site' })
  }
  expect((await refresh({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await browser.post(SESSION, { email: person.email, password: 'no' })).status).toBe(401)
  expect((await browser.post(SESSION, { email: person.email })).body.errors).toMatchObject([{ pointer: '/password' }])
})
