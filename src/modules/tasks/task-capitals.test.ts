import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { listening, toolClient } from '#test/mcp.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'

const upper = (id: string): string => id.toUpperCase()

test('an id in capital letters is the same id, on every way in', async () => {
  const { asKey, asAdmin, make } = await harness()
  const [first, second, tag] = [await make.person(), await make.person(), await make.tag()]
  const assignee = { membershipId: upper(first.membershipId), role: 'PRIMARY' }
  const { body: department } = await asAdmin.post('/departments', {
    name: 'Pools',
    kind: 'office',
    defaultAssignees: [assignee],
  })
  const template = await asAdmin.post('/task-templates', {
    name: 'Pool',
    title: 'Pool',
    items: [],
    tagIds: [upper(tag.id)],
  })
  expect(template.status, JSON.stringify(template.body)).toBe(201)
  const named = { title: 'Task', departmentId: upper(department.id) }

  const people = { primaryUserId: upper(first.userId), secondaryAssigneeIds: [first.userId, upper(second.userId)] }
  const created = await asKey.post('/tasks?include=assignees', { ...named, ...people })
  expect(created).toMatchObject({
    status: 201,
    body: {
      departmentId: department.id,
      assignees: [
        { role: 'PRIMARY', userId: first.userId },
        { role: 'SECONDARY', userId: second.userId },
      ],
    },
  })
  const byDefault = { ...named, useDefaultAssignees: true, primaryUserId: upper(first.userId) }
  expect((await asKey.post('/tasks?include=assignees', byDefault)).body.assignees).toHaveLength(1)
  const tagged = { ...named, templateId: upper(template.body.id), tagIds: [upper(tag.id)] }
  expect((await asKey.post('/tasks', tagged)).body).toMatchObject({ tagIds: [tag.id] })
  expect(await asKey.post('/tasks', { ...named, tagIds: [tag.id, upper(tag.id)] })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/tagIds', code: 'repeated' }] },
  })

  const path = `/tasks/${upper(created.body.id)}`
  const changed = await asKey.patch(`${path}?include=assignees`, {
    id: upper(created.body.id),
    primaryUserId: upper(second.userId),
  })
  expect(changed).toMatchObject({
    status: 200,
    body: { id: created.body.id, assignees: [{ role: 'PRIMARY', userId: second.userId }] },
  })
  const found = await asKey.get(`/tasks?departmentId=${upper(department.id)}`)
  expect(found.body.pagination.total).toBe(3)
  expect((await asKey.delete(path)).body).toMatchObject({ id: created.body.id })
})

test('tools and functions of workflows take them too', async () => {
  const server = await listening()
  const here = { ...(await harness(server)), url: server.url }
  workflows(here)
  const [department, person] = [await here.make.department(), await here.make.person()]
  const asked = {
    title: 'Task',
    departmentId: upper(department.id),
    primaryUserId: upper(person.userId),
    secondaryAssigneeIds: [person.userId],
  }
  const { call } = await toolClient(here.url, here.asKey.token ?? '')
  expect((await call('create_task', asked)).structuredContent).toMatchObject({ title: 'Task' })
  const workflowId = await publish(
    here,
    `
do:
  - add:
      call: task-create:1.0.0@default
      with: ${JSON.stringify(asked)}`,
  )
  expect(await settled(here, await start(here, workflowId, {}))).toMatchObject({
    status: 'completed',
    output: { departmentId: department.id },
  })
})
