import { expect, test } from 'vitest'
import { resultOf } from './door.ts'

test.for([
  [503, 'device_offline', 'offline'],
  [503, 'device_error', 'error'],
  [503, 'device_uncertain', 'uncertain'],
  [409, 'door_busy', 'busy'],
  [429, 'rate_limited', 'limited'],
  [503, 'unavailable', 'lost'],
  [0, undefined, 'lost'],
  [502, undefined, 'lost'],
  [422, 'invalid_request', 'refused'],
] as const)('%s %s is told as %s', ([status, code, why]) => {
  expect(resultOf({ status, body: { code }, retryAfterSeconds: 7 })).toMatchObject({ kind: 'failed', why })
})

test('open is said only when the service says so, and confirmed only when the lock does', () => {
  expect(resultOf({ status: 200, body: { confirmedByDevice: true } })).toEqual({ kind: 'opened', isConfirmed: true })
  expect(resultOf({ status: 200, body: { confirmedByDevice: false } })).toEqual({ kind: 'opened', isConfirmed: false })
  expect(resultOf({ status: 403, body: { code: 'too_late' } })).toEqual({ kind: 'outdated' })
})
