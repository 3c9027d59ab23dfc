import { expect, onTestFinished, test } from 'vitest'
import { harness } from '#test/harness.ts'
import type { WorkspaceCtx } from './context.ts'
import { newId } from './crypto.ts'
import { many } from './db.ts'
import { beginFile, dropFile, keepFile, sweepFiles } from './file-drafts.ts'
import { sql } from './sql.ts'

const HOUR_MILLIS = 3600 * 1000
const now = new Date()
const soonAfter = new Date(now.getTime() + HOUR_MILLIS / 2)
const longAfter = new Date(now.getTime() + 2 * HOUR_MILLIS)

async function place() {
  const { runtime, workspaceId } = await harness()
  const { services, log, database } = runtime
  const { storage } = services
  const ctx: WorkspaceCtx = {
    db: database.pool,
    workspaceId,
    principal: { kind: 'system' },
    now,
    requestId: newId(),
    log,
    services,
  }
  const store = async (): Promise<string> => {
    const key = `${workspaceId}/tests/${newId()}`
    await beginFile(ctx, key)
    await storage.put(key, Buffer.from('a photo'), { contentType: 'image/png', sizeBytesMax: 100 })
    return key
  }
  const isThere = async (key: string): Promise<boolean> => {
    const found = await storage.get(key)
    found?.body.destroy()
    return found !== undefined
  }
  const keep = (key: string) => database.pool.transaction((tx) => keepFile({ ...ctx, db: tx }, key))
  const drafts = () => many(database.pool, sql`select 1 from file_drafts where workspace_id = ${workspaceId}`)
  return { ctx, store, isThere, keep, drafts, sweep: (at: Date) => sweepFiles.run({ ...ctx, now: at }) }
}

test('a file whose process is gone before it was recorded is removed an hour later, one that was recorded stays', async () => {
  const { store, isThere, keep, drafts, sweep } = await place()
  const [orphan, kept] = [await store(), await store()]
  expect(await keep(kept)).toBe(true)
  await sweep(soonAfter)
  expect([await isThere(orphan), await isThere(kept)]).toEqual([true, true])
  await sweep(longAfter)
  expect([await isThere(orphan), await isThere(kept)]).toEqual([false, true])
  expect(await drafts()).toEqual([])
})

test('a process that comes back after its file was swept cannot record it', async () => {
  const { store, keep, sweep } = await place()
  const key = await store()
  await sweep(longAfter)
  expect(await keep(key)).toBe(false)
})

test('a file that was recorded is not dropped, and none while nobody can say whether it was', async () => {
  const { ctx, store, isThere, keep, drafts, sweep } = await place()
  const [kept, other] = [await store(), await store()]
  await keep(kept)
  await dropFile(ctx, kept)
  const away = { ...ctx.db, rows: () => Promise.reject(new Error('the database is away')) }
  await dropFile({ ...ctx, db: away }, other)
  expect([await isThere(kept), await isThere(other), (await drafts()).length]).toEqual([true, true, 1])
  await sweep(longAfter)
  expect([await isThere(kept), await isThere(other), (await drafts()).length]).toEqual([true, false, 0])
})

/** A storage that cannot remove these, until told. */
function stuckOn(ctx: WorkspaceCtx, isStuck: (key: string) => boolean): { end(): void } {
  const { storage } = ctx.services
  const { remove } = storage
  const end = (): void => void Object.assign(storage, { remove })
  onTestFinished(end)
  const stuck = (key: string) => (isStuck(key) ? Promise.reject(new Error('it is stuck')) : remove(key))
  Object.assign(storage, { remove: stuck })
  return { end }
}

test('a sweep that could not remove a file has it recorded by nobody, and the next one removes it', async () => {
  const { ctx, store, isThere, keep, drafts, sweep } = await place()
  const key = await store()
  const { end } = stuckOn(ctx, () => true)
  await sweep(longAfter)
  await dropFile(ctx, key)
  end()
  expect(await keep(key)).toBe(false)
  expect([await isThere(key), (await drafts()).length]).toEqual([true, 1])
  await sweep(longAfter)
  expect([await isThere(key), (await drafts()).length]).toEqual([false, 0])
})

test('a file that cannot be removed does not keep others from being removed', async () => {
  const { ctx, store, isThere, drafts, sweep } = await place()
  const first = await store()
  const others = Array.from({ length: 150 }, () => `${ctx.workspaceId}/tests/${newId()}`)
  await beginFile({ ...ctx, now: new Date(now.getTime() + 1) }, ...others)
  const { end } = stuckOn(ctx, (key) => key === first)
  await sweep(longAfter)
  expect([await isThere(first), (await drafts()).length]).toEqual([true, 1])
  end()
  await sweep(new Date(longAfter.getTime() + HOUR_MILLIS))
  expect([await isThere(first), (await drafts()).length]).toEqual([false, 0])
})

test('so many that cannot be removed do not stand in the way of new ones for ever', async () => {
  const { ctx, drafts, sweep } = await place()
  const [stuck, others] = [120, 20].map((length) => Array.from({ length }, () => `${ctx.workspaceId}/tests/${newId()}`))
  await beginFile(ctx, ...(stuck ?? []))
  await beginFile({ ...ctx, now: new Date(now.getTime() + 1) }, ...(others ?? []))
  stuckOn(ctx, (key) => stuck?.includes(key) ?? false)
  for (const hours of [2, 3]) await sweep(new Date(now.getTime() + hours * HOUR_MILLIS))
  expect(await drafts()).toHaveLength(120)
})

test('many are swept at once', async () => {
  const { ctx, drafts, sweep } = await place()
  await beginFile(ctx, ...Array.from({ length: 250 }, () => `${ctx.workspaceId}/tests/${newId()}`))
  await sweep(longAfter)
  expect(await drafts()).toEqual([])
})
