import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { harness } from '#test/harness.ts'

test('a rule for a department or a template is kept, listed, read and deleted, each with a trace', async () => {
  const { asAdmin, make } = await harness()
  const [department, template] = [await make.department(), await make.template()]
  const photo = await asAdmin.post('/completion-rules', { departmentId: department.id, requires: 'photo' })
  expect([photo.status, photo.body]).toEqual([
    201,
    {
      id: photo.body.id,
      departmentId: department.id,
      templateId: null,
      requires: 'photo',
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
  const cost = await asAdmin.post('/completion-rules', { templateId: template.id, requires: 'cost' })
  const list = async (query = '') => (await asAdmin.get(`/completion-rules${query}`)).body.items
  expect(await list()).toEqual([cost.body, photo.body])
  expect(await list(`?departmentId=${department.id}`)).toEqual([photo.body])
  expect(await list(`?templateId=${template.id}`)).toEqual([cost.body])
  const path = `/completion-rules/${cost.body.id}`
  expect((await asAdmin.get(path)).body).toEqual(cost.body)
  expect((await asAdmin.delete(path)).body).toMatchObject({ id: cost.body.id, deleted: true })
  expect((await asAdmin.delete(path)).body).toMatchObject({ status: 404, code: 'rule_not_found' })
  expect((await asAdmin.get(path)).status).toBe(404)
  expect(await list()).toEqual([photo.body])
  const { items } = (await asAdmin.get('/audit-log?action=completion_rule.deleted')).body
  expect(items).toMatchObject([
    { target: { kind: 'completion_rule', id: cost.body.id }, details: { requires: 'cost' } },
  ])
})

test('a rule is for one department or one template of this workspace, and is there once', async () => {
  const { asAdmin, make } = await harness()
  const other = await harness()
  const [{ id: departmentId }, { id: templateId }] = [await make.department(), await make.template()]
  const create = async (body: object) =>
    (await asAdmin.post('/completion-rules', { requires: 'summary', ...body })).body
  expect(await create({})).toMatchObject({ status: 422, code: 'rule_target_unclear' })
  expect(await create({ departmentId, templateId })).toMatchObject({ code: 'rule_target_unclear' })
  expect(await create({ departmentId: (await other.make.department()).id })).toMatchObject({
    status: 422,
    errors: [{ pointer: '/departmentId' }],
  })
  expect(await create({ templateId: (await other.make.template()).id })).toMatchObject({
    status: 422,
    errors: [{ pointer: '/templateId' }],
  })
  expect(await create({ departmentId, requires: 'luck' })).toMatchObject({ status: 400 })
  const answers = await Promise.all([create({ departmentId }), create({ departmentId, templateId: null })])
  expect(answers.filter(({ code }) => code === 'rule_exists')).toHaveLength(1)
  expect((await asAdmin.get('/completion-rules')).body.pagination.total).toBe(1)
})

test('members read rules, managers make and delete them', async () => {
  const { asConsole, make } = await harness()
  const { id: departmentId } = await make.department()
  const member = asConsole((await make.person()).token)
  const manager = asConsole((await make.person({ role: 'manager' })).token)
  const rule = { departmentId, requires: 'summary' }
  expect((await member.post('/completion-rules', rule)).status).toBe(403)
  const { body } = await manager.post('/completion-rules', rule)
  expect((await member.get('/completion-rules')).body.items).toEqual([body])
  expect((await member.delete(`/completion-rules/${body.id}`)).status).toBe(403)
  expect((await manager.delete(`/completion-rules/${newId()}`)).status).toBe(404)
  expect((await manager.delete(`/completion-rules/${body.id}`)).status).toBe(200)
})

test('a rule of the department or the template stands in the way of a completion, by name', async () => {
  const { asAdmin, asKey, make } = await harness()
  const [{ id: departmentId }, { id: templateId }] = [await make.department(), await make.template()]
  const { body: summary } = await asAdmin.post('/completion-rules', { departmentId, requires: 'summary' })
  const { body: cost } = await asAdmin.post('/completion-rules', { templateId, requires: 'cost' })
  const { body: task } = await asKey.post('/tasks', { title: 'X', departmentId, templateId })
  const complete = (body: object = {}) => asKey.patch(`/tasks/${task.id}`, { status: 'COMPLETED', ...body })
  expect((await complete()).body).toMatchObject({
    code: 'completion_blocked',
    blockers: [
      { kind: 'workflow_rule', id: summary.id },
      { kind: 'workflow_rule', id: cost.id },
    ],
  })
  expect((await complete({ summary: 'Done', cost: 10 })).status).toBe(200)
})
