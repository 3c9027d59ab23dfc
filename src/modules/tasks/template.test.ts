import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

const LINEN = { kind: 'CHECK', title: 'Change the linen', required: true, blocksCompletion: true }
const PHOTO = { kind: 'PHOTO', title: 'Photo of the beds', required: false, blocksCompletion: false }

test('a template is one document with its checklist and tags', async () => {
  const { asAdmin, make } = await harness()
  const [department, tag] = [await make.department(), await make.tag()]
  const sent = {
    name: 'Turnover',
    title: 'Turn over the home',
    description: 'From top to bottom',
    departmentId: department.id,
    priority: 'HIGH',
    estimatedDurationMinutes: 120,
    tagIds: [tag.id],
    items: [LINEN, PHOTO],
  }
  const created = await asAdmin.post('/task-templates', sent)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject(sent)
  const path = `/task-templates/${created.body.id}`
  expect((await asAdmin.get(path)).body).toEqual(created.body)
  expect((await asAdmin.get('/task-templates')).body.items).toEqual([created.body])
  const plain = await asAdmin.post('/task-templates', { name: 'Plain' })
  const empty = { title: null, description: null, departmentId: null, priority: null, estimatedDurationMinutes: null }
  expect(plain.body).toMatchObject({ ...empty, tagIds: [], items: [] })
})

test('items and tags are replaced as a whole, the rest is merged', async () => {
  const { asAdmin, make } = await harness()
  const [a, b] = [await make.tag(), await make.tag()]
  const { body } = await asAdmin.post('/task-templates', { name: 'T', title: 'Title', tagIds: [a.id], items: [LINEN] })
  const path = `/task-templates/${body.id}`
  const changed = await asAdmin.patch(path, { items: [PHOTO, LINEN], tagIds: [b.id] })
  expect(changed.body).toMatchObject({ name: 'T', title: 'Title', tagIds: [b.id], items: [PHOTO, LINEN] })
  expect(changed.headers.etag).toMatch(/^"2\./)
  expect((await asAdmin.patch(path, { title: null })).body).toMatchObject({ title: null, items: [PHOTO, LINEN] })
  expect((await asAdmin.patch(path, { items: [], tagIds: [] })).body).toMatchObject({ items: [], tagIds: [] })
  const { body: read } = await asAdmin.get(path)
  expect((await asAdmin.patch(path, { ...read, name: 'Other' })).body.name).toBe('Other')
  expect((await asAdmin.patch(path, { name: 'Late' }, { 'if-match': '"1.x"' })).status).toBe(412)
})

test('a department or tag of another workspace is 422 naming the field, and nothing is kept', async () => {
  const { asAdmin, make } = await harness()
  const other = await harness()
  const { id } = await make.template()
  const before = (await asAdmin.get(`/task-templates/${id}`)).body
  const foreign = { departmentId: (await other.make.department()).id, tagIds: [(await other.make.tag()).id] }
  for (const [field, value] of Object.entries(foreign)) {
    const pointer = field === 'tagIds' ? '/tagIds/0' : `/${field}`
    const unknown = { status: 422, code: 'reference_unknown', errors: [{ pointer }] }
    expect((await asAdmin.post('/task-templates', { name: 'X', [field]: value })).body).toMatchObject(unknown)
    const patch = { name: 'X', items: [LINEN], [field]: value }
    expect((await asAdmin.patch(`/task-templates/${id}`, patch)).body).toMatchObject(unknown)
  }
  expect((await asAdmin.get('/task-templates')).body.items).toEqual([before])
  const external = { ...LINEN, kind: 'EXTERNAL' }
  expect((await asAdmin.patch(`/task-templates/${id}`, { items: [external] })).status).toBe(400)
})

test('a task made from a template gets its checklist; a later change or deletion leaves the task alone', async () => {
  const { asAdmin, asKey, make } = await harness()
  const { id: departmentId } = await make.department()
  const { body } = await asAdmin.post('/task-templates', { name: 'T', priority: 'HIGH', items: [LINEN, PHOTO] })
  const path = `/task-templates/${body.id}`
  const create = () => asKey.post('/tasks?include=checklist', { title: 'X', departmentId, templateId: body.id })
  const { body: task } = await create()
  expect(task).toMatchObject({ priority: 'HIGH', checklist: [LINEN, PHOTO] })
  await asAdmin.patch(path, { items: [] })
  expect((await asAdmin.delete(path)).body).toMatchObject({ id: body.id, deleted: true })
  expect((await asAdmin.delete(path)).body.code).toBe('template_not_found')
  expect((await asAdmin.get(path)).status).toBe(404)
  expect((await create()).body).toMatchObject({ status: 422, errors: [{ pointer: '/templateId' }] })
  expect((await asKey.get(`/tasks/${task.id}?include=checklist`)).body.checklist).toHaveLength(2)
})

test('members read templates, managers write them, and every write leaves a trace', async () => {
  const { asAdmin, asConsole, make } = await harness()
  const member = asConsole((await make.person()).token)
  const manager = asConsole((await make.person({ role: 'manager' })).token)
  const { body } = await manager.post('/task-templates', { name: 'T' })
  const path = `/task-templates/${body.id}`
  expect((await member.get(path)).status).toBe(200)
  for (const refused of [await member.post('/task-templates', { name: 'X' }), await member.delete(path)]) {
    expect(refused.body.code).toBe('insufficient_role')
  }
  await manager.patch(path, { name: 'U' })
  await manager.delete(path)
  for (const action of ['created', 'updated', 'deleted']) {
    const { items } = (await asAdmin.get(`/audit-log?action=task_template.${action}`)).body
    expect(items).toMatchObject([{ target: { kind: 'task_template', id: body.id } }])
  }
})
