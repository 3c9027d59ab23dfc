import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('the dotted capital I of Turkish is found by a plain i, and the other way round', async () => {
  const { asKey, make } = await harness()
  const { id: departmentId } = await make.department()
  for (const title of ['İstanbul flat', 'ISTANBUL house', 'İZMİR loft']) {
    expect((await asKey.post('/tasks', { title, departmentId })).status).toBe(201)
  }
  const found = async (q: string): Promise<string[]> => {
    const { items } = (await asKey.get(`/tasks?q=${encodeURIComponent(q)}&sort=createdAt`)).body
    return items.map(({ title }: { title: string }) => title)
  }
  for (const q of ['istanbul', 'İstanbul', 'İSTANBUL', 'Istanbul']) {
    expect(await found(q), q).toEqual(['İstanbul flat', 'ISTANBUL house'])
  }
  expect(await found('izmir')).toEqual(['İZMİR loft'])
  expect((await make.property({ name: 'İskele' })).name).toBe('İskele')
  expect((await asKey.get('/properties?q=iskele')).body.pagination.total).toBe(1)
})

test('an unknown name in include is answered with those there are', async () => {
  const { asKey } = await harness()
  const { status, body } = await asKey.get('/tasks?include=assignees,costs')
  expect([status, body.errors]).toEqual([
    400,
    [
      {
        parameter: 'include',
        code: 'wrong_format',
        message:
          'Must be one or more of costItems, assignees, checklist, tags, attachments, comments, with commas between them.',
      },
    ],
  ])
})
