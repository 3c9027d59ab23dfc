import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workflowTools } from '#src/catalogue.ts'
import { workflowEvents } from '#modules/workflows/workflow-events.ts'
import { harness, type Harness } from './harness.ts'
import { serve } from './peer.ts'
import { patiently } from './process.ts'
import { soon, working } from './working.ts'
import { publish, reached, settled, start, workflows } from './workflow-place.ts'

const guide = readFileSync(new URL('../docs/workflows.md', import.meta.url), 'utf8')
const recipes = new Map(
  [...guide.matchAll(/^### (\d+)\. .*\n[\s\S]*?```yaml\n([\s\S]*?)```/gm)].map(([, number, text]) => [
    Number(number),
    text,
  ]),
)

/** The recipe of this number as it stands in the guide, published and active. */
function prepared(here: Harness, number: number): Promise<string> {
  return publish(here, recipes.get(number) ?? '')
}

async function cooked(here: Harness, number: number, input: object = {}) {
  const result = await settled(here, await start(here, await prepared(here, number), input))
  expect(result.status, JSON.stringify(result.error)).toBe('completed')
  return result
}

async function kitchen(): Promise<Harness & { departmentId: string }> {
  const here = await harness()
  workflows(here)
  await working(here, [workflowEvents(workflowTools)])
  return { ...here, departmentId: (await here.make.department()).id }
}

const tasksOf = async (here: Harness): Promise<Record<string, unknown>[]> => (await here.asKey.get('/tasks')).body.items

test('the guide has ten recipes', () => {
  expect([...recipes.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('recipe 1: an event makes a task', patiently, async () => {
  const here = await kitchen()
  await prepared(here, 1)
  await here.asKey.post('/properties', { name: 'Casa Nova', customFields: { departmentId: here.departmentId } })
  await soon(async () => expect(await tasksOf(here)).toMatchObject([{ title: 'First inspection of Casa Nova' }]))
})

test('recipes 2 and 3: a look at what is urgent, and one way or another', patiently, async () => {
  const here = await kitchen()
  const { departmentId } = here
  await here.asKey.post('/tasks', { title: 'Boiler', priority: 'URGENT', departmentId })
  expect((await cooked(here, 2)).output).toEqual({ urgent: 1 })
  const choose = await prepared(here, 3)
  const answerTo = async (text: string) => (await settled(here, await start(here, choose, { text }))).output
  expect(await answerTo('A Leak in the bath')).toEqual({ priority: 'URGENT' })
  expect(await answerTo('A broken chair')).toEqual({ priority: 'NORMAL' })
})

test('recipe 4: a task for each property', patiently, async () => {
  const here = await kitchen()
  for (const name of ['One', 'Two', 'Three']) await here.make.property({ name })
  await cooked(here, 4, { departmentId: here.departmentId })
  const titles = (await tasksOf(here)).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['One', 'Three', 'Two'].map((name) => `Check the heating of ${name}`))
})

test('recipe 5: a task that is not done after a while becomes more urgent', patiently, async () => {
  const here = await kitchen()
  const { id: taskId } = (await here.asKey.post('/tasks', { title: 'Gate', departmentId: here.departmentId })).body
  await cooked(here, 5, { taskId })
  expect(await tasksOf(here)).toMatchObject([{ title: 'Gate', priority: 'HIGH' }])
})

test('recipe 6: a server that is busy at first is asked again', patiently, async () => {
  const here = await kitchen()
  let asked = 0
  const { host } = await serve((_, response) => {
    response.writeHead(++asked < 3 ? 503 : 200, { 'content-type': 'application/json' })
    response.end('{"answer": 42}')
  })
  const url = `http://${host.replace('127.0.0.1', 'localhost')}/`
  expect((await cooked(here, 6, { url })).output).toEqual({ answer: 42 })
  expect(asked).toBe(3)
})

test('recipe 7: two tasks side by side', patiently, async () => {
  const here = await kitchen()
  expect((await cooked(here, 7, { departmentId: here.departmentId })).output).toEqual({ made: ['Clean', 'Linen'] })
})

test('recipes 8 and 9: one run waits for what another tells, and takes its own', patiently, async () => {
  const here = await kitchen()
  const waiting = await start(here, await prepared(here, 8), { order: 7 })
  await reached(here, waiting, 'waiting')
  const tell = await prepared(here, 9)
  await settled(here, await start(here, tell, { order: 6, by: 'Ana' }))
  await settled(here, await start(here, tell, { order: 7, by: 'Rui' }))
  expect(await settled(here, waiting)).toMatchObject({ status: 'completed', output: { from: 'Rui' } })
})

test('recipe 10: a workflow asks another one', patiently, async () => {
  const here = await kitchen()
  await prepared(here, 3)
  await cooked(here, 10, { text: 'Flood in the cellar', departmentId: here.departmentId })
  expect(await tasksOf(here)).toMatchObject([{ title: 'Flood in the cellar', priority: 'URGENT' }])
})
