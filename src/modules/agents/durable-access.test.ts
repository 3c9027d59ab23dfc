import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '#core/log.ts'
import { leasedLimiter } from '#core/ratelimit.ts'
import { createMetrics } from '#http/metrics.ts'
import { createServer } from '#http/server.ts'
import { streamPlaces } from '#http/stream-places.ts'
import { createDoorkeeper } from '#modules/identity/doorkeeper.ts'
import { agentKeeper } from '#src/agent-keeper.ts'
import { mountAgentSessions } from '#src/agent-door.ts'
import { sessionPlace, type SessionPlace } from '#test/agent-session.ts'
import { addressOf, openEvents } from '#test/event-source.ts'

const SERVER_KEY = 'a-key-of-the-backend-of-the-operator'

/** A node that knows the key of a backend. */
async function nodeFor({ runtime }: SessionPlace): Promise<string> {
  const { database, bus, services } = runtime
  const { pool } = database
  const [now, logger] = [() => new Date(), createLogger('silent')]
  const limiter = leasedLimiter(pool, { perMinute: 1_000_000, burst: 100_000 })
  const app = createServer({ logger, trustProxy: false, metrics: createMetrics(), perAddress: limiter })
  const keyUse = { note: () => {}, close: async () => {} }
  const doorkeeper = createDoorkeeper({ pool, bus, signer: services.signer, keyUse, now })
  const admission = {
    doorkeeper,
    isKnownBrowser: async () => false,
    agents: agentKeeper({ db: pool, services, now, doorkeeper, serverKey: SERVER_KEY }),
    linkKeeper: { identify: async () => undefined, turnedAway: async () => {} },
    perCredential: limiter,
    perLink: limiter,
    perAddress: limiter,
  }
  const places = streamPlaces({ perCredential: 50, perWorkspace: 50 })
  const door = { pool, services, now, admission, places, bus, log: logger }
  mountAgentSessions(app, { ...door, serverKey: SERVER_KEY, openEachMax: 50 })
  onTestFinished(() => app.close())
  return addressOf(app)
}

test('a backend with the server key gets access for a person whom it names, and nothing for itself', async () => {
  const here = await sessionPlace()
  const { admin, make, sessionId } = here
  const session = `${await nodeFor(here)}/v1/agent/sessions/${sessionId}`
  const ask = (body: object, key = SERVER_KEY): Promise<Response> =>
    fetch(`${session}/durable-session-access`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const given = await ask({ user_id: admin.userId })
  expect(given.status).toBe(200)
  const { access_token: token } = (await given.json()) as { access_token: string }
  const statusWith = async (bearer: string): Promise<number> => {
    const events = await openEvents(`${session}/subscribe_direct`, { authorization: `Bearer ${bearer}` })
    events.close()
    return events.response.status
  }
  expect([await statusWith(token), await statusWith(SERVER_KEY)]).toEqual([200, 401])
  const missing = await ask({})
  expect([missing.status, await missing.json()]).toMatchObject([422, { errors: [{ pointer: '/user_id' }] }])
  expect((await ask({ user_id: 'somebody' })).status).toBe(422)
  expect((await ask({ user_id: (await make.person()).userId })).status).toBe(403)
  expect((await ask({ user_id: (await make.stranger()).userId })).status).toBe(403)
  expect((await ask({ user_id: admin.userId }, `${SERVER_KEY}x`)).status).toBe(401)
})
