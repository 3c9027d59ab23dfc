import { expect, test } from 'vitest'
import { workflowTools } from '#src/catalogue.ts'
import { harness } from '#test/harness.ts'
import { ANY, publish, settled, start, workflows } from '#test/workflow-place.ts'

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
