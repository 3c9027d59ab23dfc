import { expect, test } from 'vitest'
import { SCOPES } from '#core/access.ts'
import { workflowTools } from '#src/catalogue.ts'
import { harness } from '#test/harness.ts'
import { ANY, publish, settled, start, workflows } from '#test/workflow-place.ts'
import { EVENTS } from './product-event.rules.ts'

const WORKFLOWS = ['workflows:read', 'workflows:write', 'workflows:execute']
const ROUTES = { routes: [{ version: 1, weight: 100 }] }

test('every function of the product has a scope; asking a model has none, as no door has it', () => {
  const open = workflowTools.functions.filter(({ scope }) => scope === undefined).map(({ name }) => name)
  expect(open.toSorted()).toEqual(['ai-structured', 'approval'])
})

test('a key brings into effect only what it holds the scopes for', async () => {
  const here = await harness()
  workflows(here)
  const text = `
document: { dsl: 1.0.3, namespace: test, name: guests, version: 1.0.0 }
use: { functions: { stays: { call: 'reservation-list:1.0.0@default' } } }
do:
  - tasks: { call: 'task-list:1.0.0@default' }
  - all: { call: stays }`
  const keyWith = async (...scopes: string[]) =>
    here.as((await here.make.key({ scopes: [...WORKFLOWS, ...scopes] })).value)
  const narrow = await keyWith()
  const { id } = (await narrow.post('/workflows', { name: 'Guests', text, format: 'yaml' })).body
  const lacking = {
    status: 403,
    body: {
      code: 'insufficient_scope',
      requiredScope: 'tasks:read',
      detail: 'Functions of the workflow need tasks:read, reservations:read.',
      errors: [{ pointer: '/do/0/tasks/call' }, { pointer: '/use/functions/stays/call' }],
    },
  }
  const publication = `/workflows/${id}/versions`
  expect(await narrow.post(publication, undefined, ANY)).toMatchObject(lacking)
  // The reads of a test are real.
  await narrow.post(`/workflows/${id}/tests`, { name: 'Reads', expected: { status: 'completed' } })
  expect(await narrow.post(`/workflows/${id}/test-runs`, {})).toMatchObject(lacking)
  const half = await (await keyWith('tasks:read')).post(publication, undefined, ANY)
  expect(half.body).toMatchObject({ code: 'insufficient_scope', requiredScope: 'reservations:read' })
  const whole = await keyWith('tasks:read', 'reservations:read')
  expect((await whole.post(publication, undefined, ANY)).status).toBe(201)
  const activation = `/workflows/${id}/activation`
  expect(await narrow.put(activation, ROUTES, ANY)).toMatchObject(lacking)
  expect((await whole.put(activation, ROUTES, ANY)).status).toBe(200)
  // What somebody has turned on who may, others may start.
  const run = await narrow.post(`/workflows/${id}/runs`, {})
  expect(run.status).toBe(202)
  expect((await settled(here, run.body.id)).status).toBe('completed')
})

test('people are judged by their role, and a key that holds all may all', async () => {
  const here = await harness()
  workflows(here)
  const text = "do: [ { people: { call: 'person-list:1.0.0@default' } } ]"
  expect((await settled(here, await start(here, await publish(here, text)))).status).toBe('completed')
  await publish({ ...here, asKey: here.asUser }, text)
})

test('every event of the product takes a scope to hear of', () => {
  const known: readonly string[] = SCOPES
  expect(EVENTS.filter(({ scope }) => !known.includes(scope))).toEqual([])
})

const HEARD = {
  schedule: [`schedule: { on: { one: { with: { type: ops.message.received.v1 } } } }`, ['conversations:read']],
  listen: [
    `do: [ { wait: { listen: { to: { one: { with: { type: ops.message.received.v1 } } } } } } ]`,
    ['conversations:read'],
  ],
  until: [
    `do: [ { wait: { listen: { to: { any: [ { with: { type: mine } } ], until: { one: { with: { type: ops.reservation.created.v1 } } } } } } } ]`,
    ['reservations:read'],
  ],
  'any event': [
    'do: [ { wait: { listen: { to: { any: [] } } } } ]',
    ['properties:read', 'tasks:read', 'reservations:read', 'conversations:read'],
  ],
  'an asked type': [
    `do: [ { wait: { listen: { to: { one: { with: { type: '\${ . != null }' } } } } } } ]`,
    ['properties:read', 'tasks:read', 'reservations:read', 'conversations:read'],
  ],
} as const

test.each(Object.entries(HEARD))('a document that hears of it by %s needs the scope', async (_, [part, scopes]) => {
  const here = await harness()
  const narrow = here.as((await here.make.key({ scopes: WORKFLOWS })).value)
  const head = 'document: { dsl: 1.0.3, namespace: test, name: ears, version: 1.0.0 }'
  const text = [head, part, ...(part.startsWith('do:') ? [] : ['do: [ { start: { set: { a: 1 } } } ]'])].join('\n')
  const { id } = (await narrow.post('/workflows', { name: 'Ears', text, format: 'yaml' })).body
  const { status, body } = await narrow.post(`/workflows/${id}/versions`, undefined, ANY)
  expect([status, body.code]).toEqual([403, 'insufficient_scope'])
  const named = new Set(body.errors.map(({ message }: { message: string }) => /scope (\S+)\.$/.exec(message)?.[1]))
  expect([...named].toSorted()).toEqual([...scopes].toSorted())
  const whole = here.as((await here.make.key({ scopes: [...WORKFLOWS, ...scopes] })).value)
  expect((await whole.post(`/workflows/${id}/versions`, undefined, ANY)).status).toBe(201)
})

