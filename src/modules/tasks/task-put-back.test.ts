import { expect, test } from 'vitest'
import type { Answer } from '#test/client.ts'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const department = await here.make.department()
  const task = async (body: object = {}): Promise<Answer['body']> => {
    const answer = await here.asKey.post('/tasks', { title: 'Task', departmentId: department.id, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  return { ...here, department, task }
}

test('a task is put back as it was read when what it names is deleted since', async () => {
  const { asKey, asAdmin, make, task, department } = await place()
  const [property, contact] = [await make.property(), await make.contact()]
  const reservation = await make.reservation(property.id)
  const named = { propertyId: property.id, contactId: contact.id, reservationId: reservation.id }
  const { id } = await task(named)
  for (const deleted of [
    await asAdmin.delete(`/reservations/${reservation.id}`),
    await asAdmin.delete(`/contacts/${contact.id}`),
    await asKey.delete(`/properties/${property.id}`),
    await asAdmin.delete(`/departments/${department.id}`),
  ]) {
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(200)
  }
  const { body: read } = await asKey.get(`/tasks/${id}`)
  expect(read).toMatchObject({ ...named, departmentId: department.id })
  expect(await asKey.put(`/tasks/${id}`, { ...read, title: 'Other' })).toMatchObject({
    status: 200,
    body: { ...named, departmentId: department.id, title: 'Other' },
  })

  const other = await task({ departmentId: (await make.department()).id })
  for (const [field, value] of Object.entries({ ...named, departmentId: department.id })) {
    expect(await asKey.patch(`/tasks/${other.id}`, { [field]: value })).toMatchObject({
      status: 422,
      body: { code: 'reference_unknown', errors: [{ pointer: `/${field}` }] },
    })
  }
})
