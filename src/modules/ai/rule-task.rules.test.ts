import { expect, test } from 'vitest'
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
