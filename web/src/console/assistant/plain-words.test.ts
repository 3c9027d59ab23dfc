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
  const quoted = 'Change a task: TK-1\ndescription:\n> One\n> status: OPEN\n→\n> Two → three → four\n>\n> five'
  expect(questionIn(quoted).changes).toEqual([
    { field: 'description', before: 'One\nstatus: OPEN', after: 'Two → three → four\n\nfive' },
  ])
  // The earlier format: nothing in it is left out.
  expect(questionIn('Send a message\ntext: One → two → three').changes).toEqual([
    { field: 'text', before: 'One', after: 'two → three' },
  ])
  expect(questionIn('Which one?\n\nTell me.')).toEqual({ title: 'Which one?', changes: [], rest: ['Tell me.'] })
})

test('the fields of an input, once it is whole; what says nothing by itself needs the name of its field', () => {
  const saying = { said: (text: string) => `“${text}”`, values: { true: 'Yes', URGENT: 'Urgent' } }
  expect(fieldsIn('{"a":', saying)).toBeUndefined()
  expect(fieldsIn('[1]', saying)).toBeUndefined()
  const json = '{"q":"x","b":[1,"y"],"c":{"d":null},"isOpen":true,"priority":"URGENT","status":["OPEN"]}'
  expect(fieldsIn(json, saying)).toEqual([
    { field: 'q', text: '“x”', isBare: false },
    { field: 'b', text: '1, “y”', isBare: true },
    { field: 'c', text: '{"d":null}', isBare: true },
    { field: 'isOpen', text: 'Yes', isBare: true },
    { field: 'priority', text: 'Urgent', isBare: true },
    { field: 'status', text: 'OPEN', isBare: true },
  ])
})
