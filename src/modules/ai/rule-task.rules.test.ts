import { expect, test } from 'vitest'
import { converse, DEPARTMENTS as TEAMS, HOMES as PLACES, PEOPLE, type Json } from '#test/rule-talk.ts'
import type { ToolOutcome } from './rule-reply.ts'
import { createTask } from './rule-task.ts'

const TODAY = '2026-11-15'
const found = (tool: string, ...items: object[]): ToolOutcome => ({ tool, state: 'done', value: { items } })
const DEPARTMENTS = found('list_departments', { id: 'd-1', name: 'Maintenance' }, { id: 'd-2', name: 'Housekeeping' })
const HOMES = found('list_properties', { id: 'p-1', name: 'Casa Azul' })
const TOOLS = new Map(['create_task', 'list_departments', 'list_properties'].map((name) => [name, []]))

function planned(text: string, ...outcomes: ToolOutcome[]) {
  return createTask.reply({ text, outcomes, tools: TOOLS, today: TODAY })
}

const TITLES: Record<string, [string, string]> = {
  'Create a task: Fix the boiler , urgent, maintenance': ['Fix the boiler', 'd-1'],
  'Create a task: Fix the boiler, urgent, tomorrow': ['Fix the boiler', 'd-1'],
  'Create a task to buy salt, pepper and sugar, urgent, tomorrow, then fill the jars, housekeeping': [
    'Buy salt, pepper and sugar, then fill the jars',
    'd-2',
  ],
}

test.for(Object.entries(TITLES))('leaves no stray commas: %s', ([said, [title, departmentId]]) => {
  const reply = planned(said, DEPARTMENTS)
  expect(reply).toMatchObject({ calls: [{ tool: 'create_task', input: { title, departmentId, priority: 'URGENT' } }] })
})

test('a home is asked for by its name alone when more stood behind it', () => {
  const said = 'Create a task to fix the boiler, for maintenance, urgent, at Casa Azul tomorrow at 10:00.'
  expect(planned(said, DEPARTMENTS)).toEqual({
    calls: [{ tool: 'list_properties', input: { q: 'Casa Azul', limit: 10 } }],
  })
  const input = { title: 'Fix the boiler', departmentId: 'd-1', propertyId: 'p-1', scheduledTime: '10:00' }
  expect(planned(said, DEPARTMENTS, HOMES)).toMatchObject({ calls: [{ tool: 'create_task', input }] })
})

test('of several homes that are found it is the one whose whole name was said, accents or not', () => {
  const homes = found('list_properties', { id: 'p-1', name: 'Casa Évora' }, { id: 'p-2', name: 'Casa Évora Nova' })
  expect(planned('Create a task to fix the boiler at Casa Evora', DEPARTMENTS, homes)).toMatchObject({
    calls: [{ tool: 'create_task', input: { propertyId: 'p-1' } }],
  })
})

