import { expect, test } from 'vitest'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { columnsOf, rowsOf } from './columns.ts'

function task(shortId: string, fields: object = {}): Task {
  return { shortId, scheduledTime: null, propertyId: null, property: null, assignees: [], ...fields } as unknown as Task
}
const by = (name: string, id: string) => ({ assignees: [{ role: 'PRIMARY', userId: id, vendorOrgId: null, name }] })
const shape = (tasks: Task[], kind: 'person' | 'property') =>
  columnsOf(tasks, kind, 'Nobody').map(({ name, tasks: own }) => [name, own.map(({ shortId }) => shortId)])

test('a column for each person, nobody first, work by time and without one last', () => {
  const tasks = [
    task('TK-1', by('Zoe', 'z')),
    task('TK-2', { ...by('Ana', 'a'), scheduledTime: '14:00' }),
    task('TK-3', { ...by('Ana', 'a'), scheduledTime: '09:00' }),
    task('TK-4', by('Ana', 'a')),
    task('TK-5'),
  ]
  expect(shape(tasks, 'person')).toEqual([
    ['Nobody', ['TK-5']],
    ['Ana', ['TK-3', 'TK-2', 'TK-4']],
    ['Zoe', ['TK-1']],
  ])
})

test('two people of the same name have a column each; by property likewise', () => {
  const tasks = [task('TK-1', by('Ana', 'a')), task('TK-2', by('Ana', 'b'))]
  expect(shape(tasks, 'person')).toHaveLength(2)
  const homes = [task('TK-1', { propertyId: 'p', property: { name: 'Casa' } }), task('TK-2')]
  expect(shape(homes, 'property')).toEqual([
    ['Nobody', ['TK-2']],
    ['Casa', ['TK-1']],
  ])
})

test('who is free has a place after those who have work, and so has nobody, before them', () => {
  const people = [
    { id: 'a', kind: 'user', name: 'Ana' },
    { id: 'z', kind: 'user', name: 'Zoe' },
    { id: 'v', kind: 'vendor', name: 'Plumber' },
  ] as unknown as Parameters<typeof rowsOf>[1]
  const rows = rowsOf([task('TK-1', by('Zoe', 'z'))], people, 'Nobody')
  expect(rows.map(({ name, tasks }) => [name, tasks.length])).toEqual([
    ['Nobody', 0],
    ['Zoe', 1],
    ['Ana', 0],
  ])
})
