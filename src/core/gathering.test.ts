import { expect, test } from 'vitest'
import { gathered } from './gathering.ts'

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

test('after a crowd the next statement waits a moment for the next crowd; after a lone one it does not', async () => {
  const runs: number[][] = []
  const keep = gathered<number, number>(
    async (_key, items) => {
      runs.push(items)
      return items
    },
    { crowdMillis: 200 },
  )
  const oneByOne = async (...items: number[]) => {
    for (const item of items) {
      void keep('key', item)
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await oneByOne(1, 2)
  await Promise.all([3, 4, 5].map((item) => keep('key', item)))
  await oneByOne(6, 7)
  await keep('key', 8)
  expect(runs).toEqual([[1], [2], [3, 4, 5], [6, 7, 8]])
})
