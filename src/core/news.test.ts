import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { changesAfter, changesKept } from './changes.ts'
import { openNews } from './news.ts'

const quiet = (): void => {}

async function place() {
  const { runtime, workspaceId } = await harness()
  const { pool } = runtime.database
  const { newest } = await changesKept(pool)
  const told = async () =>
    (await changesAfter(pool, workspaceId, newest, 500)).filter(({ type }) => type === 'test.changed')
  return { pool, workspaceId, told }
}

test('however much happens, it is one note at once and one for all the rest', async () => {
  const { pool, workspaceId, told } = await place()
  const news = openNews(pool, quiet)
  for (let n = 0; n < 1000; n++) news.tell({ db: pool, workspaceId }, 'test.changed')
  await news.close()
  expect(await told()).toMatchObject([{ subject: {} }, { subject: {} }])
})

test('what is told within a transaction counts from its commit on, and never when it is undone', async () => {
  const { pool, workspaceId, told } = await place()
  const news = openNews(pool, quiet)
  await expect(
    pool.transaction(async (db) => {
      news.tell({ db, workspaceId }, 'test.changed')
      await db.raw('select 1')
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await news.close()
  expect(await told()).toEqual([])
  const again = openNews(pool, quiet)
  await pool.transaction(async (db) => {
    again.tell({ db, workspaceId }, 'test.changed')
    await db.raw('select 1')
  })
  await again.close()
  expect(await told()).toHaveLength(1)
})

test('what cannot be written now is written later', async () => {
  const { pool, workspaceId, told } = await place()
  const troubles: string[] = []
  let isAway = true
  const moody = {
    ...pool,
    rows: (query: Parameters<typeof pool.rows>[0]) => (isAway ? Promise.reject(new Error('away')) : pool.rows(query)),
  } as typeof pool
  const news = openNews(moody, (_error, text) => troubles.push(text))
  news.tell({ db: pool, workspaceId }, 'test.changed')
  await new Promise(setImmediate)
  isAway = false
  await news.close()
  expect(troubles).toHaveLength(1)
  expect(await told()).toHaveLength(1)
})
