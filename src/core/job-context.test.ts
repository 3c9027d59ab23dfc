import { expect, test } from 'vitest'
import { newId } from './crypto.ts'
import { wants } from './job-context.ts'
import type { DeliveredEvent, Subscriber } from './jobs.ts'

const EVENT: DeliveredEvent = {
  id: newId(),
  type: 'thing.happened',
  workspaceId: 'w',
  payload: {},
  occurredAt: '2026-11-16T12:00:00Z',
  requestId: null,
}
const unreadable = (): boolean => {
  throw new Error('cannot be read')
}

test.each<[string, Pick<Subscriber, 'on' | 'isFor'>, boolean]>([
  ['of its type', { on: [EVENT.type] }, true],
  ['of any type', { on: ['*'] }, true],
  ['of another type', { on: ['thing.ended'], isFor: () => true }, false],
  ['that concerns it', { on: ['*'], isFor: ({ type }) => type === EVENT.type }, true],
  ['that does not concern it', { on: ['*'], isFor: () => false }, false],
  // One event must not hold up all others; its job will tell.
  ['that it cannot read', { on: ['*'], isFor: unreadable }, true],
])('whether a subscriber gets an event %s', (_, subscriber, expected) => {
  expect(wants({ name: 'one', ...subscriber }, EVENT)).toBe(expected)
})
