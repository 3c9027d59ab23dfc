import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { secondNode } from '#test/second-node.ts'
import { formOf, heldUpload, kept, photo, uploadPlace } from '#test/upload-place.ts'

test('a link that is withdrawn, or runs out, while a photo comes through it keeps nothing of it', async () => {
  const here = await uploadPlace()
  const server = await secondNode()
  onTestFinished(() => server.close())
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as { port: number }
  const { asAdmin, taskId, workspaceId, runtime } = here
  const { pool } = runtime.database
  const itemId = newId()
  await run(
    pool,
    sql`
    insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
    values (${workspaceId}, ${itemId}, ${taskId}, 'PHOTO', 'The living room', true, true, 1, now())`,
  )
  const { body: links } = await asAdmin.get(`/tasks/${taskId}/share-links`)
  const linkId = links.items[0].id
  const form = formOf(await photo(), { checklistItemId: itemId })
  /** What is answered when the link ends before the last bytes come. */
  const heldUntil = async (end: () => Promise<unknown>): Promise<[number | undefined, string]> => {
    const outgoing = await heldUpload(port, here, form, form.body.length - 10)
    const answer = once(outgoing, 'response')
    await end()
    outgoing.end(form.body.subarray(-10))
    const [response] = await answer
    return [response.statusCode, JSON.parse(await text(response)).code]
  }
  const ending = sql`update share_links set expires_at = now() where workspace_id = ${workspaceId} and id = ${linkId}`
  expect(await heldUntil(() => run(pool, ending))).toEqual([403, 'link_expired'])
  await run(pool, sql`update share_links set expires_at = null where workspace_id = ${workspaceId} and id = ${linkId}`)
  const revoked = await heldUntil(() => asAdmin.post(`/tasks/${taskId}/share-links/${linkId}/revoke`))
  expect(revoked).toEqual([403, 'link_revoked'])
  expect(await kept(here)).toEqual([])
  const { storage } = runtime.config
  const folder = storage.kind === 'disk' ? join(storage.folder, workspaceId, 'photos') : ''
  expect(await readdir(folder).catch(() => [])).toEqual([])
  expect(await many(pool, sql`select 1 from file_drafts where workspace_id = ${workspaceId}`)).toEqual([])
  const open = sql`select completed_at as "completedAt" from task_checklist_items where id = ${itemId}`
  expect(await many(pool, open)).toEqual([{ completedAt: null }])
})
