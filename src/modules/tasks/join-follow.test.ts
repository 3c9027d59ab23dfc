import { expect, test } from 'vitest'
import { joinedConversations } from '#modules/conversations/join-follow.ts'
import { joinedNotifications } from '#modules/notifications/join-follow.ts'
import { notifications } from '#modules/notifications/notify.ts'
import { clientOf } from '#test/client.ts'
import { deliver } from '#test/deliver.ts'
import { harness } from '#test/harness.ts'
import { taskPlace } from '#test/task-place.ts'
import { joinedTasks } from './join-follow.ts'

test('whoever joins with an account of their own sees the work that they were given before', async () => {
  const [home, elsewhere] = [await taskPlace(), await harness()]
  const person = await elsewhere.make.person()
  const other = await home.make.person()
  const { task, asAdmin, asKey } = home
  const body = { email: person.email, fullName: 'Typed Name', role: 'manager' }
  const added = (await asAdmin.post('/members', body)).body

  const led = await task({ primaryUserId: added.userId, secondaryAssigneeIds: [other.userId] })
  const helped = await task({ primaryUserId: other.userId, secondaryAssigneeIds: [added.userId] })
  const done = await task({ primaryUserId: added.userId })
  await asKey.patch(`/tasks/${done.id}`, { status: 'COMPLETED' })
  const talk = (
    await asAdmin.post('/conversations', {
      channel: 'email',
      recipient: 'guest@example.com',
      subject: 'Boiler',
      text: 'Hello',
    })
  ).body
  const given = await asAdmin.patch(`/conversations/${talk.id}`, { assigneeId: added.userId })
  expect(given.status).toBe(200)
  await deliver(home, notifications)

  const me = clientOf(home.app, '/api/app/v1/me', person.token)
  expect((await me.post(`/invitations/${added.id}/accept`)).status).toBe(200)
  for (const round of [1, 2]) {
    for (const subscriber of [joinedTasks, joinedConversations, joinedNotifications, notifications])
      await deliver(home, subscriber)
    const own = (await home.asConsole(person.token).get(`/tasks?assigneeId=${person.userId}`)).body.items
    expect(own.map(({ id }: { id: string }) => id).toSorted(), `round ${round}`).toEqual(
      [led.id, helped.id, done.id].toSorted(),
    )
  }
  const peopleOn = async (id: string) =>
    (await asKey.get(`/tasks/${id}?include=assignees`)).body.assignees.map(
      ({ role, userId }: { role: string; userId: string }) => [role, userId],
    )
  expect(await peopleOn(led.id)).toEqual([
    ['PRIMARY', person.userId],
    ['SECONDARY', other.userId],
  ])
  expect(await peopleOn(helped.id)).toEqual([
    ['PRIMARY', other.userId],
    ['SECONDARY', person.userId],
  ])
  expect((await asAdmin.get(`/conversations/${talk.id}`)).body.assigneeId).toBe(person.userId)
  // Earlier notifications are still there, and nobody is notified again.
  const told = (await home.asConsole(person.token).get('/notifications')).body.items
  const ofWork = told.filter(({ kind }: { kind: string }) => kind === 'assigned')
  expect(ofWork.map(({ task }: { task: { id: string } }) => task.id).toSorted()).toEqual(
    [led.id, helped.id, done.id].toSorted(),
  )
})
