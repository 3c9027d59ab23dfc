import { beforeAll, expect, test } from 'vitest'
import { expectSeen, office, openConsole, OPEN_MILLIS } from './console-stage.ts'

const TURNED = 'The last day is before the first.'

beforeAll(openConsole, OPEN_MILLIS)

test('tasks from a day to an earlier one: the list and the field say so, and what was typed stays', async () => {
  const here = await office()
  await here.addTask('Linen', { scheduledDate: '2026-12-03' })
  await here.addTask('Tap', { scheduledDate: '2026-12-11' })
  const days = 'scheduledFrom=2026-12-01&scheduledTo=2026-12-05'
  const { page, complaints } = await here.desk(await here.person(), `tasks?${days}`)
  await page.getByText('1 task', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog')
  const [from, until] = [sheet.getByLabel('From'), sheet.getByLabel('Until')]
  const fault = sheet.getByRole('alert').getByText(TURNED, { exact: true })

  await from.fill('2026-12-10')
  await fault.waitFor()
  expect(await until.getAttribute('aria-invalid')).toBe('true')
  expect([await from.inputValue(), await until.inputValue()]).toEqual(['2026-12-10', '2026-12-05'])
  await page.getByRole('button', { name: 'Show the list' }).click()
  await page.getByRole('heading', { name: 'No task fits' }).waitFor()
  await expectSeen(page.getByText(TURNED, { exact: true }))
  await expectSeen(page.getByText('0 tasks', { exact: true }))
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)

  // A year that is typed begins as one long ago. Day and month are the same, whichever the browser has first.
  await page.getByRole('button', { name: 'Filters' }).click()
  await until.focus()
  await page.keyboard.type('12122026')
  await fault.waitFor({ state: 'detached' })
  expect(await until.inputValue()).toBe('2026-12-12')
  await page.getByRole('button', { name: 'Show the list' }).click()
  await page.getByRole('link', { name: 'Tap' }).waitFor()
  expect(complaints).toEqual([])
})

test('a view that was saved with such days says so, and its filters can be taken away', async () => {
  const here = await office()
  await here.addTask('Linen', { scheduledDate: '2026-11-20' })
  const { page, complaints } = await here.desk(
    await here.person(),
    'tasks?scheduledFrom=2026-11-21&scheduledTo=2026-11-18',
  )
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save these filters as').fill('Last week')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Last week' }).first().waitFor()
  await page.goto(`${here.url}/w/${here.workspaceId}/tasks`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Last week' }).first().click()
  await expectSeen(page.getByText(TURNED, { exact: true }))
  await page.getByRole('button', { name: 'Take away: From' }).click()
  await page.getByRole('button', { name: 'Take away: Until' }).click()
  await page.getByText('1 task', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test('the audit log says so too', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person('admin'), 'settings/audit?toDate=2026-11-18')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByLabel('From').fill('2026-11-21')
  await page.getByRole('alert').getByText(TURNED, { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Nothing fits' }).waitFor()
  expect(await page.getByText(TURNED, { exact: true }).count()).toBe(2)
  expect(asked.filter((url) => url.includes('fromDate=2026-11-21'))).toEqual([])
  await page.getByLabel('Until').focus()
  await page.keyboard.type('12122026')
  await page.waitForURL((url) => url.searchParams.get('toDate') === '2026-12-12')
  await page.getByText(TURNED, { exact: true }).first().waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('a day follows the address also while one is in its field', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person('admin'), 'settings/audit?fromDate=2026-11-10')
  await page.getByRole('link', { name: 'Audit log' }).click()
  const from = page.getByLabel('From')
  await expect.poll(() => from.inputValue()).toBe('')
  await from.focus()
  await page.keyboard.type('12122026')
  await page.waitForURL((url) => url.searchParams.get('fromDate') === '2026-12-12')
  await page.goBack()
  await expect.poll(() => from.inputValue()).toBe('2026-11-10')
  await page.goForward()
  await expect.poll(() => from.inputValue()).toBe('2026-12-12')
  expect(await from.evaluate((field) => field.matches(':focus'))).toBe(true)
  expect(complaints).toEqual([])
})
