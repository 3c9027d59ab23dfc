import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('people are members and vendors by name, with departments and skills and no way to reach them', async () => {
  const { asAdmin, admin, make } = await harness()
  const { id: departmentId } = await make.department()
  const { body: skill } = await asAdmin.post('/skills', { name: 'Pools' })
  await asAdmin.patch(`/members/${admin.membershipId}`, { departmentIds: [departmentId] })
  await asAdmin.patch(`/members/${admin.membershipId}/work-profile`, { skillIds: [skill.id] })
  const contact = { email: 'office@blue.example', phone: '+351 1', contactName: 'Rita', notes: 'secret' }
  const blue = { name: 'Zulu Pools', serviceArea: 'Sintra', skillIds: [skill.id], ...contact }
  const { body: vendor } = await asAdmin.post('/vendors', blue)
  const { body } = await asAdmin.get('/people')
  expect(body).toEqual({
    items: [
      {
        id: admin.userId,
        kind: 'user',
        name: admin.fullName,
        membershipId: admin.membershipId,
        role: 'admin',
        departmentIds: [departmentId],
        skills: [{ id: skill.id, name: 'Pools' }],
        serviceArea: null,
      },
      {
        id: vendor.id,
        kind: 'vendor',
        name: 'Zulu Pools',
        membershipId: null,
        role: null,
        departmentIds: [],
        skills: [{ id: skill.id, name: 'Pools' }],
        serviceArea: 'Sintra',
      },
    ],
    pagination: { total: 2, limit: 50, offset: 0, hasMore: false },
  })
  const found = async (query: string) =>
    (await asAdmin.get(`/people?${query}`)).body.items.map(({ kind }: { kind: string }) => kind)
  expect(await found('kind=vendor')).toEqual(['vendor'])
  expect(await found(`departmentId=${departmentId}`)).toEqual(['user'])
  expect(await found(`skillId=${skill.id}`)).toEqual(['user', 'vendor'])
  expect(await found(`skillId=${departmentId}`)).toEqual([])
  expect(await found('q=zULU')).toEqual(['vendor'])
  expect(await found('q=pool')).toEqual(['vendor', 'user'])
  expect(await found('q=pool&limit=1&offset=1')).toEqual(['user'])
  expect(await found('limit=1&offset=1')).toEqual(['vendor'])
})

test('who has left and vendors out of use are not listed', async () => {
  const { asAdmin, make } = await harness()
  const person = await make.person()
  const vendor = await make.vendor()
  const total = async () => (await asAdmin.get('/people')).body.pagination.total
  expect(await total()).toBe(3)
  await asAdmin.delete(`/members/${person.membershipId}`)
  expect(await total()).toBe(2)
  await asAdmin.patch(`/vendors/${vendor.id}`, { active: false })
  expect(await total()).toBe(1)
})
