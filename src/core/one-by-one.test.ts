import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { oneByOne } from './one-by-one.ts'

/** Callers by their numbers, each of whom is at it until told that it is through. */
function callers() {
  // Or whoever waits would go in by itself on a machine that takes its time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = { millis: 1000 }
  const serve = oneByOne(() => clock.millis)
  const begun: number[] = []
  const ends = new Map<number, PromiseWithResolvers<string>>()
  const come = (n: number): Promise<string> =>
    serve(() => {
      begun.push(n)
      const end = Promise.withResolvers<string>()
      ends.set(n, end)
      return end.promise
    })
  return {
    clock,
    begun,
    come,
    comeAll: (...numbers: number[]) => Promise.allSettled(numbers.map(come)),
    async through(n: number): Promise<void> {
      ends.get(n)?.resolve(`done ${n}`)
      await othersGoIn()
    },
    async fail(n: number): Promise<void> {
      ends.get(n)?.reject(new Error(`failed ${n}`))
      await othersGoIn()
    },
  }
}

/** In the turn after the one in which it is heard that somebody is through. */
async function othersGoIn(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

test('two who meet go in together; of more the next one when those before are through, in their order', async () => {
  const { begun, comeAll, through } = callers()
  const all = comeAll(1, 2, 3, 4)
  expect(begun).toEqual([1, 2])

  await through(1)
  expect(begun).toEqual([1, 2])
  await through(2)
  expect(begun).toEqual([1, 2, 3])
  await through(3)
  expect(begun).toEqual([1, 2, 3, 4])
  await through(4)

  expect((await all).map((each) => 'value' in each && each.value)).toEqual(['done 1', 'done 2', 'done 3', 'done 4'])
})

test('who fails is told so, and keeps nobody', async () => {
  const { begun, comeAll, through, fail } = callers()
  const all = comeAll(1, 2, 3)

  await fail(1)
  await fail(2)
  expect(begun).toEqual([1, 2, 3])
  await through(3)

  expect(await all).toMatchObject([
    { reason: new Error('failed 1') },
    { reason: new Error('failed 2') },
    { value: 'done 3' },
  ])
})

test('of a crowd a quarter goes in at once', async () => {
  const { begun, comeAll, through } = callers()
  void comeAll(...Array.from({ length: 18 }, (_, n) => n))
  expect(begun).toEqual([0, 1])

  await through(0)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  // Thirteen wait and three are still at it.
  await through(1)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  // Twelve wait and three are still at it, which is a quarter.
  await through(2)
  expect(begun).toHaveLength(6)
})

test('one that hangs keeps the others for a moment only', () => {
  const { begun, come } = callers()
  for (const n of [1, 2, 3, 4]) void come(n)
  expect(begun).toEqual([1, 2])

  vi.advanceTimersByTime(9)
  expect(begun).toEqual([1, 2])
  vi.advanceTimersByTime(1)
  expect(begun).toEqual([1, 2, 3, 4])
})

test('where somebody is nearly always at it all go in at once, and one by one again after a pause', async () => {
  const { clock, begun, come, comeAll, through } = callers()
  void come(1)
  clock.millis += 150
  await through(1)
  clock.millis += 50
  void comeAll(2, 3, 4)
  expect(begun).toEqual([1, 2, 3, 4])
  for (const n of [2, 3, 4]) await through(n)

  clock.millis += 1000
  void comeAll(5, 6, 7)
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
})

test('who waited when it became often goes in with the others', async () => {
  const { clock, begun, comeAll, come, through } = callers()
  void comeAll(1, 2, 3, 4)
  clock.millis += 150
  void come(5)
  expect(begun).toEqual([1, 2, 5])

  await through(1)
  expect(begun).toEqual([1, 2, 5, 3, 4])
})
