import { expect, test } from 'vitest'
import { completionsAt } from './completion.ts'

const CATALOG = {
  functions: [
    {
      call: 'task-create:1.0.0@default',
      summary: 'Create a task',
      input: {
        required: ['title'],
        properties: {
          title: { type: 'string' },
          priority: { enum: ['HIGH', 'LOW'] },
          cost: { type: ['number', 'null'] },
        },
      },
    },
  ],
  eventTypes: ['ops.task.created.v1'],
}
const labels = (before: string): string[] => (completionsAt(before, CATALOG)?.options ?? []).map(({ label }) => label)

test('after call: the functions of the catalog, quoted where braces stand around them', () => {
  const plain = completionsAt('do:\n  - a:\n      call: task', CATALOG)
  expect(plain).toMatchObject({ typed: 'task' })
  expect(plain?.options[0]).toEqual({
    label: 'task-create:1.0.0@default',
    detail: 'Create a task',
    text: 'task-create:1.0.0@default',
  })
  expect(completionsAt('  - a: { call: ta', CATALOG)?.options[0]?.text).toBe("'task-create:1.0.0@default'")
  expect(completionsAt("  - a: { call: 'ta", CATALOG)?.options[0]?.text).toBe('task-create:1.0.0@default')
  expect(labels('call: ')).toContain('http')
})

test.for([
  'do:\n  - a:\n      call: task-create:1.0.0@default\n      with:\n        ti',
  'do:\n  - a:\n      call: task-create:1.0.0@default\n      with:\n        priority: LOW\n        ',
  "do:\n  - a: { call: 'task-create:1.0.0@default', with: { ",
  "do:\n  - a: { call: 'task-create:1.0.0@default', with: { priority: LOW, ti",
])('inside of with: the parameters of the function, with their types: %s', (before) => {
  expect(completionsAt(before, CATALOG)?.options).toEqual([
    { label: 'title', detail: 'string *', text: 'title: ', isFirst: true },
    { label: 'priority', detail: 'HIGH | LOW', text: 'priority: ', isFirst: false },
    { label: 'cost', detail: 'number | null', text: 'cost: ', isFirst: false },
  ])
})

test('after type: events, after then: ways on, in a task its fields, at the margin those of a document', () => {
  expect(labels('schedule:\n  on: { one: { with: { type: ops')).toEqual(['ops.task.created.v1'])
  expect(labels('do:\n  - first: {}\n  - second:\n      then: ')).toEqual([
    'continue',
    'end',
    'exit',
    'first',
    'second',
  ])
  expect(labels('do:\n  - a:\n      wa')).toContain('wait')
  expect(labels('do:\n  - a: { wa')).toContain('wait')
  expect(labels('sch')).toContain('schedule')
  expect(labels('do:\n  - a: { set: { x: 1')).toEqual([])
  expect(completionsAt('do:\n      ', CATALOG)?.isQuiet).toBe(true)
})

test('before the catalog has come there is what needs none', () => {
  expect(completionsAt('call: ', undefined)?.options.map(({ label }) => label)).toEqual(['http', 'openapi', 'mcp'])
})
