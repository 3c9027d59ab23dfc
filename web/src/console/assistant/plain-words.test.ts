import { expect, test } from 'vitest'
import { fieldsIn, questionIn, spaced } from './plain-words.ts'

test.for([
  ['scheduledDate', 'Scheduled date'],
  ['departmentId', 'Department'],
  ['tagIds', 'Tag'],
  ['list_tasks', 'List tasks'],
  ['q', 'Q'],
] as const)('%s is %s', ([name, words]) => {
  expect(spaced(name)).toBe(words)
})

test('a question tells what is done and what changes', () => {
  expect(
    questionIn('Change a task: TK-1\npriority: NORMAL → URGENT\ndescription: One\nTwo: three\nstatus: OPEN'),
  ).toEqual({
    title: 'Change a task: TK-1',
    changes: [
      { field: 'priority', before: 'NORMAL', after: 'URGENT' },
      { field: 'description', before: undefined, after: 'One\nTwo: three' },
      { field: 'status', before: undefined, after: 'OPEN' },
    ],
    rest: [],
  })
  expect(questionIn('Which one?\n\nTell me.')).toEqual({ title: 'Which one?', changes: [], rest: ['Tell me.'] })
})

test('the fields of an input, once it is whole', () => {
  expect(fieldsIn('{"a":', String)).toBeUndefined()
  expect(fieldsIn('[1]', String)).toBeUndefined()
  expect(fieldsIn('{"a":"x","b":[1,"y"],"c":{"d":null}}', (text) => text.toUpperCase())).toEqual([
    ['a', 'X'],
    ['b', '1, Y'],
    ['c', '{"d":null}'],
  ])
})
