import { expect, test } from 'vitest'
import { conduct } from './sandbox-batch.ts'
import { underDeadline } from './sandbox-deadline.ts'
import { pieceOf } from './sandbox-output.rules.ts'
import { createSlots } from './sandbox-slots.ts'
import type { SandboxCall, SandboxResult } from './sandbox.schema.ts'

type Status = SandboxResult['status']

const call = (id: string, ...needed: string[]): SandboxCall => ({ id, tool: 'list_tasks', depends_on: needed })

/** Makes the calls, each of which takes a turn of the loop, and writes down what happened. */
async function played(
  calls: SandboxCall[],
  {
    failing = [],
    parallelMax = 8,
    stopsOnError = false,
  }: { failing?: string[]; parallelMax?: number; stopsOnError?: boolean },
) {
  const story: string[] = []
  let [atOnce, most] = [0, 0]
  const results = await conduct<{ status: Status }>(calls, {
    parallelMax,
    stopsOnError,
    async begin({ id }) {
      story.push(`${id}>`)
      most = Math.max(most, (atOnce += 1))
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      story.push(`<${id}`)
      return { status: failing.includes(id) ? 'error' : 'ok' }
    },
    skip: () => ({ status: 'skipped' }),
  })
  return { story, most, statuses: results.map(({ status }) => status) }
}

test('in parallel as many as may go at once, each after what it depends on', async () => {
  const { story, most, statuses } = await played([call('c', 'a', 'b'), call('a'), call('b'), call('d', 'c')], {})
  expect(statuses).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(story).toEqual(['a>', 'b>', '<a', '<b', 'c>', '<c', 'd>', '<d'])
  expect(most).toBe(2)
  const many = Array.from({ length: 30 }, (_, index) => call(`c${index}`))
  expect((await played(many, { parallelMax: 3 })).most).toBe(3)
})

test('one after the other in their order, unless one depends on a later one', async () => {
  const { story } = await played([call('a', 'c'), call('b'), call('c')], { parallelMax: 1 })
  expect(story).toEqual(['b>', '<b', 'c>', '<c', 'a>', '<a'])
})

test('what depends on a failed call is skipped, and so is what depends on that', async () => {
  const calls = [call('d', 'c'), call('c', 'a'), call('a'), call('b')]
  expect((await played(calls, { failing: ['a'] })).statuses).toEqual(['skipped', 'skipped', 'error', 'ok'])
})

test('with stop nothing more is begun after a failure', async () => {
  const calls = ['a', 'b', 'c'].map((id) => call(id))
  const sequential = await played(calls, { failing: ['a'], parallelMax: 1, stopsOnError: true })
  expect(sequential.statuses).toEqual(['error', 'skipped', 'skipped'])
  expect(sequential.story).toEqual(['a>', '<a'])
  const onward = await played(calls, { failing: ['a'], parallelMax: 1 })
  expect(onward.statuses).toEqual(['error', 'ok', 'ok'])
  const parallel = await played([...calls, call('d', 'b')], { failing: ['a'], stopsOnError: true })
  expect(parallel.statuses).toEqual(['error', 'ok', 'ok', 'skipped'])
})

test('places are taken in order, and whoever gives up leaves the line', async () => {
  const slots = createSlots()
  const none = new AbortController().signal
  const leave = await slots.take('t', 1, none)
  const impatient = new AbortController()
  const second = slots.take('t', 1, impatient.signal)
  const third = slots.take('t', 1, none)
  expect(await slots.take('another', 1, none)).toBeTypeOf('function')
  impatient.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  leave()
  leave()
  const leaveThird = await third
  const fourth = slots.take('t', 1, none)
  leaveThird()
  ;(await fourth)()
  ;(await slots.take('t', 1, none))()
})

test('what gives nobody else a turn is late all the same', async () => {
  const busy = (): void => {
    for (const until = performance.now() + 5; performance.now() < until;);
  }
  const late = (): string => 'late'
  const changing = async ({ close }: { close(): void }): Promise<string> => {
    busy()
    close()
    return 'done'
  }
  const reading = async (): Promise<string> => {
    busy()
    return 'done'
  }
  await expect(underDeadline(1, changing, late)).rejects.toThrow('its time is over')
  expect(await underDeadline(1, reading, late)).toBe('late')
})

test('what is late is told as late and may not close; what has closed is not', async () => {
  let closing: Promise<void> | undefined
  const late = await underDeadline(
    5,
    async ({ signal, close }) => {
      closing = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())).then(close)
      await closing
      return 'done'
    },
    () => 'late',
  )
  expect(late).toBe('late')
  await expect(closing).rejects.toThrow('its time is over')
  const closed = await underDeadline(
    5,
    async ({ close }) => {
      close()
      await new Promise((resolve) => setTimeout(resolve, 20))
      return 'done'
    },
    () => 'late',
  )
  expect(closed).toBe('done')
})

test('an answer that is too long comes in parts that fit and make the whole', () => {
  for (const filling of ['x', '"', 'ü', '😀', '\\']) {
    const text = JSON.stringify({ text: filling.repeat(3000) })
    const parts: string[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const piece = pieceOf(text, offset, 1000)
      expect(Buffer.byteLength(JSON.stringify(piece.output))).toBeLessThanOrEqual(1000)
      expect(piece.truncated).toBe(piece.nextOffset !== null)
      expect(String(piece.output).isWellFormed()).toBe(true)
      parts.push(String(piece.output))
      offset = piece.nextOffset
    }
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.join('')).toBe(text)
  }
  expect(pieceOf('{"a":1}', 0, 1000)).toEqual({ output: { a: 1 }, truncated: false, nextOffset: null, bytes: 7 })
  expect(pieceOf('{"a":1}', 0, 0)).toMatchObject({ output: '', truncated: true, nextOffset: 0 })
})
