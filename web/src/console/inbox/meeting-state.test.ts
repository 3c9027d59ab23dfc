import { expect, test } from 'vitest'
import { meetingState } from './meeting-state.ts'

const AT = '2030-01-01T10:00:00.000Z'

test.for([
  [{ state: 'done', startedAt: AT, endedAt: AT }, 'ready'],
  [{ state: 'in_call_recording', startedAt: null, endedAt: null }, 'recording'],
  [{ state: 'fatal', startedAt: null, endedAt: AT }, 'failed'],
  [{ state: 'joining_call', startedAt: null, endedAt: null }, 'coming'],
  [{ state: 'a_new_word', startedAt: AT, endedAt: null }, 'recording'],
  [{ state: 'a_new_word', startedAt: AT, endedAt: AT }, 'over'],
] as const)('%o is %s', ([meeting, state]) => {
  expect(meetingState(meeting)).toBe(state)
})
