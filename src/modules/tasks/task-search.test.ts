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

test('a letter with its mark is the same letter, written as one sign or as two', async () => {
  const { asKey, asAdmin, make } = await harness()
  const { id: departmentId } = await make.department()
  const written = (text: string) => [text.normalize('NFC'), text.normalize('NFD')] as const
  const ids: string[] = []
  for (const [index, name] of written('Solar de Évora').entries()) {
    ids.push((await make.property({ name, internalName: `  Casa ${index} São` })).id)
    await asAdmin.post('/vendors', { name })
    await asAdmin.post('/articles', { title: name, body: 'x' })
    await asKey.post('/tasks', { title: name, departmentId })
  }
  const total = async (list: string, q: string): Promise<number> =>
    (await (list === '/people' || list === '/articles' ? asAdmin : asKey).get(`${list}?q=${encodeURIComponent(q)}`))
      .body.pagination.total
  for (const q of written('éVORA')) {
    for (const list of ['/properties', '/tasks', '/people', '/articles'])
      expect([list, await total(list, q)]).toEqual([list, 2])
  }
  for (const [index, id] of ids.entries()) {
    for (const propertyName of written(`casa ${index} SÃO `)) {
      const made = await asKey.post('/tasks', { title: 'x', departmentId, propertyName })
      expect(made.body).toMatchObject({ propertyId: id })
    }
  }
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
          'Must be one or more of costItems, assignees, checklist, tags, attachments, comments, with nothing but commas between them.',
      },
    ],
  ])
})
