import { afterEach, expect, test, vi } from 'vitest'
import { askAndKeep } from './load.ts'
import { memory } from './memory.ts'

const ADDRESS = 'http://x/token'

// There is no store here: what is kept is kept in the page's memory, as on a phone that would not store it.

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  memory.answers.clear()
})

/** The last answer comes again and again. */
function answering(...answers: [status: number, body: string][]) {
  const answer = vi.fn<() => Promise<Response>>(async () => {
    const [status, body] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, '']
    return new Response(body, { status })
  })
  vi.stubGlobal('fetch', answer)
  return answer
}

const keep = (settledAt?: number) => memory.answers.set('l', { answer: { kept: true }, keptAt: 1, settledAt })
const problem = (code: string) => JSON.stringify({ code })

test('an answer that was asked for before an action was taken is asked for once more, and no more', async () => {
  let count = 0
  const asked = async (): Promise<Response> => {
    count += 1
    keep(Date.now())
    return new Response('{"from":"server"}', { status: count > 5 ? 500 : 200 })
  }
  vi.stubGlobal('fetch', asked)
  // Stands still, so that the action was taken in the moment of asking.
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  expect(await askAndKeep('l', ADDRESS)).toEqual({ kind: 'ready', answer: { from: 'server' } })
  expect(count).toBe(2)
})

test('a phone whose clock was set back takes the answer at once', async () => {
  keep(Date.now() + 3_600_000)
  const asked = answering([200, '{"from":"server"}'], [200, '{}'], [500, ''])
  expect(await askAndKeep('l', ADDRESS)).toEqual({ kind: 'ready', answer: { from: 'server' } })
  expect(asked).toHaveBeenCalledTimes(1)
  expect(memory.answers.get('l')?.answer).toEqual({ from: 'server' })
})

test.for([
  [403, '<html>'],
  [404, ''],
  [422, '{"error":"blocked"}'],
  [403, problem('insufficient_role')],
  [200, '<html>'],
] as const)('an answer %s %s that is not about the link takes nothing off the phone', async ([status, body]) => {
  keep()
  answering([status, body])
  expect(await askAndKeep('l', ADDRESS)).toMatchObject({ kind: 'silent', status })
  expect(memory.answers.get('l')?.answer).toEqual({ kept: true })
})

test.for([
  [404, 'link_unknown', 'unknown'],
  [422, 'invalid_request', 'unknown'],
  [403, 'link_revoked', 'revoked'],
  [403, 'link_expired', 'expired'],
] as const)('%s %s takes off the phone what the link showed', async ([status, code, why]) => {
  keep()
  answering([status, problem(code)])
  expect(await askAndKeep('l', ADDRESS)).toEqual({ kind: 'gone', why })
  expect(memory.answers.has('l')).toBe(false)
})

test('a link without its token is not known, and nobody is asked about it', async () => {
  const asked = answering([404, problem('route_not_found')])
  expect(await askAndKeep('l', 'http://x/')).toEqual({ kind: 'gone', why: 'unknown' })
  expect(asked).not.toHaveBeenCalled()
})
