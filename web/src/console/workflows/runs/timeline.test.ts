import { expect, test } from 'vitest'
import type { WorkflowStep } from '../../../../../src/modules/workflows/run.schema.ts'
import { durationIn } from './durations.ts'
import { barOf, canRetryFrom, depthOf, stepInFocus, tasksIn } from './timeline.ts'

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 15, 9, 0, seconds)).toISOString()
const NOW = Date.parse(at(10))
const step = (fields: Partial<WorkflowStep>): WorkflowStep => ({
  seq: 1,
  pointer: '/do/0/a',
  name: 'a',
  task: 'set',
  iteration: '',
  attempt: 1,
  status: 'completed',
  input: null,
  output: null,
  error: null,
  startedAt: at(0),
  endedAt: at(1),
  workflowVersion: 1,
  ...fields,
})

test('the bar of a step stands where it was in the time of the run, and is never too small to be seen', () => {
  const run = { createdAt: at(0), startedAt: at(0), endedAt: at(10) }
  expect(barOf({ startedAt: at(5), endedAt: at(10) }, run, NOW)).toEqual({ left: 50, width: 50 })
  expect(barOf({ startedAt: at(10), endedAt: at(10) }, run, NOW).left).toBeCloseTo(99.2)
  expect(barOf({ startedAt: at(8), endedAt: null }, { ...run, endedAt: null }, NOW)).toEqual({ left: 80, width: 20 })
  expect(barOf({ startedAt: at(0), endedAt: at(0) }, { ...run, endedAt: at(0) }, NOW)).toMatchObject({ left: 0 })
})

test.for([
  ['/do/0/a', 0],
  ['/do/1/each/do/0/make', 1],
  ['/do/0/both/fork/branches/1/linen', 1],
  ['/do/0/ask/try/0/get', 1],
  ['/do/0/ask/catch/do/0/tell', 1],
] as const)('%s stands %i deep', ([pointer, depth]) => {
  expect(depthOf(pointer)).toBe(depth)
})

test('a run goes on from steps that only plain lists stand around', () => {
  const steps = [
    step({ pointer: '/do/1/each', task: 'for' }),
    step({ pointer: '/do/2/group', task: 'do' }),
    step({ pointer: '/do/2/group/do/0/b' }),
  ]
  expect(canRetryFrom('/do/0/a', steps)).toBe(true)
  expect(canRetryFrom('/do/2/group/do/0/b', steps)).toBe(true)
  expect(canRetryFrom('/do/1/each/do/0/make', steps)).toBe(false)
  expect(canRetryFrom('/do/0/both/fork/branches/1/linen', steps)).toBe(false)
})

test('a run opens at what runs now, and never at an old failure', () => {
  const failed = step({ seq: 2, pointer: '/do/0/a', status: 'faulted' })
  const now = step({ seq: 5, pointer: '/do/1/b/do/0/c', status: 'started', endedAt: null })
  const around = step({ seq: 4, pointer: '/do/1/b', status: 'started', endedAt: null })
  expect(stepInFocus({ status: 'running', error: null }, [failed, now, around])).toBe(5)
  const error = { type: 'x', status: 500, instance: '/do/0/a' }
  expect(stepInFocus({ status: 'faulted', error }, [failed, now])).toBe(2)
  expect(stepInFocus({ status: 'completed', error: null }, [failed])).toBeUndefined()
})

test('tasks that a run made or was told of are found', () => {
  const made = step({ output: { id: 't2', shortId: 'TK-7', title: 'Clean' } })
  const input = [{ type: 'ops.task.created.v1', data: { taskId: 't1' } }]
  expect(tasksIn({ input }, [made, made])).toEqual([
    { id: 't1', label: '' },
    { id: 't2', label: 'TK-7 Clean' },
  ])
  expect(tasksIn({ input: 'text' }, [step({ output: { id: 'x', shortId: 'P-1' } })])).toEqual([])
})

test.for([
  [0.25, '250 ms'],
  [1.44, '1.4 sec'],
  [200, '3 min 20 sec'],
  [7200, '2 hr'],
  [187_200, '2 days 4 hr'],
] as const)('%d seconds are %s', ([seconds, text]) => {
  expect(durationIn('en-US')(seconds)).toBe(text)
})
