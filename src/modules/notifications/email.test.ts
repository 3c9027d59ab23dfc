import { expect, onTestFinished, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { newId } from '#core/crypto.ts'
import { NotOurs } from '#core/job-worker.ts'
import { sql } from '#core/sql.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { dayAfter, wholeDay } from '#test/days.ts'
import { deliver } from '#test/deliver.ts'
import { startTestApp, type Harness } from '#test/harness.ts'
import { effectsOf, mailPlace as place } from '#test/mail-place.ts'
import { QUICK } from '#test/mail-server.ts'
import { soon, working } from '#test/working.ts'
import { email } from './email.ts'
import { notifications } from './notify.ts'

/** As if the worker had died after the mail was taken and before it was written down. */
async function forget({ runtime, workspaceId }: Harness): Promise<void> {
  const { pool } = runtime.database
  await run(pool, sql`delete from task_activities where workspace_id = ${workspaceId} and action = 'task.effect'`)
}

test('a mail says what happened, by whom, where and when, why one gets it, and leads to the task', async () => {
  await wholeDay()
  const here = await place()
  const { ana, admin, server, workspaceId, task, post, make } = here
  const lisbon = { name: 'Casa Azul', address: 'Rua das Flores 12', postalCode: '1200-195', city: 'Lisboa' }
  const { id: propertyId } = await make.property({ ...lisbon, timezone: 'Europe/Lisbon' })
  const { id, shortId } = await task({
    propertyId,
    description: 'It shows E2.\nThe guest arrives at 15:00.',
    scheduledDate: dayAfter(1),
    scheduledTime: '10:00',
    primaryUserId: ana.userId,
  })
  await post()
  const mails = await server.mailsTo(ana.email)
  expect(mails).toHaveLength(1)
  const [arrived] = mails
  const sentence = `${admin.fullName} assigned this task to you.`
  const url = `http://localhost:3000/w/${workspaceId}/tasks/${id}`
  expect(arrived).toMatchObject({
    subject: `${shortId} · Fix the boiler · Casa Azul, tomorrow 10:00`,
    to: [{ name: ana.fullName, address: ana.email }],
  })
  for (const part of [arrived?.text, arrived?.html]) {
    for (const said of [
      sentence,
      'Casa Azul · Rua das Flores 12, 1200-195 Lisboa',
      'Tomorrow, ',
      ', 10:00',
      url,
      shortId,
    ])
      expect(part).toContain(said)
    expect(part).toContain('This task is assigned to you at ')
    expect(part).toContain(`http://localhost:3000/w/${workspaceId}/notifications/preferences`)
  }
  expect(arrived?.text).toContain('  It shows E2.\n  The guest arrives at 15:00.')
  expect(arrived?.html).toContain('It shows E2.<br />The guest arrives at 15:00.')
  expect(arrived?.html).not.toMatch(/<img|src=|url\(/)
  expect(await effectsOf(here, id)).toEqual([
    { effect: 'email', event: 'task.notified', about: 'task.created', outcome: 'done', sent: 1 },
    { effect: 'notifications', event: 'task.created', outcome: 'done', inApp: 1, email: 1 },
  ])
})

test('what people type stays text, in every part of the mail', async () => {
  const { ana, server, task, post, make, asAdmin, runtime } = await place()
  const { id: propertyId } = await make.property({ name: 'Casa\r\nBcc: eve@example.com' })
  const script = '<script>alert(1)</script>"\'&'
  const { id } = await task({
    description: `<img src=x onerror=alert(1)>\n${script}`,
    propertyId,
    primaryUserId: ana.userId,
  })
  // The doors refuse line breaks in a title; one that is there all the same must do no harm.
  const title = `água ${script}\r\nBcc: eve@example.com\r\n\r\n<h1>x`
  await run(runtime.database.pool, sql`update tasks set title = ${title} where id = ${id}`)
  await asAdmin.post(`/tasks/${id}/comments`, { content: `</div><a href="https://evil.example">${script}` })
  await post()
  const mails = await server.mailsTo(ana.email)
  expect(mails).toHaveLength(2)
  expect(server.received.map(({ to }) => to)).toEqual([ana.email, ana.email])
  for (const { headers, subject, html = '' } of mails) {
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(subject).toContain(`água ${script} Bcc: eve@example.com <h1>x · Casa Bcc: eve@example.com`)
    expect(html).toContain('água &lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp; Bcc')
    expect(html).not.toMatch(/<script|<img|<h1>x|evil\.example">/)
  }
  expect(mails[1]?.html).toContain('&lt;/div&gt;&lt;a href=&quot;https://evil.example&quot;&gt;')
})

test('however often the events are delivered, one mail is sent', async () => {
  const here = await place()
  const { ana, server, task, post } = here
  await task({ primaryUserId: ana.userId })
  await post()
  await post()
  await forget(here)
  await post()
  await forget(here)
  await Promise.all([post(), post(), post()])
  expect(server.received).toHaveLength(1)
  const handedOver = await many(
    here.runtime.database.pool,
    sql`select 1 from outbox where workspace_id = ${here.workspaceId} and type = 'task.notified'`,
  )
  expect(handedOver).toHaveLength(1)
})

test('of several workers at once one sends; after a crash the mail is sent again under the same id', async () => {
  const here = await place()
  const { ana, server, mail, task, runtime, workspaceId } = here
  await task({ primaryUserId: ana.userId })
  await deliver(here, notifications, { mail })
  const once = () => deliver(here, email, { mail })
  const outcomes = await Promise.allSettled([once(), once(), once(), once()])
  expect(server.received).toHaveLength(1)
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
  expect(reasons.filter((reason) => !reason.includes('another worker is sending it'))).toEqual([])

  const { pool } = runtime.database
  await run(pool, sql`update notifications set emailed_at = null where workspace_id = ${workspaceId}`)
  await forget(here)
  await once()
  const ids = (await server.mailsTo(ana.email)).map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

test('a recipient whom the server refuses for good is noted and not tried again; the others get theirs', async () => {
  const here = await place()
  const { ana, server, task, post, make } = here
  const ben = await make.person()
  server.treat('refuse', ana.email)
  const { id } = await task({ primaryUserId: ana.userId, secondaryAssigneeIds: [ben.userId] })
  await post()
  const [effect] = await effectsOf(here, id)
  expect(effect).toMatchObject({ effect: 'email', outcome: 'done', sent: 1 })
  expect(effect?.['refused']).toEqual([expect.stringMatching(/550.*user unknown/)])
  expect(JSON.stringify(effect)).not.toContain(ana.email)
  server.treat('accept', ana.email)
  await forget(here)
  await post()
  expect(server.received.map(({ to }) => to)).toEqual([ben.email])
})

test('a recipient whom the server cannot take now is tried again, and only that one', async () => {
  const here = await place()
  const { ana, server, task, post, make } = here
  const ben = await make.person()
  server.treat('defer', ana.email)
  const { id } = await task({ primaryUserId: ana.userId, secondaryAssigneeIds: [ben.userId] })
  await expect(post()).rejects.toThrow('1 to be sent again')
  expect(await effectsOf(here, id)).toContainEqual(
    expect.objectContaining({ effect: 'email', outcome: 'retrying', error: expect.stringContaining('451') }),
  )
  server.treat('accept', ana.email)
  await post()
  expect(server.received.map(({ to }) => to).toSorted()).toEqual([ana.email, ben.email].toSorted())
  expect(await effectsOf(here, id)).toContainEqual(expect.objectContaining({ outcome: 'done', sent: 2 }))
})

test.each(['hang', 'drop'] as const)('a server that will %s in the middle is tried again later', async (manner) => {
  const here = await place({ patience: QUICK })
  const { ana, server, task, post } = here
  server.treat(manner)
  await task({ primaryUserId: ana.userId })
  await expect(post()).rejects.toThrow(/Timeout|close/i)
  server.treat('accept')
  await post()
  const ids = (await server.mailsTo(ana.email)).map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(1)
  expect(ids.length).toBe(manner === 'drop' ? 2 : 1)
})

test('a vendor is written to when work is given to it, without links it could not open, and has no list', async () => {
  const { server, task, post, asAdmin, asUser, runtime, workspaceId } = await place()
  const vendor = (await asAdmin.post('/vendors', { name: 'Blue Pool', email: 'office@bluepool.example.com' })).body
  const mute = (await asAdmin.post('/vendors', { name: 'No address' })).body
  const { id } = await task({ primaryVendorOrgId: vendor.id, secondaryAssigneeIds: [mute.id] })
  await asUser.patch(`/tasks/${id}`, { priority: 'URGENT' })
  await post()
  const [arrived, ...more] = await server.mailsTo('office@bluepool.example.com')
  expect(more).toEqual([])
  expect(arrived?.text).toContain('gave this work to Blue Pool.')
  expect(arrived?.text).not.toContain('http')
  expect(arrived?.html).not.toContain('href')
  const rows = await many(
    runtime.database.pool,
    sql`select in_app as "inApp" from notifications where workspace_id = ${workspaceId} and vendor_id is not null`,
  )
  expect(rows).toEqual([{ inApp: false }])
})

test('who wants no mail gets none, and who wants only mail has it in no list', async () => {
  const { ana, server, task, post, make, asConsole } = await place()
  const ben = await make.person()
  const [asAna, asBen] = [asConsole(ana.token), asConsole(ben.token)]
  await asAna.patch('/notification-preferences', { assigned: { email: false } })
  await asBen.patch('/notification-preferences', { assigned: { inApp: false } })
  await task({ primaryUserId: ana.userId, secondaryAssigneeIds: [ben.userId] })
  await post()
  expect(server.received.map(({ to }) => to)).toEqual([ben.email])
  expect((await asAna.get('/notifications')).body.pagination.total).toBe(1)
  expect((await asBen.get('/notifications')).body.pagination.total).toBe(0)
})

test('a worker without a mail server leaves the mail for one that has it', async () => {
  const here = await place()
  const { ana, server, mail, task, post } = here
  await task({ primaryUserId: ana.userId })
  await deliver(here, notifications, { mail })
  await expect(deliver(here, email)).rejects.toThrow('SMTP_URL is not set')
  await post()
  expect(server.received).toHaveLength(1)
})

test('a mail of a kind that only a later version knows is left for a worker of that, which is no failure', async () => {
  // As the migration of the later version would leave it, which is for nobody else's database.
  const on = await startTestApp()
  onTestFinished(() => on.close())
  await run(on.runtime.database.pool, sql`alter table notifications drop constraint notifications_kind_check`)
  const here = await place({ on })
  const { ana, server, mail, task, post, make, runtime } = here
  const { pool } = runtime.database
  const ben = await make.person()
  const { id } = await task({ primaryUserId: ana.userId, secondaryAssigneeIds: [ben.userId] })
  await deliver(here, notifications, { mail })
  const call = (kind: string) => run(pool, sql`update notifications set kind = ${kind} where user_id = ${ana.userId}`)
  await call('praised')
  await expect(deliver(here, email, { mail })).rejects.toThrow(NotOurs)
  expect((await effectsOf(here, id)).map(({ effect }) => effect)).toEqual(['notifications'])
  expect(server.received.map(({ to }) => to)).toEqual([ben.email])
  await call('assigned')
  await post()
  expect(server.received.map(({ to }) => to)).toEqual([ben.email, ana.email])
})

test('an address of the demo, where nobody can be, is not written to', async () => {
  const here = await place()
  const { server, task, post, asAdmin } = here
  const vendor = (await asAdmin.post('/vendors', { name: 'Demo', email: 'office@bluepool.example' })).body
  const { id } = await task({ primaryVendorOrgId: vendor.id })
  await post()
  expect(server.received).toEqual([])
  expect(await effectsOf(here, id)).toContainEqual(
    expect.objectContaining({
      effect: 'email',
      outcome: 'skipped',
      sent: 0,
      reason: expect.stringContaining('cannot exist'),
    }),
  )
})

test('who has left before the mail was sent is not written to', async () => {
  const here = await place()
  const { ana, server, mail, task, asAdmin } = here
  await task({ primaryUserId: ana.userId })
  await deliver(here, notifications, { mail })
  await asAdmin.delete(`/members/${ana.membershipId}`)
  await deliver(here, email, { mail })
  expect(server.received).toEqual([])
})

test('a vendor that the work was taken from, or that is not active any more, is not written to', async () => {
  const here = await place()
  const { server, mail, task, asAdmin, asUser } = here
  const make = async (name: string) =>
    (await asAdmin.post('/vendors', { name, email: `${name}@pools.example.com` })).body as { id: string }
  const [early, late, idle, kept] = [await make('early'), await make('late'), await make('idle'), await make('kept')]
  const take = (id: string) => asUser.patch(`/tasks/${id}`, { primaryVendorOrgId: null })
  const before = await task({ primaryVendorOrgId: early.id })
  await take(before.id)
  const after = await task({ primaryVendorOrgId: late.id })
  await task({ primaryVendorOrgId: idle.id })
  await task({ primaryVendorOrgId: kept.id })
  await deliver(here, notifications, { mail })
  await take(after.id)
  expect((await asAdmin.patch(`/vendors/${idle.id}`, { active: false })).status).toBe(200)
  await deliver(here, email, { mail })
  expect(server.received.map(({ to }) => to)).toEqual(['kept@pools.example.com'])
  expect((await effectsOf(here, before.id)).filter(({ effect }) => effect === 'email')).toMatchObject([
    { outcome: 'skipped', sent: 0, reason: 'They had not heard of the task.' },
  ])
  expect(await effectsOf(here, after.id)).toContainEqual(
    expect.objectContaining({
      effect: 'email',
      outcome: 'skipped',
      reason: 'The task is deleted or no longer theirs.',
    }),
  )
})

test('of a task that is deleted only its deletion is mailed', async () => {
  const here = await place()
  const { ana, server, task, post, asAdmin, asConsole } = here
  await asConsole(ana.token).patch('/notification-preferences', { deleted: { email: true } })
  const { id } = await task({ primaryUserId: ana.userId })
  expect((await asAdmin.send('DELETE', `/api/v1/workspaces/${here.workspaceId}/tasks/${id}`)).status).toBe(200)
  await post()
  const mails = await server.mailsTo(ana.email)
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('deleted')])
})

test('with the mail server down a task is made, its people are told, other effects are done, and mail is retried', async () => {
  const here = await place()
  const { ana, server, mail, task, asConsole } = here
  const other = taskEffect({ name: `other-${newId().slice(-8)}`, on: ['task.created'], act: async () => ({}) })
  await server.stop()
  const runtime = { ...here.runtime, services: { ...here.runtime.services, mail } }
  await working({ ...here, runtime }, [notifications, { ...email, retryDelaySeconds: 1 }, other])
  const { id } = await task({ primaryUserId: ana.userId })
  expect(id).toEqual(expect.any(String))
  await soon(async () => {
    const effects = await effectsOf(here, id)
    const done = { event: 'task.created', outcome: 'done' }
    expect(effects).toContainEqual(expect.objectContaining({ effect: 'email', outcome: 'retrying' }))
    expect(effects).toContainEqual({ effect: 'notifications', ...done, inApp: 1, email: 1 })
    expect(effects).toContainEqual({ effect: other.name, ...done })
  })
  expect((await asConsole(ana.token).get('/notifications')).body.unreadCount).toBe(1)
})