const AT_AZUL = { departmentId: 'd-main', propertyId: 'p-azul' }
const SAID: Record<string, Json> = {
  'Create a task for Casa Azul to fix the boiler': { title: 'Fix the boiler', ...AT_AZUL },
  'Create a maintenance task for Casa Azul to fix the boiler': { title: 'Fix the boiler', ...AT_AZUL },
  'Make an urgent maintenance task for Casa Azul to fix the boiler by Friday': {
    title: 'Fix the boiler',
    ...AT_AZUL,
    priority: 'URGENT',
    scheduledDate: '2026-11-20',
  },
  'Create a task for Casa Azul to fix the tap, assign it to Maria': {
    title: 'Fix the tap',
    ...AT_AZUL,
    primaryUserId: 'u-maria',
  },
  'Create a task for Maria to fix the tap at Casa Azul': { title: 'Fix the tap', ...AT_AZUL, primaryUserId: 'u-maria' },
  'Create a task for Maria to fix the tap': { title: 'Fix the tap', departmentId: 'd-main', primaryUserId: 'u-maria' },
  'Create a task for Friday to fix the tap': {
    title: 'Fix the tap',
    departmentId: 'd-main',
    scheduledDate: '2026-11-20',
  },
  'New urgent task: fix the lamp at Casa Azul': { title: 'Fix the lamp', ...AT_AZUL, priority: 'URGENT' },
  'I need a task for cleaning at Casa Azul tomorrow': {
    title: 'Cleaning',
    departmentId: 'd-house',
    propertyId: 'p-azul',
    scheduledDate: '2026-11-16',
  },
  'Create a task to clean Casa Azul tomorrow': {
    title: 'Clean Casa Azul',
    departmentId: 'd-house',
    propertyId: 'p-azul',
    scheduledDate: '2026-11-16',
  },
  'Create a task to clean Casa Az tomorrow': {
    title: 'Clean Casa Az',
    departmentId: 'd-house',
    scheduledDate: '2026-11-16',
  },
  'create a task to paint the wall at Casa Azul for Maria Santos': {
    title: 'Paint the wall',
    ...AT_AZUL,
    primaryUserId: 'u-maria',
  },
  'create a task to paint the wall for Maria Santos at Casa Azul tomorrow': {
    title: 'Paint the wall',
    ...AT_AZUL,
    primaryUserId: 'u-maria',
    scheduledDate: '2026-11-16',
  },
  'create a task to paint the wall for Maria Santos': {
    title: 'Paint the wall',
    departmentId: 'd-main',
    primaryUserId: 'u-maria',
  },
  'create a task to paint the wall at Casa Azul for Mrs Smith': { title: 'Paint the wall for Mrs Smith', ...AT_AZUL },
  'create a task to paint the wall for Casa Azul': { title: 'Paint the wall', ...AT_AZUL },
  'create a task to clean the pool at 25:00': { title: 'Clean the pool at 25:00', departmentId: 'd-house' },
  'create a task to clean the pool at Casa Azul at 9:75': {
    title: 'Clean the pool at 9:75',
    departmentId: 'd-house',
    propertyId: 'p-azul',
  },
  'We need an urgent task to fix the tap at Casa Azul': { title: 'Fix the tap', ...AT_AZUL, priority: 'URGENT' },
}

test.for(Object.entries(SAID))('is made of what was said: %s', async ([said, input]) => {
  const tools = { list_departments: TEAMS, list_properties: PLACES, list_people: PEOPLE, create_task: {} }
  expect((await converse(said, tools)).calls.at(-1)).toEqual(['create_task', input])
})

test('whoever a task is for is looked for among people, vendors and homes', async () => {
  const homes = (...names: string[]) => ({ items: names.map((name) => ({ id: name, name })) })
  const said = 'Create a task for Casa to fix the tap'
  const nobody = await converse(said, { list_departments: TEAMS })
  expect(nobody.text).toBe('I find no person, vendor or home called "Casa".')
  const tools = { list_departments: TEAMS, list_properties: homes('Casa Alta', 'Casa Azul') }
  const several = await converse(said, tools)
  expect(several.text).toBe('Which home do you mean: Casa Alta or Casa Azul?')
  const { calls } = await converse('Casa Azul', tools, several.prompt)
  expect(calls.at(-1)).toEqual([
    'create_task',
    { title: 'Fix the tap', departmentId: 'd-main', propertyId: 'Casa Azul' },
  ])
})

test('a list of tasks that is needed is no new task', async () => {
  expect((await converse('I need a task list')).calls).toEqual([])
})

test('of several people the one that is meant is asked for, and is not in the title', async () => {
  const people = { items: ['Maria Santos', 'Maria Lopes'].map((name) => ({ id: name, kind: 'user', name })) }
  const tools = { list_departments: TEAMS, list_properties: PLACES, list_people: people, create_task: {} }
  const several = await converse('Create a task to paint the wall at Casa Azul for Maria', tools)
  expect(several.text).toBe('Which person do you mean: Maria Santos or Maria Lopes?')
  const { calls } = await converse('Maria Lopes', tools, several.prompt)
  expect(calls.at(-1)).toEqual(['create_task', { title: 'Paint the wall', ...AT_AZUL, primaryUserId: 'Maria Lopes' }])
})
