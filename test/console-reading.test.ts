import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'
import { hear } from './console-talk.ts'
import { dayAfter } from './days.ts'

beforeAll(openConsole, OPEN_MILLIS)

async function boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await what.waitFor()
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}

test('from a task one comes to its property, and back', async () => {
  const here = await office()
  const { id } = await here.addTask('No hot water')
  const { page } = await here.desk(await here.person('member'), `tasks/${id}`)
  await page.getByRole('link', { name: 'Open the property' }).click()
  await page.getByRole('heading', { name: 'Casa do Farol' }).waitFor()
  expect(page.url()).toContain(`/properties/${here.propertyId}`)
  await page.goBack()
  await page.getByRole('heading', { name: 'No hot water' }).waitFor()
})

test('the list on a phone says where, who and when, also of urgent and late work', async () => {
  const here = await office()
  const person = await here.person()
  const late = { scheduledDate: dayAfter(-1), scheduledTime: '10:30', priority: 'URGENT' }
  await here.addTask('Turnover clean', { ...late, primaryUserId: person.userId })
  const { page } = await here.desk(person, 'tasks', { size: 'phone' })
  const row = page.getByRole('list', { name: 'Tasks' }).getByRole('link').filter({ hasText: 'Turnover clean' })
  await row.getByText('Casa do Farol').click({ trial: true })
  await row.getByText(person.fullName).click({ trial: true })
  const [whole, when] = [await boxOf(row), await boxOf(row.getByText('10:30'))]
  expect(when.x + when.width).toBeLessThanOrEqual(whole.x + whole.width)
})

test('names from right to left leave what stands beside them in its place', async () => {
  const here = await office()
  await here.make.property({ name: 'בית הים', city: 'תל אביב', bedrooms: 2, maxGuests: 4 })
  const join = async (fullName: string): Promise<string> =>
    (await here.asAdmin.post('/members', { email: `${newId()}@names.example`, fullName, role: 'member' })).body.userId
  const [first, second] = [await join('יעל כהן'), await join('דנה לוי')]
  const { id } = await here.addTask('Clean', { primaryUserId: first, secondaryAssigneeIds: [second] })
  const { page } = await here.desk(await here.person(), 'properties?q=תל')
  const homes = page.getByRole('list', { name: 'Properties' })
  const inOrder = [
    homes.getByText('תל אביב', { exact: true }),
    homes.getByText('2 bedrooms', { exact: true }),
    homes.getByText('4 guests', { exact: true }),
  ]
  const from = (await Promise.all(inOrder.map(boxOf))).map(({ x }) => x)
  expect(from).toEqual(from.toSorted((one, other) => one - other))

  await page.goto(`${here.url}/w/${here.workspaceId}/tasks/${id}`)
  const given = page.getByRole('button', { name: 'Given to' })
  const [one, other] = [await boxOf(given.getByText('יעל כהן')), await boxOf(given.getByText('דנה לוי'))]
  expect(one.x).toBeLessThan(other.x)
})

test('so they do in what happened to a task, and beside a draft', async () => {
  const here = await office()
  const yael = await here.person('manager')
  await run(here.runtime.database.pool, sql`update users set full_name = 'יעל כהן' where id = ${yael.userId}`)
  const { userId: dana } = (
    await here.asAdmin.post('/members', { email: `${newId()}@names.example`, fullName: 'דנה לוי', role: 'member' })
  ).body
  const { id } = await here.addTask('Clean')
  await here.asKey.patch(`/tasks/${id}`, { primaryUserId: yael.userId, secondaryAssigneeIds: [dana] })
  const { page } = await here.desk(await here.person(), `tasks/${id}`)
  const given = page.getByRole('listitem').getByText('Given to: ')
  const names = given.getByText(/^(יעל כהן|דנה לוי)$/)
  const [one, other] = [await boxOf(names.nth(0)), await boxOf(names.nth(1))]
  expect(one.x).toBeLessThan(other.x)

  const talk = await hear(here, { text: 'Hello' })
  await here.asConsole(yael.token).put(`/conversations/${talk}/draft`, { text: 'Good evening' })
  await page.goto(`${here.url}/w/${here.workspaceId}/inbox/${talk}`)
  const line = page.getByText('Draft by יעל כהן').locator('..')
  const [by, when] = [
    await boxOf(line.getByText('Draft by יעל כהן', { exact: true })),
    await boxOf(line.getByText(/\d/)),
  ]
  expect(when.x).toBeGreaterThanOrEqual(by.x + by.width)
})

test('at twice the size a conversation can be read while it is answered', async () => {
  const here = await office()
  const id = await hear(here, { threadId: 't', text: 'Where is the key?' })
  await here.asAdmin.put(`/conversations/${id}/draft`, { text: 'It is under the mat.\nThe left one.\nBy the door.' })
  const { page } = await here.desk(await here.person(), `inbox/${id}`)
  await page.setViewportSize({ width: 640, height: 400 })
  await page.getByText('It is under the mat.').waitFor()
  const { height } = await boxOf(page.getByRole('log', { name: 'Messages' }))
  expect(height).toBeGreaterThan(150)
  await page.getByRole('textbox', { name: 'Your answer' }).fill('On the hook.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('log', { name: 'Messages' }).getByText('On the hook.').waitFor()
})

test('on a phone both ways to hear of something stand beside each other', async () => {
  const here = await office()
  const { page } = await here.desk(await here.person(), 'notifications/preferences', { size: 'phone' })
  const kind = page.getByRole('group', { name: 'Work was completed' })
  const [inApp, email] = [await boxOf(kind.getByLabel('Here')), await boxOf(kind.getByLabel('By e-mail'))]
  expect(inApp.y).toBe(email.y)
})
