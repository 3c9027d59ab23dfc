import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { gathered, gatheredWhileBusy } from './batching.ts'

const refusing = (code: string) => Object.assign(new Error(`refused ${code}`), { code })

/** Takes numbers; `bad` ones make the whole statement fail, as a database does. */
function statement(bad: (item: number) => unknown) {
  const runs: number[][] = []
  const keep = gathered<number, string>(async (_key, items) => {
    runs.push(items)
    const error = items.map(bad).find((each) => each !== undefined)
    if (error !== undefined) throw error
    return items.map((item) => `kept ${item}`)
  })
  const all = async (items: number[]) =>
    (await Promise.allSettled(items.map((item) => keep('key', item)))).map((each) =>
      each.status === 'fulfilled' ? each.value : String(each.reason.message),
    )
  return { runs, all }
}

test('those who come together go together', async () => {
  const { runs, all } = statement(() => undefined)
  expect(await all([1, 2, 3])).toEqual(['kept 1', 'kept 2', 'kept 3'])
  expect(runs).toEqual([[1, 2, 3]])
})

test('one whose data cannot be taken does not take the others with it: each is tried alone, once', async () => {
  for (const error of [refusing('22P05'), new RangeError('refused 22P05')]) {
    const { runs, all } = statement((item) => (item === 2 ? error : undefined))
    expect(await all([1, 2, 3])).toEqual(['kept 1', 'refused 22P05', 'kept 3'])
    expect(runs).toEqual([[1, 2, 3], [1], [2], [3]])
  }
})

test('what is nobody’s fault fails for all, and is not asked again for each; a lone one is not tried twice', async () => {
  const away = statement(() => refusing('57P01'))
  expect(await away.all([1, 2])).toEqual(['refused 57P01', 'refused 57P01'])
  expect(away.runs).toEqual([[1, 2]])
  const alone = statement(() => refusing('22P05'))
  expect(await alone.all([1])).toEqual(['refused 22P05'])
  expect(alone.runs).toEqual([[1]])
})

/** Messages from outside as fast as they can be answered. */
async function messages(): Promise<{ next(): Promise<unknown>; stop(): void }> {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {}).on('data', (chunk) => socket.write(chunk))
  socket.write('again')
  return {
    next: () => once(socket, 'data'),
    stop() {
      socket.destroy()
      server.close()
    },
  }
}

test('while there is other work, those who come wait for more to come; a statement begins when there is none', async () => {
  const runs: number[][] = []
  const run = async (items: number[]) => {
    runs.push(items)
    return items
  }
  const keep = gatheredWhileBusy<number, number>(run, { millisMax: Number.POSITIVE_INFINITY, atOnceMax: 1 })
  const other = await messages()
  const kept: Promise<number>[] = []
  for (const item of [1, 2, 3]) {
    kept.push(keep(item))
    await other.next()
  }
  other.stop()
  expect(await Promise.all(kept)).toEqual([1, 2, 3])
  // All three together, if no message of the other work was late.
  expect(runs.flat()).toEqual([1, 2, 3])
  expect(runs.length).toBeLessThan(3)
})

test('when the time is up a statement begins although there is other work', async () => {
  const keep = gatheredWhileBusy<number, number>(async (items) => items, { millisMax: 1, atOnceMax: 1 })
  const other = await messages()
  expect(await keep(1)).toBe(1)
  expect(await keep(2)).toBe(2)
  other.stop()
})

test('only so many statements are under way; whoever comes meanwhile goes with the next', async () => {
  const under: { items: number[]; end(): void }[] = []
  const keep = gatheredWhileBusy<number, number>(
    (items) => new Promise((resolve) => under.push({ items, end: () => resolve(items) })),
    { millisMax: 0, atOnceMax: 2 },
  )
  const kept: Promise<number>[] = []
  for (const item of [1, 2, 3, 4]) {
    kept.push(keep(item))
    for (let turn = 0; turn < 5; turn++) await nextTurn()
  }
  expect(under.map(({ items }) => items)).toEqual([[1], [2]])
  under[0]?.end()
  await vi.waitFor(() => expect(under.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]))
  under.forEach(({ end }) => end())
  expect(await Promise.all(kept)).toEqual([1, 2, 3, 4])
})

test('more than one statement takes go in several, without waiting for each other', async () => {
  const sizes: number[] = []
  const keep = gatheredWhileBusy<number, number>(
    (items) => {
      sizes.push(items.length)
      return new Promise(() => {})
    },
    { millisMax: 0, atOnceMax: 3 },
  )
  for (let item = 0; item < 450; item++) void keep(item)
  await vi.waitFor(() => expect(sizes).toEqual([200, 200, 50]))
})

test('one that cannot be kept does not take the others with it there either', async () => {
  const keep = gatheredWhileBusy<number, number>(
    async (items) => {
      if (items.includes(2)) throw refusing('22P05')
      return items
    },
    { millisMax: 0, atOnceMax: 1 },
  )
  const outcomes = await Promise.allSettled([1, 2, 3].map(keep))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
