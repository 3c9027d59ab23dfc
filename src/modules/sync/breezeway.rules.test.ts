import { expect, test } from 'vitest'
import { expiryIn, taskBody, waitIn, wordsIn } from './breezeway.rules.ts'

const NOW = Date.parse('2026-11-15T09:00:00Z')

test.for([
  [{ 'retry-after': '17' }, {}, 17],
  [{ 'retry-after': 'Sun, 15 Nov 2026 09:01:30 GMT' }, {}, 90],
  [{ 'x-ratelimit-reset': String(NOW / 1000 + 40) }, {}, 40],
  [{}, { error: 'limit', retry_after: 25 }, 25],
  [{}, { limit_expires_at: '2026-11-15T09:00:10Z' }, 10],
  [{}, { error: 'no word about it' }, 60],
  [{ 'retry-after': '86400' }, {}, 900],
  [{ 'retry-after': '-5' }, {}, 1],
  [{}, null, 60],
] as const)('429 with %j and %j asks for %d seconds', ([headers, body, seconds]) => {
  expect(waitIn({ ...headers }, body, NOW)).toBe(seconds)
})

test.for([
  ['{"error":"name: required"}', 'name: required'],
  ['{"message":"Not  allowed"}', 'Not allowed'],
  ['{"errors":{"name":["too long"]}}', '{"name":["too long"]}'],
  ['"just words"', 'just words'],
  ['<html><body>403 Forbidden</body></html>', '403 Forbidden'],
  ['', ''],
  ['null', 'null'],
] as const)('the words in %s', ([text, words]) => {
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    body = null
  }
  expect(wordsIn(text, body)).toBe(words)
})

test('a token says itself when it ends; otherwise it lives for a day', () => {
  const claims = Buffer.from(JSON.stringify({ exp: NOW / 1000 + 3600 })).toString('base64url')
  expect(expiryIn(`head.${claims}.signature`, NOW)).toEqual(new Date(NOW + 3600 * 1000))
  for (const odd of ['opaque', 'a.b.c', 'head.bnVsbA.signature']) {
    expect(expiryIn(odd, NOW)).toEqual(new Date(NOW + 24 * 3600 * 1000))
  }
})

test('people are numbers in the body, and what is not set is null', () => {
  const task = { name: 'A', department: 'safety', priority: 'watch', description: 'D', date: null, time: null } as const
  expect(taskBody({ ...task, assigneeIds: ['31', '7'] })).toEqual({
    name: 'A',
    type_department: 'safety',
    type_priority: 'watch',
    description: 'D',
    scheduled_date: null,
    scheduled_time: null,
    assignments: [31, 7],
  })
})
