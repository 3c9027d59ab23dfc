import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'
import { servePhoto } from '#test/photos.ts'

test('the address of a file ends with its photo, and with its task for as long as that is deleted', async () => {
  const { asKey, asAdmin, asNobody, make, runtime, workspaceId } = await harness()
  const { id: departmentId } = await make.department()
  const path = `/tasks/${(await asKey.post('/tasks', { title: 'Task', departmentId })).body.id}`
  const attach = `${path}/attachments`
  const photo = { sourceUrl: await servePhoto(), externalSource: 'acme' }
  const { body: kept } = await asKey.post(attach, { ...photo, externalId: 'p-1' })
  const { body: removed } = await asKey.post(attach, { ...photo, externalId: 'p-2' })
  const statuses = () =>
    Promise.all(
      [kept, removed].map(async ({ internalUrl }) => {
        const { pathname } = new URL(internalUrl)
        const etag = { 'if-none-match': '*' }
        const read = await asNobody.send('GET', pathname)
        const again = await asNobody.send('GET', pathname, undefined, etag)
        return [read.status, again.status]
      }),
    )
  const there = [200, 304]
  expect(await statuses()).toEqual([there, there])
  await asAdmin.delete(`${attach}/${removed.id}`)
  expect(await statuses()).toEqual([there, [404, 404]])
  expect((await asKey.delete(path)).status).toBe(200)
  expect(await statuses()).toEqual([
    [404, 404],
    [404, 404],
  ])
  const { pool } = runtime.database
  await run(pool, sql`update tasks set deleted_at = null where workspace_id = ${workspaceId}`)
  expect(await statuses()).toEqual([there, [404, 404]])
})
