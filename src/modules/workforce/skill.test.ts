import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('a skill is made, renamed and deleted, and its name is used once', async () => {
  const { asAdmin } = await harness()
  const { body, status } = await asAdmin.post('/skills', { name: 'Plumbing' })
  expect(status).toBe(201)
  const path = `/skills/${body.id}`
  expect((await asAdmin.get(path)).body).toEqual(body)
  const taken = await asAdmin.post('/skills', { name: 'PLUMBING' })
  expect(taken.body).toMatchObject({ status: 409, code: 'skill_name_taken', errors: [{ pointer: '/name' }] })
  const second = await asAdmin.post('/skills', { name: 'Heating' })
  expect((await asAdmin.patch(`/skills/${second.body.id}`, { name: 'plumbing' })).status).toBe(409)
  expect((await asAdmin.patch(path, { name: 'Pipes' })).body).toMatchObject({
    ...body,
    name: 'Pipes',
    updatedAt: expect.any(String),
  })
  expect((await asAdmin.patch(path, { name: 'Late' }, { 'if-match': '"1.x"' })).status).toBe(412)
  expect((await asAdmin.get('/skills')).body.items.map(({ name }: { name: string }) => name)).toEqual([
    'Heating',
    'Pipes',
  ])
  expect((await asAdmin.delete(path)).body).toMatchObject({ id: body.id, deleted: true })
  expect((await asAdmin.get(path)).body).toMatchObject({ status: 404, code: 'skill_not_found' })
})

test('whoever has a deleted skill loses it', async () => {
  const { asAdmin, admin } = await harness()
  const { body: skill } = await asAdmin.post('/skills', { name: 'Plumbing' })
  const vendor = (await asAdmin.post('/vendors', { name: 'Blue', skillIds: [skill.id] })).body
  const profile = `/members/${admin.membershipId}/work-profile`
  expect((await asAdmin.patch(profile, { skillIds: [skill.id] })).body.skillIds).toEqual([skill.id])
  await asAdmin.delete(`/skills/${skill.id}`)
  expect((await asAdmin.get(profile)).body.skillIds).toEqual([])
  expect((await asAdmin.get(`/vendors/${vendor.id}`)).body.skillIds).toEqual([])
})

test('members read skills, managers write them', async () => {
  const { asConsole, make } = await harness()
  const [member, manager] = [await make.person(), await make.person({ role: 'manager' })]
  expect((await asConsole(member.token).get('/skills')).status).toBe(200)
  expect((await asConsole(member.token).post('/skills', { name: 'X' })).body.code).toBe('insufficient_role')
  expect((await asConsole(manager.token).post('/skills', { name: 'X' })).status).toBe(201)
})
