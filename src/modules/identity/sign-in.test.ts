import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { one } from '#core/db.ts'
import type { Config } from '#src/config.ts'
import { openPasswords } from '#core/passwords.ts'
import { sql } from '#core/sql.ts'
import { clientOf, type Answer } from '#test/client.ts'
import { harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'

const PASSWORD = 'correct horse battery staple'
const CHEAP = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
const CONSOLE = '/api/app/v1/session'

/** A server behind a proxy, with a clock that the test moves and a count of password hashes computed. */
async function place(config: Partial<Config> = {}) {
  let now = Date.now()
  let computed = 0
  const compute = promisify(argon2)
  const passwords = openPasswords(CHEAP, async (...parameters) => {
    computed += 1
    return compute(...parameters)
  })
  const node = await secondNode({
    config: { trustProxy: true, ...config },
    services: { passwords },
    now: () => new Date(now),
  })
  onTestFinished(() => node.close())
  const home = await harness(node)
  const client = clientOf(node.app, '')
  const tryAt =
    (path: string) =>
    (from: string, email: string, password: string, cookie?: string): Promise<Answer> =>
      client.post(path, { email, password }, { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) })
  return {
    ...home,
    atToken: tryAt('/api/v1/auth/token'),
    atConsole: tryAt(CONSOLE),
    pass: (seconds: number) => void (now += seconds * 1000),
    async computations(work: () => Promise<unknown>) {
      computed = 0
      await work()
      return computed
    },
  }
}

const deviceIn = ({ headers }: Answer): string | undefined =>
  /innkeeper-device=[\w-]{43}/.exec(String(headers['set-cookie']))?.[0]

const addressOf = (index: number): string => `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`

test('an unknown address, a wrong password and a right one cost one computation each, at every door', async () => {
  const { make, atToken, atConsole, computations, app } = await place()
  const { email, token } = await make.person({ password: PASSWORD })
  const form = (at: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: at,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.9' },
      payload: new URLSearchParams(fields).toString(),
    })
  const registered = await app.inject({
    method: 'POST',
    url: '/register',
    payload: { client_name: 'Helper', redirect_uris: ['https://client.example/back'] },
  })
  const asked = {
    client_id: registered.json().client_id,
    redirect_uri: 'https://client.example/back',
    response_type: 'code',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    step: 'sign-in',
  }
  const doors = [
    (email: string, password: string) => atToken('192.0.2.7', email, password).then(({ status }) => status),
    (email: string, password: string) => atConsole('192.0.2.8', email, password).then(({ status }) => status),
    (email: string, password: string) =>
      form('/authorize', { ...asked, email, password }).then(({ statusCode }) => statusCode),
  ]
  for (const door of doors) {
    const statuses: number[] = []
    for (const [who, password] of [
      ['nobody@example.com', 'wrong'],
      [email, 'wrong'],
      [email, PASSWORD],
    ] as const)
      expect(await computations(async () => statuses.push(await door(who, password)))).toBe(1)
    expect(statuses).toEqual([401, 401, 200])
  }
  const change = (currentPassword: string) =>
    clientOf(app, '/api/app/v1', token).post('/me/password', { currentPassword, newPassword: 'a wholly new one' })
  expect(await computations(() => change('wrong'))).toBe(1)
})

test('1,000 wrong tries from anywhere: the person goes on signing in, by browser and by program', async () => {
  const { make, atToken, atConsole, computations } = await place()
  const { email } = await make.person({ password: PASSWORD })
  const home = '203.0.113.5'
  const cookie = deviceIn(await atConsole(home, email, PASSWORD))
  expect(cookie).toBeDefined()
  let checked = 0
  const statuses = new Set<number>()
  for (let index = 0; index < 1000; index += 20) {
    checked += await computations(async () => {
      const tries = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? atToken : atConsole)(addressOf(index + n), email, `wrong ${index + n}`),
      )
      for (const { status } of await Promise.all(tries)) statuses.add(status)
    })
  }
  expect([...statuses].toSorted()).toEqual([401, 429])
  // Strangers get ten guesses at once, from however many addresses; the first sign-in used one of them.
  expect(checked).toBe(9)
  // The known browser works from anywhere; a program, from a known network.
  expect((await atConsole('192.0.2.77', email, PASSWORD, cookie)).status).toBe(200)
  expect((await atToken(home, email, PASSWORD)).status).toBe(200)
})

test('1,000 wrong tries from the person’s own network: what they have signed in with before goes on', async () => {
  const { make, atConsole, atToken, app } = await place({
    rateLimit: { perMinute: 600, burst: 120, addressPerMinute: 1 },
  })
  const { email } = await make.person({ password: PASSWORD })
  const home = '203.0.113.5'
  const first = await atConsole(home, email, PASSWORD)
  const cookie = deviceIn(first)
  const session = /innkeeper_session=[^;]+/.exec(String(first.headers['set-cookie']))?.[0]
  for (let index = 0; index < 1000; index += 50) {
    const tries = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? atToken : atConsole)(home, email, `wrong ${n}`))
    await Promise.all(tries)
  }
  expect((await atConsole(home, email, PASSWORD)).status).toBe(429)
  expect((await atConsole(home, email, PASSWORD, `innkeeper-device=${'x'.repeat(43)}`)).status).toBe(429)
  expect((await atConsole(home, email, PASSWORD, cookie)).status).toBe(200)
  // Sessions there stay signed in.
  const refreshed = await app.inject({
    method: 'POST',
    url: `${CONSOLE}/refresh`,
    headers: { 'x-forwarded-for': home, cookie: `${cookie}; ${session}` },
  })
  expect(refreshed.statusCode).toBe(200)
})

