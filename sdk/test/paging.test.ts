import { expect, test } from 'vitest'
import { startService } from './service.ts'

async function withTasks(count: number) {
  const service = await startService()
  const { id: departmentId } = await service.make.department()
  const add = (title: string) => service.client.tasks.create({ title, departmentId })
  for (let number = 1; number <= count; number += 1) await add(`${number}`)
  service.seen.length = 0
  return { ...service, add }
}

test('every item comes once, in the order of the list, page after page', async () => {
  const { client, seen } = await withTasks(7)
  const found: string[] = []
  for await (const { title } of client.tasks.listAll({ limit: 3, sort: 'createdAt' })) found.push(title)
  expect(found).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect(seen.map(({ url = '' }) => new URL(url, 'http://x').searchParams.get('offset'))).toEqual(['0', '2', '4'])
})

test('by the page', async () => {
  const { client } = await withTasks(5)
  const pages = await Array.fromAsync(client.tasks.listAll({ limit: 3 }).pages())
  expect(pages.map((page) => page.map(({ title }) => title))).toEqual([
    ['5', '4', '3'],
    ['2', '1'],
  ])
})

test('no page is read before it is asked for', async () => {
  const { client, seen } = await withTasks(5)
  for await (const { title } of client.tasks.listAll({ limit: 2 })) {
    expect(title).toBe('5')
    break
  }
  expect(seen).toHaveLength(1)
})

test('a list of one, of none, and pages of one', async () => {
  const { client, add } = await withTasks(0)
  expect(await Array.fromAsync(client.tasks.listAll())).toEqual([])
  const one = await add('1')
  expect(await Array.fromAsync(client.tasks.listAll({ limit: 1 }))).toEqual([one])
  await add('2')
  await add('3')
  expect(await Array.fromAsync(client.tasks.listAll({ limit: 1 }), ({ title }) => title)).toEqual(['3', '2', '1'])
})

test.each([1, 4])('what is added at the front meanwhile, %d at a time, makes nothing come twice', async (count) => {
  const { client, add } = await withTasks(6)
  const found: { id: string; title: string }[] = []
  for await (const task of client.tasks.listAll({ limit: 3 })) {
    found.push(task)
    if (['5', '2'].includes(task.title)) for (let more = 0; more < count; more += 1) await add('new')
  }
  expect(found.map(({ title }) => title).filter((title) => title !== 'new')).toEqual(['6', '5', '4', '3', '2', '1'])
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
})

test('closing each task while the open ones are listed leaves none out', async () => {
  const { client } = await withTasks(9)
  const found: string[] = []
  for await (const { id, title } of client.tasks.listAll({ status: 'OPEN', limit: 3 })) {
    found.push(title)
    await client.tasks.update(id, { status: 'CLOSED' })
  }
  expect(found).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1'])
})
