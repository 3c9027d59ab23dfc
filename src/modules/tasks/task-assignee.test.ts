import { expect, test } from 'vitest'
import { taskPlace } from '#test/task-place.ts'

test('assignees: a new primary replaces the old one, or joins; null takes it away', async () => {
  const { task, make, asKey } = await taskPlace()
  const [first, second] = [await make.person(), await make.person()]
  const { id } = await task({ primaryUserId: first.userId })
  const people = async (body: object) => {
    const answer = await asKey.patch(`/tasks/${id}?include=assignees`, body)
    return answer.body.assignees.map(({ role, userId }: { role: string; userId: string }) => [role, userId])
  }
  expect(await people({ primaryUserId: second.userId, replacePrimaryUser: false })).toEqual([
    ['PRIMARY', first.userId],
    ['SECONDARY', second.userId],
  ])
  expect(await people({ primaryUserId: second.userId })).toEqual([['PRIMARY', second.userId]])
  expect(await people({ primaryUserId: null })).toEqual([])
})

test('null takes away a primary of its own kind only', async () => {
  const { task, make, asKey } = await taskPlace()
  const [person, vendor] = [await make.person(), await make.vendor()]
  const { id } = await task({ primaryVendorOrgId: vendor.id })
  const people = async (body: object) => {
    const { assignees } = (await asKey.patch(`/tasks/${id}?include=assignees`, body)).body
    return assignees.map(({ vendorOrgId, userId }: Record<string, string | null>) => vendorOrgId ?? userId)
  }
  expect(await people({ primaryUserId: null })).toEqual([vendor.id])
  expect(await people({ primaryVendorOrgId: null })).toEqual([])
  expect(await people({ primaryUserId: person.userId, primaryVendorOrgId: null })).toEqual([person.userId])
  expect(await people({ primaryVendorOrgId: null })).toEqual([person.userId])
  expect(await people({ primaryUserId: null, primaryVendorOrgId: vendor.id })).toEqual([vendor.id])
  expect(await people({ primaryUserId: null, primaryVendorOrgId: null })).toEqual([])
})

test('useDefaultAssignees adds the department’s people; a named primary wins', async () => {
  const { make, asAdmin, asKey } = await taskPlace()
  const [lead, named] = [await make.person(), await make.person()]
  const defaultAssignees = [{ membershipId: lead.membershipId, role: 'PRIMARY' }]
  const { body: department } = await asAdmin.post('/departments', { name: 'Pool', kind: 'field_ops', defaultAssignees })
  const create = async (body: object) =>
    (
      await asKey.post('/tasks?include=assignees', {
        title: 'X',
        departmentId: department.id,
        useDefaultAssignees: true,
        ...body,
      })
    ).body.assignees
  expect(await create({})).toMatchObject([{ role: 'PRIMARY', userId: lead.userId }])
  expect(await create({ primaryUserId: named.userId })).toMatchObject([
    { role: 'PRIMARY', userId: named.userId },
    { role: 'SECONDARY', userId: lead.userId },
  ])
})

test('who stays on a task keeps the id, whoever comes, goes or changes places', async () => {
  const { task, make, asKey } = await taskPlace()
  const [first, second, vendor] = [await make.person(), await make.person(), await make.vendor()]
  const { id } = await task({ primaryUserId: first.userId, secondaryAssigneeIds: [vendor.id] })
  const ids = async (body: object): Promise<Record<string, string>> => {
    const { assignees } = (await asKey.patch(`/tasks/${id}?include=assignees`, body)).body
    return Object.fromEntries(
      assignees.map((each: Record<string, string | null>) => [each['userId'] ?? each['vendorOrgId'], each['id']]),
    )
  }
  const before = await ids({})
  const more = await ids({ secondaryAssigneeIds: [vendor.id, second.userId] })
  expect(more).toEqual({ ...before, [second.userId]: expect.any(String) })
  const places = { primaryUserId: second.userId, secondaryAssigneeIds: [first.userId, vendor.id] }
  expect(await ids(places)).toEqual(more)
  const { [vendor.id]: _left, ...stayed } = more
  expect(await ids({ secondaryAssigneeIds: [first.userId] })).toEqual(stayed)
})
