import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf } from '#test/client.ts'
import { harness, type Harness } from '#test/harness.ts'

const PASSWORD = 'correct horse battery staple'

const signedOut = ({ app }: Harness) => clientOf(app, '/api/v1')
const bearing = ({ app }: Harness, token: string) => clientOf(app, '/api/v1', token)

test('e-mail and password give a session that reads the user', async () => {
  const test = await harness()
  const person = await test.make.person({ password: PASSWORD })
  const session = await signedOut(test).post('/auth/token', { email: person.email.toUpperCase(), password: PASSWORD })
  expect(session.status).toBe(200)
  expect(session.body).toMatchObject({
    tokenType: 'bearer',
    expiresIn: 3600,
    user: { id: person.userId, email: person.email },
  })
  expect(session.headers['cache-control']).toBe('no-store')
  const me = await bearing(test, session.body.accessToken).get('/auth/me')
  expect(me.body).toEqual({ user: session.body.user })
})

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const test = await harness()
  const person = await test.make.person({ password: PASSWORD })
  const wrong = await signedOut(test).post('/auth/token', { email: person.email, password: 'wrong' })
  const unknown = await signedOut(test).post('/auth/token', { email: 'nobody@example.com', password: 'wrong' })
  expect(wrong.status).toBe(401)
  expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
})

test('a person without a password cannot sign in', async () => {
  const test = await harness()
  const person = await test.make.person()
  expect((await signedOut(test).post('/auth/token', { email: person.email, password: 'null' })).status).toBe(401)
})

test('a refresh replaces both tokens, and the old refresh token ends the session when used again', async () => {
  const test = await harness()
  const { refreshToken, token } = await test.make.person()
  const fresh = await signedOut(test).post('/auth/refresh', { refreshToken })
  expect(fresh.status).toBe(200)
  expect(fresh.body.refreshToken).not.toBe(refreshToken)
  expect((await bearing(test, fresh.body.accessToken).get('/auth/me')).status).toBe(200)

  expect((await signedOut(test).post('/auth/refresh', { refreshToken })).status).toBe(401)
  await test.runtime.bus.settle()
  expect((await signedOut(test).post('/auth/refresh', { refreshToken: fresh.body.refreshToken })).status).toBe(401)
  expect((await bearing(test, fresh.body.accessToken).get('/auth/me')).status).toBe(401)
  expect((await bearing(test, token).get('/auth/me')).status).toBe(401)
})

test('twenty refreshes at once with one token: one wins', async () => {
  const test = await harness()
  const { refreshToken } = await test.make.person()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => signedOut(test).post('/auth/refresh', { refreshToken })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
})

test('a refresh token that was tampered with is refused and ends nothing', async () => {
  const test = await harness()
  const { refreshToken } = await test.make.person()
  const forged = refreshToken.replace(/\.1\./, '.2.')
  expect((await signedOut(test).post('/auth/refresh', { refreshToken: forged })).status).toBe(401)
  expect((await signedOut(test).post('/auth/refresh', { refreshToken: 'inr_x' })).status).toBe(401)
  expect((await signedOut(test).post('/auth/refresh', { refreshToken })).status).toBe(200)
})

test('an API key cannot read a user', async () => {
  const test = await harness()
  const answer = await bearing(test, test.asKey.token ?? '').get('/auth/me')
  expect(answer.status).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
})

test('a disabled user is out at once', async () => {
  const test = await harness()
  const person = await test.make.person()
  expect((await bearing(test, person.token).get('/auth/me')).status).toBe(200)
  await run(test.runtime.database.pool, sql`update users set disabled_at = now() where id = ${person.userId}`)
  await test.runtime.bus.settle()
  expect((await bearing(test, person.token).get('/auth/me')).status).toBe(401)
})

test('tokens that are not ours are refused', async () => {
  const test = await harness()
  const [header, payload] = test.admin.token.split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  for (const token of [unsigned, `${header}.${payload}.AAAA`, 'x', 'ink_srv_short_x']) {
    expect((await bearing(test, token).get('/auth/me')).status).toBe(401)
  }
})
