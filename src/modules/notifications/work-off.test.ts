import { expect, test } from 'vitest'
import type { Subscriber } from '#core/jobs.ts'
import type { Mail } from '#core/mail.ts'
import { deliver } from '#test/deliver.ts'
import { effectsOf, mailPlace as place } from '#test/mail-place.ts'
import { email } from './email.ts'
import { notifications } from './notify.ts'

test('a vendor is written to when its work moves, is closed, opened again, deleted, restored or given to another', async () => {
  const here = await place()
  const { server, task, post, asAdmin, asUser } = here
  const make = async (name: string) =>
    (await asAdmin.post('/vendors', { name, email: `${name}@pools.example.com` })).body as { id: string }
  const [blue, red] = [await make('blue'), await make('red')]
  const { id } = await task({ primaryVendorOrgId: blue.id, scheduledDate: '2999-11-16', scheduledTime: '10:00' })
  const changes = [
    { scheduledTime: '11:30' },
    { status: 'COMPLETED' },
    { scheduledTime: '12:30' },
    { status: 'CLOSED' },
    { status: 'SCHEDULED' },
    { status: 'CLOSED' },
    { status: 'SCHEDULED' },
    { primaryVendorOrgId: red.id },
  ]
  await post()
  for (const change of changes) {
    expect((await asUser.patch(`/tasks/${id}`, change)).status).toBe(200)
    await post()
  }
  await asUser.delete(`/tasks/${id}`)
  await post()
  await asAdmin.post(`/tasks/${id}/restore`)
  await post()
  await asUser.patch(`/tasks/${id}`, { status: 'COMPLETED' })
  await asUser.patch(`/tasks/${id}`, { primaryVendorOrgId: null })
  await asUser.patch(`/tasks/${id}`, { primaryVendorOrgId: blue.id })
  await post()
  await asUser.patch(`/tasks/${id}`, { status: 'SCHEDULED' })
  await post()
  const said = async (name: string) =>
    (await server.mailsTo(`${name}@pools.example.com`)).map(({ subject = '', text = '' }) => [
      subject.split(': TK-')[0]?.replace(/^TK-.*/, ''),
      text.split('\n\n')[1]?.replace(here.admin.fullName, 'Alex'),
    ])
  expect(await said('blue')).toEqual([
    ['', 'Alex assigned this task to you.'],
    ['New date', 'Alex moved this task to 16 November 2999 11:30.'],
    ['', 'Alex opened this task again. It is yours to do.'],
    ['Cancelled', 'Alex closed this task. There is nothing left to do.'],
    ['', 'Alex opened this task again. It is yours to do.'],
    ['Cancelled', 'Alex took you off this task. There is nothing left for you to do.'],
    ['', 'Alex opened this task again. It is yours to do.'],
  ])
  expect(await said('red')).toEqual([
    ['', 'Alex assigned this task to you.'],
    ['Cancelled', 'Alex deleted this task. There is nothing left to do.'],
    ['', 'Alex restored this task. It is yours to do.'],
  ])
})

test('that work is off is not mailed when it is on again', async () => {
  const here = await place()
  const { ana, server, mail, task, asAdmin, asUser } = here
  const vendor = (await asAdmin.post('/vendors', { name: 'Blue', email: 'blue@pools.example.com' })).body
  const { id } = await task({ primaryVendorOrgId: vendor.id, secondaryAssigneeIds: [ana.userId] })
  await deliver(here, notifications, { mail })
  await deliver(here, email, { mail })
  const events: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [() => asUser.patch(`/tasks/${id}`, { status: 'CLOSED' }), () => asUser.patch(`/tasks/${id}`, { status: 'OPEN' })],
    [
      () => asUser.patch(`/tasks/${id}`, { primaryVendorOrgId: null, secondaryAssigneeIds: [] }),
      () => asUser.patch(`/tasks/${id}`, { primaryVendorOrgId: vendor.id, secondaryAssigneeIds: [ana.userId] }),
    ],
    [() => asUser.delete(`/tasks/${id}`), () => asAdmin.post(`/tasks/${id}/restore`)],
  ]
  for (const [off, on] of events) {
    await off()
    await deliver(here, notifications, { mail })
    await on()
    await deliver(here, notifications, { mail })
    await deliver(here, email, { mail })
  }
  for (const to of [ana.email, 'blue@pools.example.com']) {
    const subjects = (await server.mailsTo(to)).map(({ subject = '' }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Cancelled'))).toEqual([])
    expect(subjects).toHaveLength(4)
  }
  expect(await effectsOf(here, id)).toContainEqual(
    expect.objectContaining({ effect: 'email', outcome: 'skipped', reason: 'The task is theirs to do again.' }),
  )
})

test('a vendor is told that work is taken from it also when the mail that gave it is still on its way', async () => {
  const here = await place()
  const { server, mail, task, asAdmin, asUser } = here
  const vendor = (await asAdmin.post('/vendors', { name: 'Blue', email: 'blue@pools.example.com' })).body
  const { id } = await task({ primaryVendorOrgId: vendor.id })
  await deliver(here, notifications, { mail })
  const ofChanges: Subscriber = {
    ...email,
    isFor: ({ payload }) => (payload['about'] as { type: string }).type === 'task.updated',
  }
  const slow: Mail = {
    ...mail,
    async send(message) {
      await asUser.patch(`/tasks/${id}`, { primaryVendorOrgId: null })
      await deliver(here, notifications, { mail })
      await deliver(here, ofChanges, { mail })
      return mail.send(message)
    },
  }
  await deliver(here, email, { mail: slow })
  const texts = (await server.mailsTo('blue@pools.example.com')).map(({ text = '' }) => text)
  expect(texts).toHaveLength(2)
  expect(texts.join()).toContain('assigned this task to you.')
  expect(texts.join()).toContain('took you off this task.')
})
