import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { prunePrograms } from './prune-programs.ts'

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 3600 * 1000)

test('programs that nobody let in are forgotten after a week, and those in use never', async () => {
  const { runtime, workspaceId, admin } = await harness()
  const { pool } = runtime.database
  const program = async (ageDays: number): Promise<string> => {
    const row = {
      id: newId(),
      name: 'Program',
      redirectUris: ['https://program.example/'],
      createdAt: daysAgo(ageDays),
    }
    await run(pool, sql`insert into oauth_clients ${insertion(row)}`)
    return row.id
  }
  const grant = async (clientId: string, endedAt: Date | null): Promise<void> => {
    const times = { refreshedAt: daysAgo(200), createdAt: daysAgo(200), expiresAt: daysAgo(-1), endedAt }
    const row = { workspaceId, id: newId(), userId: admin.userId, clientId, scopes: ['tools:use'], isReadOnly: true }
    await run(pool, sql`insert into oauth_grants ${insertion({ ...row, ...times })}`)
  }
  const [unused, fresh, used, left, longLeft] = [
    await program(7.1),
    await program(6.9),
    await program(200),
    await program(200),
    await program(200),
  ]
  await grant(used, null)
  await grant(left, daysAgo(80))
  await grant(longLeft, daysAgo(91))
  await prunePrograms.run({ ...systemContext(runtime), db: pool, now: new Date() })
  const ids = [unused, fresh, used, left, longLeft]
  const kept = await many<{ id: string }>(pool, sql`select id from oauth_clients where id = any(${ids})`)
  expect(kept.map(({ id }) => id).toSorted()).toEqual([fresh, used, left].toSorted())
})

test('one address registers twenty programs an hour, and others are not hindered by it', async () => {
  const server = await startTestApp({ config: { registrationsPerHour: 20 } })
  onTestFinished(() => server.close())
  const payload = { redirect_uris: ['https://program.example/'], token_endpoint_auth_method: 'none' }
  const register = (remoteAddress: string, more = {}) =>
    server.app.inject({ method: 'POST', url: '/register', remoteAddress, payload: { ...payload, ...more } })
  // What is refused leaves nothing behind, and does not count.
  for (const wrong of [{ redirect_uris: ['javascript:x'] }, { client_name: '\u202e' }])
    expect((await register('192.0.2.21', wrong)).statusCode).toBe(400)
  for (let count = 0; count < 20; count++) expect((await register('192.0.2.21')).statusCode).toBe(201)
  const late = await register('192.0.2.21')
  expect(late.statusCode).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  expect(late.headers).toMatchObject({ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '0' })
  expect((await register('192.0.2.22')).statusCode).toBe(201)
})
