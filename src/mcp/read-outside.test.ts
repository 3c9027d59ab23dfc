import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { plainCall } from '#test/mcp.ts'
import { outsidePlace } from '#test/outside-place.ts'
import { connected, newTask, toolPlace } from '#test/tool-place.ts'

async function place() {
  const at = await toolPlace()
  const home = await outsidePlace(at)
  const call = (name: string, args: Record<string, unknown>) => plainCall(at.url, at.asKey.token ?? '', name, args)
  const wish = { propertyId: home.propertyId, wifiName: 'azul-guests', checkinInstructions: 'The key is in the box.' }
  const share = (taskId: string) => at.asAdmin.post(`/tasks/${taskId}/share-links`, { technicianName: 'Rita' })
  return { at, home, call, wish, share }
}

const wifiIn = async ({ home }: Awaited<ReturnType<typeof place>>): Promise<string | null> => {
  const { manual } = await home.pages()
  return (manual as { property: { wifiName: string | null } }[])[0]?.property.wifiName ?? null
}

test('a person reads who outside will read it, and what they read until now', async () => {
  const here = await place()
  await here.at.asKey.patch(`/properties/${here.home.propertyId}`, { wifiName: 'azul' })
  const declining = await connected(here.at, { user: 'decline' })
  expect((await declining.call('update_property', here.wish)).structuredContent).toEqual({ outcome: 'declined' })
  expect(declining.asked).toEqual([
    [
      'Change a property: Casa Azul',
      'Outside the company this is read at once by guests with a link to the guide of the home (1).',
      'wifiName: azul → azul-guests',
      'checkinInstructions: The key is in the box.',
    ].join('\n'),
  ])
  expect(await wifiIn(here)).toBe('azul')
  const agreeing = await connected(here.at, { user: 'accept' })
  expect((await agreeing.call('update_property', here.wish)).isError).toBeFalsy()
  expect(await wifiIn(here)).toBe('azul-guests')
})

test('technicians and vendors are named', async () => {
  const { call, home, share } = await place()
  await share(home.taskId)
  const { data } = await call('update_task', { taskId: home.taskId, title: 'Fix the tap' })
  expect(data['preview']).toMatchObject({
    readAtOnceBy: ['whoever has a link to the task (Marco, Rita)', 'vendors on the task (Blue Pool)'],
  })
})

test('a yes is good for those who were told of: whoever comes to read it later is asked about', async () => {
  const { call, home, share, at } = await place()
  const { id: taskId } = await newTask(at)
  const wish = { taskId, content: 'The code of the alarm is 4711.' }
  // Nobody outside reads it, so it is posted without a question.
  expect((await call('add_task_comment', wish)).data).toMatchObject({ content: wish.content })
  await share(taskId)
  const asked = await call('add_task_comment', wish)
  expect(asked.data['outcome']).toBe('confirmation_required')
  await share(taskId)
  const { confirmationToken } = asked.data
  expect((await call('add_task_comment', { ...wish, confirmationToken })).data['code']).toBe('readers_changed')
  const again = await call('add_task_comment', wish)
  await at.asAdmin.post(`/tasks/${taskId}/share-links`, {})
  await home.withdraw()
  const links = (await at.asAdmin.get(`/tasks/${taskId}/share-links`)).body.items as { id: string }[]
  await Promise.all(links.map(({ id }) => at.asAdmin.post(`/tasks/${taskId}/share-links/${id}/revoke`)))
  // Fewer readers than the person was told about need no new question.
  const said = await call('add_task_comment', { ...wish, confirmationToken: again.data['confirmationToken'] })
  expect(said.data).toMatchObject({ content: wish.content })
})

test('a link that begins to work while a change waits for the home stops the change', async () => {
  const here = await place()
  const { at, home, call, wish } = here
  const { pool } = at.runtime.database
  const scope = sql`workspace_id = ${at.workspaceId}`
  await run(pool, sql`update door_links set revoked_at = now() where ${scope}`)
  const change = await pool.transaction(async (tx) => {
    await many(tx, sql`select id from properties where ${scope} and id = ${home.propertyId} for update`)
    const waiting = call('update_property', wish)
    await expect.poll(() => lockWaits(pool)).toHaveLength(1)
    await run(tx, sql`update door_links set revoked_at = null where ${scope}`)
    return { waiting }
  })
  expect((await change.waiting).data['code']).toBe('read_outside')
  expect(await wifiIn(here)).toBe(null)
  expect((await call('update_property', wish)).data['outcome']).toBe('confirmation_required')
})

test('a stay that is over and a link that has run out are read by nobody', async () => {
  const { at, home, call, wish } = await place()
  const { pool } = at.runtime.database
  const scope = sql`workspace_id = ${at.workspaceId}`
  await run(pool, sql`update reservations set checkin_date = '2026-01-02', checkout_date = '2026-01-05' where ${scope}`)
  await run(pool, sql`update share_links set expires_at = now() - interval '1 second' where ${scope}`)
  expect((await call('update_property', wish)).data).toMatchObject({ id: home.propertyId })
  const comment = await call('add_task_comment', { taskId: home.taskId, content: 'Done.' })
  expect(comment.data).toMatchObject({ content: 'Done.' })
})

test('a task that is published to vendors is read by them', async () => {
  const { at, call } = await place()
  const { id: taskId } = await newTask(at)
  const wish = { taskId, title: 'Fix the tap' }
  await at.asAdmin.put(`/tasks/${taskId}/publication`)
  const { data } = await call('update_task', wish)
  expect(data['preview']).toMatchObject({ readAtOnceBy: ['vendors on the task (1)'] })
  await at.asAdmin.delete(`/tasks/${taskId}/publication`)
  expect((await call('update_task', wish)).data).toMatchObject({ title: wish.title })
})
