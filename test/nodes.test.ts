import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backend } from './database.ts'
import { CONSOLE, newInstallation, PUBLIC, signIn, type Installation } from './installation.ts'
import { eventually, killAll, patiently, startServer, type ServerProcess } from './process.ts'
import { startProxy, type Proxy } from './proxy.ts'

const PROPERTIES = `${PUBLIC}/properties?limit=1`

describe.runIf(backend === 'postgres')('two API processes on one PostgreSQL', patiently, () => {
  let installation: Installation
  let proxy: Proxy
  /** `far` reaches the database through a network that can fail. */
  let near: ServerProcess
  let far: ServerProcess
  let admin: string

  beforeAll(async () => {
    installation = await newInstallation({ ROLE: 'api' })
    proxy = await startProxy(installation.settings.DATABASE_URL ?? '')
    near = await startServer(installation.settings)
    far = await startServer({ ...installation.settings, DATABASE_URL: proxy.url })
    admin = await signIn(near)
  })

  afterAll(async () => {
    await killAll()
    await proxy.close()
    await installation.remove()
  })

  test('a key revoked through one is refused by both on the next request', async () => {
    const wrong: unknown[] = []
    for (let round = 0; round < 30; round++) {
      const key = await newKey()
      const [first, second] = round % 2 === 0 ? [near, far] : [far, near]
      const before = [await statusOf(first, key.value), await statusOf(second, key.value)]
      const revoked = await first.as(admin).delete(`${CONSOLE}/api-keys/${key.id}`)
      const after = [await statusOf(second, key.value), await statusOf(first, key.value)]
      if (`${before} ${revoked.status} ${after}` !== '200,200 200 401,401')
        wrong.push({ round, before, revoked, after })
    }
    expect(wrong).toEqual([])
  })

  test('a key re-scoped through one has its new scopes at the other on the next request', async () => {
    const key = await newKey()
    for (let round = 0; round < 10; round++) {
      expect(await statusOf(far, key.value)).toBe(200)
      await rescope(near, key.id, ['departments:read'])
      expect(await statusOf(far, key.value)).toBe(403)
      await rescope(near, key.id, ['properties:read'])
    }
  })

  test('with a membership the session and the tool-client key fall at the other', async () => {
    for (let round = 0; round < 3; round++) {
      const { membershipId, session, toolKey } = await newAdministrator(`leaver-${round}`)
      expect([await statusOf(far, session), await statusOf(far, toolKey)]).toEqual([200, 200])
      const removed = await near.as(admin).delete(`${CONSOLE}/members/${membershipId}`)
      expect([removed.status, await statusOf(far, session), await statusOf(far, toolKey)]).toEqual([200, 403, 401])
    }
  })

  test('a lower role holds at the other on the next request, for the session and the tool-client key', async () => {
    for (let round = 0; round < 3; round++) {
      const { membershipId, session, toolKey } = await newAdministrator(`demoted-${round}`)
      const rights = async (): Promise<number[]> => {
        const keys = await far.as(session).get(`${CONSOLE}/api-keys`)
        const made = await far.as(toolKey).post(`${PUBLIC}/properties`, { name: `Made by demoted-${round}` })
        return [keys.status, made.status]
      }
      expect(await rights()).toEqual([200, 201])
      const changed = await near.as(admin).patch(`${CONSOLE}/members/${membershipId}`, { role: 'member' })
      expect([changed.status, ...(await rights())]).toEqual([200, 403, 403])
    }
  })

  test('a node that no longer hears messages stops trusting its memory', async () => {
    const [first, second] = [await newKey(), await newKey()]
    expect([await statusOf(far, first.value), await statusOf(far, second.value)]).toEqual([200, 200])
    proxy.hang('innkeeper-listen')
    await near.as(admin).delete(`${CONSOLE}/api-keys/${first.id}`)
    expect(await statusOf(far, first.value)).toBe(401)
    await eventually(async () => expect(await listening()).toBe(2))
    expect(await statusOf(far, first.value)).toBe(401)
    await near.as(admin).delete(`${CONSOLE}/api-keys/${second.id}`)
    expect(await statusOf(far, second.value)).toBe(401)
  })

  test('a node that was frozen while messages got lost does not answer from what it remembers', async () => {
    const key = await newKey()
    expect(await statusOf(far, key.value)).toBe(200)
    far.signal('SIGSTOP')
    proxy.hang('innkeeper-listen')
    await near.as(admin).delete(`${CONSOLE}/api-keys/${key.id}`)
    const asked = statusOf(far, key.value)
    far.signal('SIGCONT')
    expect(await asked).toBe(401)
  })

  test('one limit is shared by all nodes', async () => {
    const limited = { ...installation.settings, RATE_LIMIT_BURST: '20', RATE_LIMIT_PER_MINUTE: '1' }
    const nodes = await Promise.all([startServer(limited), startServer(limited)])
    const { value } = await newKey()
    const calls = Array.from({ length: 80 }, async (_, call) => nodes[call % 2]?.as(value).get(PROPERTIES))
    const statuses = (await Promise.all(calls)).map((answer) => answer?.status)
    const allowed = statuses.filter((status) => status === 200).length
    expect(allowed).toBeGreaterThanOrEqual(18)
    expect(allowed).toBeLessThanOrEqual(21)
    expect(statuses.filter((status) => status === 429).length).toBe(80 - allowed)
    await Promise.all(nodes.map((node) => node.stop()))
  })

  test('a worker hands the events out and serves no API', async () => {
    const { value } = await newKey()
    const waiting = (): Promise<unknown[]> => installation.rows('select id from outbox')
    expect((await waiting()).length).toBeGreaterThan(0)
    const worker = await startServer({ ...installation.settings, ROLE: 'worker' })
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect(await statusOf(near, value)).toBe(200)
    const addresses = ['/health', '/health/ready', '/metrics', PROPERTIES, `${CONSOLE}/api-keys`]
    const statuses = await Promise.all(addresses.map(async (address) => (await worker.as(value).get(address)).status))
    expect(statuses).toEqual([200, 200, 200, 404, 404])
    expect((await worker.stop()).code).toBe(0)
  })

  async function newKey(): Promise<{ id: string; value: string }> {
    const scopes = ['properties:read']
    const made = await near.as(admin).post(`${CONSOLE}/api-keys`, { name: 'Key', integrationType: 'server', scopes })
    expect(made.status).toBe(201)
    return made.body
  }

  /** How many nodes hear messages now, and so trust what they remember. */
  async function listening(): Promise<number> {
    return (await installation.rows(`select id from nodes where seen_at > clock_timestamp() - interval '2 seconds'`))
      .length
  }

  async function rescope(server: ServerProcess, keyId: string, scopes: string[]): Promise<void> {
    expect((await server.as(admin).patch(`${CONSOLE}/api-keys/${keyId}`, { scopes })).status).toBe(200)
  }

  async function statusOf(server: ServerProcess, token: string): Promise<number> {
    return (await server.as(token).get(PROPERTIES)).status
  }

  /** A person with a session and a key of their own. */
  async function newAdministrator(name: string) {
    const person = { email: `${name}@example.com`, fullName: name, role: 'admin' }
    const { body: member } = await near.as(admin).post(`${CONSOLE}/members`, person)
    const session = await signIn(near, { email: person.email, password: member.temporaryPassword })
    const key = { name, integrationType: 'tool-client', scopes: ['properties:read', 'properties:write'] }
    const { body: made } = await near.as(session).post(`${CONSOLE}/api-keys`, key)
    return { membershipId: String(member.id), session, toolKey: String(made.value) }
  }
})
