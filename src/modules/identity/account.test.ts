import { expect, test } from 'vitest'
import { harness, type Harness } from '#test/harness.ts'
import type { Answer } from '#test/client.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const OLD = 'correct horse battery'
const NEW = 'staple and a paper clip'

function signIn({ asNobody }: Harness, email: string, password: string): Promise<Answer> {
  return asNobody.send('POST', '/api/v1/auth/token', JSON.stringify({ email, password }), JSON_BODY)
}

function refresh({ asNobody }: Harness, refreshToken: string): Promise<Answer> {
  return asNobody.send('POST', '/api/v1/auth/refresh', JSON.stringify({ refreshToken }), JSON_BODY)
}

function change(h: Harness, token: string, body: object): Promise<Answer> {
  return h.as(token).send('POST', '/api/app/v1/me/password', JSON.stringify(body), JSON_BODY)
}

function signOut(h: Harness, token: string): Promise<Answer> {
  return h.as(token).send('DELETE', '/api/app/v1/me/session')
}

function me(h: Harness, token: string): Promise<Answer> {
  return h.as(token).send('GET', '/api/v1/auth/me')
}

test('a changed password ends the person’s other sessions and keeps this one', async () => {
  const h = await harness()
  const person = await h.make.person({ password: OLD })
  const other = (await signIn(h, person.email, OLD)).body
  const bystander = await h.make.person()

  const changed = await change(h, person.token, { currentPassword: OLD, newPassword: NEW })
  expect(changed.status).toBe(200)
  expect(changed.body).toEqual({ changedAt: expect.stringMatching(/Z$/), sessionsEnded: 1 })
  expect((await me(h, person.token)).status).toBe(200)
  expect((await me(h, bystander.token)).status).toBe(200)
  expect((await me(h, other.accessToken)).status).toBe(401)
  expect((await refresh(h, other.refreshToken)).status).toBe(401)
  expect((await signIn(h, person.email, OLD)).status).toBe(401)
  expect((await signIn(h, person.email, NEW)).status).toBe(200)
})

test('a wrong current password changes nothing', async () => {
  const h = await harness()
  const person = await h.make.person({ password: OLD })
  const refused = await change(h, person.token, { currentPassword: NEW, newPassword: NEW })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({ code: 'wrong_password', errors: [{ pointer: '/currentPassword' }] })
  expect((await signIn(h, person.email, OLD)).status).toBe(200)
})

test('an account without a password has none to prove', async () => {
  const h = await harness()
  const person = await h.make.person()
  const refused = await change(h, person.token, { currentPassword: OLD, newPassword: NEW })
  expect([refused.status, refused.body.code]).toEqual([422, 'wrong_password'])
})

test('of two changes at once one wins', async () => {
  const h = await harness()
  const person = await h.make.person({ password: OLD })
  const answers = await Promise.all(
    ['first new password', 'second new password'].map((newPassword) =>
      change(h, person.token, { currentPassword: OLD, newPassword }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('guessing the current password is slowed, even when the guess is right at last', async () => {
  const h = await harness()
  const person = await h.make.person({ password: OLD })
  for (let attempt = 0; attempt < 10; attempt++) {
    const refused = await change(h, person.token, { currentPassword: `guess ${attempt}`, newPassword: NEW })
    expect(refused.status).toBe(422)
  }
  const limited = await change(h, person.token, { currentPassword: OLD, newPassword: NEW })
  expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
})

test.each([
  [{ currentPassword: OLD, newPassword: 'short one' }, '/newPassword'],
  [{ currentPassword: OLD, newPassword: 'x'.repeat(201) }, '/newPassword'],
  [{ newPassword: NEW }, '/currentPassword'],
  [{ currentPassword: OLD, newPassword: NEW, userId: 'x' }, '/userId'],
])('changing to %j is refused at %s', async (body, pointer) => {
  const h = await harness()
  const { status, body: problem } = await change(h, h.admin.token, body)
  expect(status).toBe(400)
  expect(problem.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
})

test('signing out ends the session, its refresh token included, and no other', async () => {
  const h = await harness()
  const person = await h.make.person({ password: OLD })
  const other = (await signIn(h, person.email, OLD)).body
  const ended = await signOut(h, person.token)
  expect(ended.status).toBe(200)
  expect(ended.body).toEqual({ id: expect.any(String), deleted: true, deletedAt: expect.stringMatching(/Z$/) })
  expect((await me(h, person.token)).status).toBe(401)
  expect((await refresh(h, person.refreshToken)).status).toBe(401)
  expect((await signOut(h, person.token)).status).toBe(401)
  expect((await me(h, other.accessToken)).status).toBe(200)
})

test('keys and strangers have no account', async () => {
  const h = await harness()
  const { value } = await h.make.key()
  const body = JSON.stringify({ currentPassword: OLD, newPassword: NEW })
  for (const client of [h.as(value), h.asNobody]) {
    expect((await client.send('POST', '/api/app/v1/me/password', body, JSON_BODY)).status).toBe(401)
    expect((await client.send('DELETE', '/api/app/v1/me/session')).status).toBe(401)
  }
})
