import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backend } from './database.ts'
import { openEvents } from './event-source.ts'
import { CONSOLE, demoKeyOf, newInstallation, PUBLIC, signIn, type Installation } from './installation.ts'
import {
  eventually,
  killAll,
  launch,
  patiently,
  serving,
  startServer,
  untilWritten,
  type ServerProcess,
} from './process.ts'
import { startProxy, type Proxy } from './proxy.ts'
import type { RemoteClient } from './remote-client.ts'
import { assertAllThereOnce, newLedger, retryWithKeys, startWriters, untilAcknowledged } from './write-stream.ts'

describe.runIf(backend === 'postgres')('while PostgreSQL is away', patiently, () => {
  let installation: Installation
  let proxy: Proxy
  let server: ServerProcess
  let asKey: RemoteClient
  const ledger = newLedger()

  beforeAll(async () => {
    installation = await newInstallation({ DATABASE_STATEMENT_TIMEOUT_SECONDS: '2' })
    proxy = await startProxy(installation.settings.DATABASE_URL ?? '')
    installation.settings.DATABASE_URL = proxy.url
    server = await startServer(installation.settings)
    asKey = server.as(await demoKeyOf(server))
  })

  afterAll(async () => {
    await killAll()
    await proxy.close()
    await installation.remove()
  })

  test('requests get 503 at once, and the same process serves again when it is back', async () => {
    const writers = startWriters(asKey, ledger)
    await untilAcknowledged(ledger, 20)
    await proxy.refuse()
    await assertAway()
    await proxy.restore()
    await untilAcknowledged(ledger, 20)
    await writers.stop()
    await assertBack()
  })

  test('who follows the workspace goes on when it is back', async () => {
    const headers = { authorization: `Bearer ${await signIn(server)}` }
    const events = await openEvents(`${server.url}${CONSOLE}/changes`, headers)
    expect((await events.next())?.data).toEqual({})
    await proxy.refuse()
    await assertAway()
    await proxy.restore()
    await eventually(async () =>
      expect((await asKey.post(`${PUBLIC}/properties`, { name: 'There again' })).status).toBe(201),
    )
    for (let seen = await events.next(); seen?.data.type !== 'property.created'; seen = await events.next()) {
      expect(seen, 'the stream is open').toBeDefined()
    }
    events.close()
  })

  test('connections that a restart of PostgreSQL ends are replaced', async () => {
    const writers = startWriters(asKey, ledger)
    for (let round = 0; round < 5; round++) {
      await untilAcknowledged(ledger, 10)
      const ended = await installation.rows(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      expect(ended.length).toBeGreaterThan(1)
    }
    await untilAcknowledged(ledger, 20)
    await writers.stop()
    await assertBack()
  })

  test('a silent network is no endless wait: 503, service when it works again, and a process that can be stopped', async () => {
    const other = await startServer({ ...installation.settings, ROLE: 'api' })
    const writers = startWriters(asKey, ledger)
    await untilAcknowledged(ledger, 20)
    proxy.hang()
    const stopped = other.stop()
    await assertAway()
    expect((await stopped).code, other.output()).toBe(0)
    await proxy.restore()
    await untilAcknowledged(ledger, 20)
    await writers.stop()
    await assertBack()
  })

  test('a server that starts first waits for it, and says so', async () => {
    await proxy.refuse()
    const early = launch(['src/main.mjs'], { ...installation.settings, ROLE: 'api' })
    const impatient = launch(['src/main.mjs'], { ...installation.settings, ROLE: 'worker' })
    await untilWritten(early, /"level":40.*(the database cannot be used yet .*ECONNREFUSED.*trying again)/)
    await untilWritten(impatient, /(trying again)/)
    impatient.signal('SIGTERM')
    expect((await impatient.ended).code).toBe(0)
    await proxy.restore()
    const late = await serving(early)
    await eventually(async () => expect((await late.as().get('/health/ready')).status).toBe(200))
    expect((await late.stop()).stderr).toBe('')
  })

  async function assertAway(): Promise<void> {
    const nobody = server.as()
    await eventually(async () => {
      const ready = await nobody.get('/health/ready')
      expect(ready.status).toBe(503)
      expect(ready.headers['retry-after']).toMatch(/^\d+$/)
      expect(ready.body.checks.database).toBe('failing')
    })
    expect((await nobody.get('/health')).status).toBe(200)
    const refused = await Promise.all([
      asKey.get(`${PUBLIC}/properties`),
      asKey.post(`${PUBLIC}/properties`, { name: 'Never there' }),
      nobody.post('/api/v1/auth/token', { email: 'a@example.com', password: 'b' }),
    ])
    for (const { status, headers, body } of refused) {
      expect({ status, code: body.code, retryable: body.retryable }).toEqual({
        status: 503,
        code: 'unavailable',
        retryable: true,
      })
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(headers['content-type']).toMatch('application/problem+json')
    }
    const program = await nobody.post('/token', { grant_type: 'refresh_token', client_id: 'a-program' })
    expect([program.status, program.body.error]).toEqual([503, 'temporarily_unavailable'])
    expect(program.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  }

  async function assertBack(): Promise<void> {
    const nobody = server.as()
    await eventually(async () => expect((await nobody.get('/health/ready')).status, server.output()).toBe(200))
    const answers = await Promise.all(Array.from({ length: 20 }, () => asKey.get(`${PUBLIC}/properties?limit=1`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect([...ledger.statuses].toSorted()).toEqual([201, 503])
    await retryWithKeys(asKey, ledger)
    await assertAllThereOnce(asKey, ledger)
    await eventually(async () => expect(await installation.rows('select id from outbox')).toEqual([]))
    expect(await Promise.race([server.ended, sleep(0, 'still running')])).toBe('still running')
    expect(server.output()).not.toMatch(/unhandled|uncaught/i)
  }
})
