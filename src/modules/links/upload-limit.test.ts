import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { kept, photo, uploadPlace } from '#test/upload-place.ts'

test('a link brings two hundred photos and no more, also when the last arrive at once', async () => {
  const here = await uploadPlace()
  const { asKey, taskId, upload, runtime, workspaceId } = here
  const file = await photo(60, 40)
  expect((await upload(file)).status).toBe(201)
  await run(
    runtime.database.pool,
    sql`
    insert into task_attachments (workspace_id, id, task_id, content_type, size_bytes, sha256, storage_key, share_link_id, created_at)
    select workspace_id, gen_random_uuid(), task_id, content_type, size_bytes, sha256, storage_key, share_link_id, created_at
    from task_attachments, generate_series(1, 197) where workspace_id = ${workspaceId}`,
  )
  const { version } = (await asKey.get(`/tasks/${taskId}`)).body

  const headersOf = (n: number) => ({ 'idempotency-key': `photo-${n}` })
  const answers = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((n) => upload(file, {}, headersOf(n))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too_many_photos' })
  expect(await kept(here)).toHaveLength(200)
  expect((await asKey.get(`/tasks/${taskId}`)).body.version).toBe(version + 2)

  const taken = answers.findIndex(({ status }) => status === 201)
  const again = await upload(file, {}, headersOf(taken))
  expect([again.status, again.body]).toEqual([201, answers[taken]?.body])
  expect((await upload(file)).body).toMatchObject({ status: 409, code: 'too_many_photos' })
})
