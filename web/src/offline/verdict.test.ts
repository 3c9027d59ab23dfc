import { expect, test } from 'vitest'
import { verdictOn } from './verdict.ts'

const problem = (code: string) => ({ code, detail: 'A sentence.' })

test.for([
  [200, {}, 'taken'],
  [201, {}, 'taken'],
  [200, undefined, 'later'],
  [403, '<html>', 'later'],
  [404, undefined, 'later'],
  [413, undefined, 'refused'],
  [0, undefined, 'later'],
  [429, problem('rate_limited'), 'later'],
  [502, '<html>', 'later'],
  [503, problem('unavailable'), 'later'],
  [409, problem('idempotency_in_progress'), 'later'],
  [404, problem('link_unknown'), 'gone'],
  [403, problem('link_revoked'), 'gone'],
  [403, problem('link_expired'), 'gone'],
  [404, problem('checklist_item_not_found'), 'refused'],
  [413, problem('file_too_large'), 'refused'],
  [409, problem('already_completed'), 'refused'],
] as const)('an answer %s %o to an upload is %s', ([status, body, kind]) => {
  expect(verdictOn('photo', { status, body }).kind).toBe(kind)
})

test('a completion that somebody else has made already is what was wanted', () => {
  expect(verdictOn('complete', { status: 409, body: problem('already_completed') }).kind).toBe('overtaken')
  expect(verdictOn('complete', { status: 409, body: problem('completion_blocked') })).toEqual({
    kind: 'refused',
    code: 'completion_blocked',
    detail: 'A sentence.',
  })
})
