import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

const unique = (): string => `new-${Math.random().toString(36).slice(2)}@example.com`

test('a temporary password is good for seven days; one of their own for ever', async () => {
  const { asAdmin, app, runtime } = await harness()
  const sent = { email: unique(), fullName: 'Ada Marino', role: 'member' }
  const signIn = async (password: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      payload: { email: sent.email, password },
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const age = async (days: number) =>
    run(
      runtime.database.pool,
      sql`
      update users set password_expires_at = password_expires_at - make_interval(days => ${days})
      where email = ${sent.email}`,
    )
  const first = (await asAdmin.post('/members', sent)).body
  await age(6)
  expect((await signIn(first.temporaryPassword)).status).toBe(200)
  await age(1)
  const late = await signIn(first.temporaryPassword)
  expect([late.status, late.body.detail]).toEqual([401, expect.stringContaining('expired')])
  expect((await signIn('something-else')).body.detail).not.toContain('expired')
  await asAdmin.delete(`/members/${first.id}`)
  const { temporaryPassword } = (await asAdmin.post('/members', sent)).body
  expect((await signIn(first.temporaryPassword)).status).toBe(401)
  const { body } = await signIn(temporaryPassword)
  const changed = await app.inject({
    method: 'POST',
    url: '/api/app/v1/me/password',
    headers: { authorization: `Bearer ${body.accessToken}` },
    payload: { currentPassword: temporaryPassword, newPassword: 'a password of her own' },
  })
  expect(changed.statusCode).toBe(200)
  await age(100)
  expect((await signIn('a password of her own')).status).toBe(200)
  await asAdmin.delete(`/members/${first.id}`)
  expect((await asAdmin.post('/members', sent)).body.temporaryPassword).toBeNull()
})

test('a new temporary password ends what the one before it opened, and no session outlives it', async () => {
  const { asAdmin, app, runtime } = await harness()
  const sent = { email: unique(), fullName: 'Ada Marino', role: 'member' }
  const auth = async (path: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload })
    return { status: answer.statusCode, body: answer.json() }
  }
  const lasts = async () => {
    const [row] = await many<{ isCapped: boolean }>(
      runtime.database.pool,
      sql`
      select s.expires_at = u.password_expires_at as "isCapped" from sessions s join users u on u.id = s.user_id
      where u.email = ${sent.email} and s.ended_at is null`,
    )
    return row?.isCapped
  }
  const first = (await asAdmin.post('/members', sent)).body
  const opened = await auth('token', { email: sent.email, password: first.temporaryPassword })
  expect(await lasts()).toBe(true)
  const moved = await auth('refresh', { refreshToken: opened.body.refreshToken })
  expect([moved.status, await lasts()]).toEqual([200, true])
  await asAdmin.delete(`/members/${first.id}`)
  const { temporaryPassword: second } = (await asAdmin.post('/members', sent)).body
  expect((await auth('refresh', { refreshToken: moved.body.refreshToken })).status).toBe(401)
  const { accessToken } = (await auth('token', { email: sent.email, password: second })).body
  const me = { method: 'GET', url: '/api/v1/auth/me', headers: { authorization: `Bearer ${accessToken}` } } as const
  expect((await app.inject(me)).statusCode).toBe(200)
})