test('so does a trigger; who turns one off needs nothing of it', async () => {
  const here = await harness()
  workflows(here)
  const id = await publish(here, 'do: [ { start: { set: { a: 1 } } } ]')
  const triggers = `/workflows/${id}/triggers`
  const narrow = here.as((await here.make.key({ scopes: WORKFLOWS })).value)
  const lacking = { status: 403, body: { code: 'insufficient_scope', requiredScope: 'conversations:read' } }
  const messages = { kind: 'event', eventTypes: ['mine', 'ops.message.received.v1'] }
  const refused = await narrow.post(triggers, messages)
  expect(refused).toMatchObject({ ...lacking, body: { ...lacking.body, errors: [{ pointer: '/eventTypes/1' }] } })
  expect(await narrow.post(triggers, { kind: 'chat' })).toMatchObject(lacking)
  expect((await narrow.post(triggers, { kind: 'event', eventTypes: ['*'] })).status).toBe(403)
  const own = await narrow.post(triggers, { kind: 'event', eventTypes: ['mine'] })
  expect(own.status).toBe(201)
  const path = `${triggers}/${own.body.id}`
  expect(await narrow.patch(path, { eventTypes: messages.eventTypes }, ANY)).toMatchObject(lacking)
  const hearing = here.as((await here.make.key({ scopes: [...WORKFLOWS, 'conversations:read'] })).value)
  expect((await hearing.patch(path, { eventTypes: messages.eventTypes }, ANY)).status).toBe(200)
  expect((await narrow.patch(path, { isEnabled: false }, ANY)).status).toBe(200)
  expect(await narrow.patch(path, { isEnabled: true }, ANY)).toMatchObject(lacking)
})

test('a change of a trigger takes the scopes of what it did not hear before', async () => {
  const here = await harness()
  const id = await publish(here, 'do: [ { start: { set: { a: 1 } } } ]')
  const triggers = `/workflows/${id}/triggers`
  const narrow = here.as((await here.make.key({ scopes: WORKFLOWS })).value)
  const made = async (fields: object) => `${triggers}/${(await here.asKey.post(triggers, fields)).body.id}`
  const statusOf = async (path: string, changes: object) => (await narrow.patch(path, changes, ANY)).status
  const filter = { data: { channel: 'chat' } }
  const messages = await made({ kind: 'event', eventTypes: ['ops.message.received.v1'], filter })
  expect(await statusOf(messages, { name: 'Messages', filter })).toBe(200)
  expect(await statusOf(messages, { eventTypes: ['mine', 'ops.message.received.v1'] })).toBe(200)
  expect(await statusOf(messages, { eventTypes: ['ops.message.received.v1', 'ops.task.created.v1'] })).toBe(403)
  expect(await statusOf(messages, { eventTypes: ['*'] })).toBe(403)
  // With another condition it hears of others.
  expect(await statusOf(messages, { filter: null })).toBe(403)
  const chat = await made({ kind: 'chat', phrase: 'release' })
  expect(await statusOf(chat, { name: 'Releases', phrase: 'release', channels: null })).toBe(200)
  expect(await statusOf(chat, { phrase: null })).toBe(403)
  expect(await statusOf(chat, { isEnabled: false, phrase: null })).toBe(200)
  expect(await statusOf(chat, { isEnabled: true })).toBe(403)
  const all = await made({ kind: 'event', eventTypes: ['*'] })
  expect(await statusOf(all, { eventTypes: ['ops.message.received.v1'] })).toBe(200)
  expect(await statusOf(all, { eventTypes: ['*'] })).toBe(403)
})

test('a key shifts runs between versions that are in effect, whatever is in them, and brings no other into effect', async () => {
  const here = await harness()
  const id = await publish(here, "do: [ { tasks: { call: 'task-list:1.0.0@default' } } ]")
  const activation = `/workflows/${id}/activation`
  for (const name of ['more', 'most']) {
    const document = `document: { dsl: 1.0.3, namespace: test, name: shift, version: 1.0.0 }`
    const text = `${document}\ndo: [ { ${name}: { call: 'task-list:1.0.0@default' } } ]`
    expect((await here.asKey.put(`/workflows/${id}/draft`, { text, format: 'yaml' }, ANY)).status).toBe(200)
    expect((await here.asKey.post(`/workflows/${id}/versions`, undefined, ANY)).status).toBe(201)
  }
  const narrow = here.as((await here.make.key({ scopes: WORKFLOWS })).value)
  const shared = (first: number, second: number, version = 2) => ({
    routes: [
      { version: 1, weight: first },
      { version, weight: second },
    ],
  })
  const lacking = { status: 403, body: { code: 'insufficient_scope', requiredScope: 'tasks:read' } }
  expect(await narrow.put(activation, shared(90, 10), ANY)).toMatchObject(lacking)
  expect((await here.asKey.put(activation, shared(90, 10), ANY)).status).toBe(200)
  expect((await narrow.put(activation, shared(10, 90), ANY)).status).toBe(200)
  expect(await narrow.put(activation, shared(10, 90, 3), ANY)).toMatchObject(lacking)
  expect((await narrow.put(activation, { routes: [{ version: 2, weight: 100 }] }, ANY)).status).toBe(200)
  expect(await narrow.put(activation, shared(10, 90), ANY)).toMatchObject(lacking)
  expect((await narrow.delete(activation, ANY)).status).toBe(204)
  expect(await narrow.put(activation, { routes: [{ version: 2, weight: 100 }] }, ANY)).toMatchObject(lacking)
})
