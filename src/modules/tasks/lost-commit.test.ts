import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'
import { losingCommits } from '#test/lost-commit.ts'
import { servePhoto } from '#test/photos.ts'
import { addAttachment } from './attachment.service.ts'
import { addPhoto } from './photo.service.ts'

async function place() {
  const { runtime, workspaceId, make, asKey } = await harness()
  const { services, log, database, config } = runtime
  const { id: departmentId } = await make.department()
  const { id: taskId } = (await asKey.post('/tasks', { title: 'Fix the tap', departmentId })).body
  const ctx: WorkspaceCtx = {
    db: database.pool,
    workspaceId,
    principal: { kind: 'system' },
    now: new Date(),
    requestId: newId(),
    log,
    services,
    idempotencyKey: newId(),
  }
  const isThere = async (key: string): Promise<boolean> => {
    const found = await services.storage.get(key)
    found?.body.destroy()
    return found !== undefined
  }
  /** The files of every record, each with whether it can be read. */
  async function files(): Promise<boolean[]> {
    const rows = await many<{ key: string }>(
      database.pool,
      sql`
      select unnest(array_remove(array[storage_key, thumbnail_key], null)) as key from task_attachments
      where workspace_id = ${workspaceId}`,
    )
    return Promise.all(rows.map(({ key }) => isThere(key)))
  }
  const drafts = () => many(database.pool, sql`select 1 from file_drafts where workspace_id = ${workspaceId}`)
  const unlucky = { ...ctx, db: losingCommits(database.pool) }
  const path = join(config.dataDir, newId())
  await sharp({ create: { width: 30, height: 20, channels: 3, background: 'blue' } })
    .png()
    .toFile(path)
  const received = { path, caption: null, checklistItemId: null }
  return { ctx, unlucky, taskId, files, drafts, received }
}

test('a photo whose commit got no answer keeps its files, and the same again is the same', async () => {
  const { ctx, unlucky, taskId, files, drafts, received } = await place()
  await expect(addPhoto(unlucky, taskId, received)).rejects.toThrow('cannot answer right now')
  expect([await files(), await drafts()]).toEqual([[true, true], []])
  await addPhoto(ctx, taskId, received)
  expect(await files()).toEqual([true, true])
})

test('a photo that took so long that its files are swept is refused, and the next try makes it', async () => {
  const { ctx, taskId, files, drafts, received } = await place()
  const { storage } = ctx.services
  let stored: string[] = []
  const slow: typeof storage.put = async (key, ...rest) => {
    const put = await storage.put(key, ...rest)
    stored = [...stored, key]
    await run(ctx.db, sql`update file_drafts set abandoned_at = ${ctx.now} where storage_key = ${key}`)
    return put
  }
  const late = { ...ctx, services: { ...ctx.services, storage: { ...storage, put: slow } } }
  await expect(addPhoto(late, taskId, received)).rejects.toThrow('cannot answer right now')
  expect(await Promise.all(stored.map((key) => storage.get(key)))).toEqual([undefined, undefined])
  expect([await files(), await drafts()]).toEqual([[], []])
  await addPhoto(ctx, taskId, received)
  expect([await files(), await drafts()]).toEqual([[true, true], []])
})

test('a copy whose commit got no answer keeps its file, and the same again is the same', async () => {
  const { ctx, unlucky, taskId, files, drafts } = await place()
  const input = { sourceUrl: await servePhoto(), externalSource: 'acme', externalId: 'p-1' }
  await expect(addAttachment(unlucky, taskId, input)).rejects.toThrow('cannot answer right now')
  expect([await files(), await drafts()]).toEqual([[true], []])
  expect(await addAttachment(ctx, taskId, input)).toMatchObject({ created: false })
  expect(await files()).toEqual([true])
})
