import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// oxlint-disable-next-line import/no-unassigned-import
import '#test/slow-buffer.ts'
import { createFake, startServer, type Fake } from '@seamapi/fake-seam-connect'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientOf, type Answer } from '#test/client.ts'
import { harness, startTestApp, type TestApp } from '#test/harness.ts'

/** The vendor's own fake of the cloud, and a line to it that can be cut. */
let fake: Fake
let cloud: Server
let line: Server
let server: TestApp
let deviceId: string
let apiKey: string

/** What becomes of an unlocking that the cloud was asked for. */
let fate: 'success' | 'pending' | { type: string; message: string }
/** What the line does with a request. */
let wire: (path: string) => 'pass' | 'swallow' | 'lose the answer'
const asked: string[] = []

beforeAll(async () => {
  fake = await createFake()
  const seed = await fake.seed()
  deviceId = seed.august_device_1
  apiKey = seed.seam_apikey1_token
  const database = new Proxy({} as Fake['database'], {
    get: (_, name) => (name === 'updateActionAttempt' ? decide : Reflect.get(fake.database, name)),
  })
  // It is handed on to `listen` as it is, so that the fake stays on this machine.
  const port = { port: 0, host: '127.0.0.1' } as unknown as number
  cloud = (await startServer({ port, database, baseUrl: 'http://127.0.0.1' })).server
  line = createServer(passOn).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const seamEndpoint = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
  server = await startTestApp({ config: { seamEndpoint } })
})
afterAll(async () => {
  await server.close()
  for (const each of [line, cloud]) {
    each.closeAllConnections()
    each.close()
  }
})
beforeEach(() => {
  fate = 'success'
  wire = () => 'pass'
  asked.length = 0
})

type ActionAttempt = Parameters<Fake['database']['updateActionAttempt']>[0]

function decide(attempt: ActionAttempt) {
  const result = typeof fate === 'string' ? { ...attempt, status: fate } : { ...attempt, status: 'error', error: fate }
  return fake.database.updateActionAttempt(result)
}

function passOn(incoming: IncomingMessage, answer: ServerResponse): void {
  const path = incoming.url?.split('?')[0] ?? ''
  asked.push(path)
  const what = wire(path)
  if (what === 'swallow') return
  const { method, headers, url } = incoming
  const { port } = cloud.address() as AddressInfo
  const outgoing = request({ host: '127.0.0.1', port, path: url, method, headers }, (received) => {
    if (what === 'lose the answer') return void answer.destroy()
    answer.writeHead(received.statusCode ?? 500, received.headers)
    received.pipe(answer)
  })
  incoming.pipe(outgoing)
}

/** For a cloud that does not answer; otherwise a busy machine must not make it late. */
const SLOW = { answerSeconds: 3 }

/** A property with a lock at the cloud, and the answer to a press on its button. */
async function place({ device = deviceId, key = apiKey, answerSeconds = 20 } = {}) {
  const here = await harness(server)
  Object.assign(server.runtime.services.settings, { lockAnswerSeconds: answerSeconds })
  const { asAdmin } = here
  const { id: propertyId } = await here.make.property()
  if (key !== '') await asAdmin.put('/lock-connections/seam', { apiKey: key })
  await asAdmin.post('/locks', { propertyId, name: 'Front door', provider: 'seam', deviceId: device })
  const { body: link } = await asAdmin.post('/door-links', { propertyId })
  const guest = clientOf(here.app, `/api/v1/public/manual/${link.url.split('/m/')[1]}`)
  return {
    ...here,
    press: () => guest.post('/open-door'),
    attempt: async (): Promise<Answer['body']> => (await asAdmin.get('/door-attempts')).body.items[0],
  }
}

function unlockings(): number {
  return asked.filter((path) => path === '/locks/unlock_door').length
}

test('a door is open when the action attempt has succeeded', async () => {
  const { press, attempt } = await place()
  fake.database.updateDevice({ device_id: deviceId, properties: { locked: true } })
  const { status, body } = await press()
  expect([status, body]).toMatchObject([200, { status: 'opened', confirmedByDevice: true }])
  expect(asked).toEqual(['/locks/get', '/locks/unlock_door', '/action_attempts/get'])
  expect(fake.database.devices.find(({ device_id }) => device_id === deviceId)?.properties).toMatchObject({
    locked: false,
  })
  expect(await attempt()).toMatchObject({ outcome: 'opened', reason: null })
})

test('an action attempt that stays pending is uncertain, and is asked for once', async () => {
  fate = 'pending'
  const { press, attempt } = await place(SLOW)
  expect((await press()).body).toMatchObject({ status: 503, code: 'device_uncertain' })
  expect(await attempt()).toMatchObject({ outcome: 'uncertain' })
  expect(unlockings()).toBe(1)
  expect(asked.filter((path) => path === '/action_attempts/get').length).toBeGreaterThan(1)
})

test('an action attempt that fails is an error, one of a device that is away says so', async () => {
  fate = { type: 'lock_jammed', message: 'The bolt is jammed' }
  const jammed = await place()
  expect((await jammed.press()).body).toMatchObject({ status: 503, code: 'device_error' })
  expect(await jammed.attempt()).toMatchObject({ outcome: 'failed', reason: 'lock_jammed' })
  fate = { type: 'device_disconnected', message: 'The device is away' }
  expect((await (await place()).press()).body).toMatchObject({ status: 503, code: 'device_offline' })
})

test('a device that the cloud calls offline is not asked to open', async () => {
  const offline = { device_id: deviceId, properties: { online: false } }
  fake.database.updateDevice(offline)
  try {
    const { press } = await place()
    expect((await press()).body).toMatchObject({ status: 503, code: 'device_offline' })
    expect(unlockings()).toBe(0)
  } finally {
    fake.database.updateDevice({ device_id: deviceId, properties: { online: true } })
  }
})

test('a cloud that does not answer the question is not sent the command afterwards', async () => {
  wire = (path) => (path === '/locks/get' ? 'swallow' : 'pass')
  const { press, attempt } = await place(SLOW)
  expect((await press()).body.status).toBe(503)
  expect(unlockings()).toBe(0)
  expect((await attempt()).outcome).not.toBe('opened')
})

test.for(['swallow', 'lose the answer'] as const)(
  'a command whose answer is gone (%s) is uncertain and not repeated',
  async (what) => {
    wire = (path) => (path === '/locks/unlock_door' ? what : 'pass')
    const { press, attempt } = await place(what === 'swallow' ? SLOW : {})
    expect((await press()).body).toMatchObject({ status: 503, code: 'device_uncertain' })
    expect(await attempt()).toMatchObject({ outcome: 'uncertain' })
    expect(unlockings()).toBe(1)
  },
)

test('a key that is wrong or missing, and a device of somebody else, are errors without the key in them', async () => {
  for (const setting of [{ key: 'seam_wrong1_key' }, { key: '' }, { device: 'nobody-has-this' }]) {
    const { press, attempt, runtime } = await place(setting)
    const { body } = await press()
    expect(body, JSON.stringify(setting)).toMatchObject({ status: 503, code: 'device_error' })
    expect(await attempt()).toMatchObject({ outcome: 'failed', reason: expect.any(String) })
    const { rows } = await runtime.database.pool.raw('select to_jsonb(t)::text as row from door_attempts t')
    expect(JSON.stringify([rows, body])).not.toContain('seam_')
  }
  expect(unlockings()).toBe(0)
})