test('a new device waits until it is its turn, and no longer than those before it go on trying', async () => {
  const { make, atToken, pass } = await place()
  const { email } = await make.person({ password: PASSWORD })
  for (let index = 0; index < 40; index++) await atToken(addressOf(index), email, 'wrong')
  const mine = () => atToken('192.0.2.50', email, PASSWORD)
  pass(1)
  const refused = await mine()
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30)
  // The first three in line keep trying and go first; the others have left.
  for (const index of [10, 11, 12]) expect((await atToken(addressOf(index), email, 'wrong')).status).toBe(429)
  pass(30)
  for (const index of [10, 11, 12]) expect((await atToken(addressOf(index), email, 'wrong')).status).toBe(401)
  expect((await mine()).status).toBe(429)
  pass(32)
  expect((await mine()).status).toBe(200)
  // From then on its network is known.
  expect((await mine()).status).toBe(200)
})

test('an address without an account answers and waits as one that has one', async () => {
  const { make, atToken } = await place()
  const { email } = await make.person({ password: PASSWORD })
  const seen = async (who: string) => {
    const answers = []
    for (let index = 0; index < 12; index++) answers.push(await atToken(addressOf(index), who, 'wrong'))
    return answers.map(({ status, body }) => ({ status, ...body, requestId: '' }))
  }
  expect(await seen('nobody-at-all@example.com')).toEqual(await seen(email))
})

test('a known browser and a known network can guess no quicker than others', async () => {
  const { make, atConsole } = await place()
  const { email } = await make.person({ password: PASSWORD })
  const cookie = deviceIn(await atConsole('203.0.113.6', email, PASSWORD))
  const statuses: number[] = []
  for (let index = 0; index < 12; index++)
    statuses.push((await atConsole(addressOf(index), email, 'wrong', cookie)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
})

test('guessing at many accounts from one network ends after a while; from others it goes on', async () => {
  const { atToken } = await place()
  const from = '203.0.113.200'
  const statuses: number[] = []
  for (let index = 0; index < 62; index++)
    statuses.push((await atToken(from, `sprayed-${index}-${Date.now()}@example.com`, 'wrong')).status)
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 401))
  expect(statuses.slice(60)).toEqual([429, 429])
  expect((await atToken('203.0.113.201', 'nobody-else@example.com', 'wrong')).status).toBe(401)
})

test('a cookie of another person’s browser, or one that was made up, makes nothing known', async () => {
  const { make, atConsole } = await place()
  const [mine, theirs] = [await make.person({ password: PASSWORD }), await make.person({ password: PASSWORD })]
  const cookie = deviceIn(await atConsole('203.0.113.7', mine.email, PASSWORD))
  for (let index = 0; index < 10; index++) await atConsole(addressOf(index), theirs.email, 'wrong')
  for (const shown of [cookie, `innkeeper-device=${'x'.repeat(43)}`, 'innkeeper-device=', undefined])
    expect((await atConsole('192.0.2.60', theirs.email, 'wrong', shown)).status).toBe(429)
})

test('whoever changes the password is known on; everybody else who knew it is a stranger', async () => {
  const { make, app, atConsole, runtime } = await place()
  const person = await make.person({ password: PASSWORD })
  const here = await atConsole('203.0.113.8', person.email, PASSWORD)
  await atConsole('203.0.113.9', person.email, PASSWORD)
  const known = async () =>
    (
      await one<{ count: number }>(
        runtime.database.pool,
        sql`select count(*) as count from sign_in_devices where user_id = ${person.userId}`,
      )
    )?.count
  expect(await known()).toBe(4)
  const changed = await clientOf(app, '/api/app/v1', here.body.accessToken).post(
    '/me/password',
    { currentPassword: PASSWORD, newPassword: 'a wholly new password' },
    { cookie: deviceIn(here) ?? '', 'x-forwarded-for': '203.0.113.8' },
  )
  expect(changed.status).toBe(200)
  expect(await known()).toBe(2)
})

test('an account at the same address in another company is no way to guess this one’s password more quickly', async () => {
  const { make, atConsole, runtime, app } = await place()
  const person = await make.person({ password: PASSWORD })
  // Another company adds the address and gets a password for the account it creates.
  const other = await harness({ app, runtime, close: async () => {} })
  const added = await other.asAdmin.post('/members', { email: person.email, fullName: 'Ana', role: 'manager' })
  const given = added.body.temporaryPassword
  expect([added.status, typeof given]).toEqual([201, 'string'])
  const home = '203.0.113.40'
  const cookies: (string | undefined)[] = []
  // Each sign-in uses a new browser, which is known from then on.
  for (let index = 0; index < 8; index++) cookies.push(deviceIn(await atConsole(home, person.email, given)))
  expect(cookies.every((cookie) => cookie !== undefined)).toBe(true)
  const statuses: number[] = []
  for (const [index, cookie] of cookies.entries())
    for (let n = 0; n < 8; n++)
      statuses.push((await atConsole(addressOf(index), person.email, `wrong ${n}`, cookie)).status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(34)
  // The address's real owner is not held up.
  expect((await atConsole('203.0.113.41', person.email, PASSWORD)).status).toBe(200)
})
