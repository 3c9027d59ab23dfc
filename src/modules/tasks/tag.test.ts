import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

const red = { name: 'Deep clean', color: '#aa0000' }

test('a tag is created, renamed, recoloured and retired, each with a trace', async () => {
  const { asAdmin, admin } = await harness()
  const created = await asAdmin.post('/task-tags', red)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ ...red, active: true })
  const path = `/task-tags/${created.body.id}`
  expect((await asAdmin.get(path)).body).toEqual(created.body)
  const changed = await asAdmin.patch(path, { ...created.body, name: 'DEEP clean', color: '#00AA00', active: false })
  expect(changed.body).toMatchObject({ name: 'DEEP clean', color: '#00AA00', active: false })
  expect(changed.headers.etag).toMatch(/^"2\./)
  expect((await asAdmin.get('/task-tags')).body.items).toEqual([changed.body])
  expect((await asAdmin.get('/task-tags?active=true')).body.items).toEqual([])
  for (const action of ['task_tag.created', 'task_tag.updated']) {
    const { items } = (await asAdmin.get(`/audit-log?action=${action}`)).body
    expect(items).toMatchObject([{ actor: { id: admin.userId }, target: { kind: 'task_tag', id: created.body.id } }])
  }
})

test('a name is used once in a workspace, in whatever case, also when two come at once', async () => {
  const { asAdmin } = await harness()
  const other = await harness()
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      asAdmin.post('/task-tags', { ...red, name: index % 2 ? 'Linen' : 'LINEN' }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  const taken = { status: 409, code: 'tag_name_taken', errors: [{ pointer: '/name' }] }
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject(taken)
  const { body } = await asAdmin.post('/task-tags', red)
  expect((await asAdmin.patch(`/task-tags/${body.id}`, { name: 'linen' })).body).toMatchObject(taken)
  expect((await asAdmin.get(`/task-tags/${body.id}`)).body).toEqual(body)
  expect((await other.asAdmin.post('/task-tags', { ...red, name: 'linen' })).status).toBe(201)
})

test('a retired tag stays on its tasks and goes on no others', async () => {
  const { asAdmin, asKey, make } = await harness()
  const { id: departmentId } = await make.department()
  const { body: tag } = await asAdmin.post('/task-tags', red)
  const create = () => asKey.post('/tasks?include=tags', { title: 'X', departmentId, tagIds: [tag.id] })
  const { body: task } = await create()
  await asAdmin.patch(`/task-tags/${tag.id}`, { active: false })
  expect((await create()).body).toMatchObject({ status: 422, errors: [{ pointer: '/tagIds/0' }] })
  const { tags } = (await asKey.get(`/tasks/${task.id}?include=tags`)).body
  expect(tags).toEqual([{ id: tag.id, ...red, active: false }])
})

test('tags are for managers to change; wrong ones are refused by name', async () => {
  const { asAdmin, asConsole, make } = await harness()
  const other = await harness()
  const { body } = await asAdmin.post('/task-tags', red)
  const path = `/task-tags/${body.id}`
  const member = asConsole((await make.person()).token)
  expect((await member.get(path)).status).toBe(200)
  expect((await member.post('/task-tags', red)).status).toBe(403)
  expect((await member.patch(path, { active: false })).status).toBe(403)
  const manager = asConsole((await make.person({ role: 'manager' })).token)
  expect((await manager.patch(path, { color: '#123456' })).status).toBe(200)
  expect((await other.asAdmin.patch(path, { active: false })).body.code).toBe('task_tag_not_found')
  for (const wrong of [{ name: ' ' }, { color: 'red' }, { color: '#12345' }, { active: 'no' }]) {
    const refused = await asAdmin.patch(path, wrong)
    expect(refused.body).toMatchObject({ status: 400, errors: [{ pointer: `/${Object.keys(wrong)[0]}` }] })
  }
  expect((await asAdmin.patch(path, { active: false }, { 'if-match': '"1.x"' })).status).toBe(412)
})
