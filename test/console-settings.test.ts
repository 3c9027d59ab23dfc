import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'

beforeAll(openConsole, OPEN_MILLIS)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inSheet = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('from the bar to every settings page, and departments and tags as an administrator keeps them', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person(), 'tasks')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByRole('link', { name: /^Departments/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Name').fill('Maintenance')
  await page.getByRole('dialog').getByLabel('Kind').selectOption('Office')
  const colleague = await page.getByLabel('In charge of new work').locator('option').nth(1).textContent()
  await page.getByLabel('In charge of new work').selectOption({ index: 1 })
  await inSheet(page, 'Save').click()
  const row = page.getByRole('listitem').filter({ hasText: 'Maintenance' })
  await row.getByText(`New work goes to ${colleague}`).waitFor()
  await press(page, 'Edit: Maintenance')
  await page.getByLabel('Name').fill('Repairs')
  await inSheet(page, 'Save').click()
  await press(page, 'Delete: Repairs')
  await press(page, 'Delete for good: Repairs')
  await page.getByText('Repairs is deleted. Its people stay.').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Repairs' }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Tags' }).click()
  await press(page, 'New tag')
  await page.getByLabel('Name').fill('Deep clean')
  await page.getByRole('radio', { name: 'Violet' }).check()
  await inSheet(page, 'Save').click()
  // A refusal is read where the form is, and goes when the form is sent again or put away.
  await page.getByRole('button', { name: 'Take out of use: Deep clean' }).waitFor()
  await press(page, 'New tag')
  await page.getByLabel('Name').fill('Deep clean')
  await inSheet(page, 'Save').click()
  const reason = 'Another tag of this workspace has this name.'
  await page.getByRole('dialog').getByRole('status').getByText(reason).waitFor()
  expect(await page.getByText(reason).count()).toBe(1)
  await page.keyboard.press('Escape')
  await inSheet(page, 'Discard it').click()
  await page.getByText(reason).waitFor({ state: 'detached' })
  await press(page, 'Take out of use: Deep clean')
  await page.getByText('Out of use', { exact: true }).waitFor()
  await press(page, 'Undo')
  await page.getByRole('button', { name: 'Take out of use: Deep clean' }).waitFor()
  expect((await here.asAdmin.get('/task-tags')).body.items).toMatchObject([
    { name: 'Deep clean', color: '#6d4aa8', active: true },
  ])
  expect(complaints).toEqual([])
})

test('a template with items of every kind, put in order by keys and by dragging; rules ask for more', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person('manager'), 'settings/templates')
  await page.keyboard.press('n')
  await page.getByLabel('Name of the template').fill('Turnover')
  await page.getByLabel('Department').selectOption('Housekeeping')
  await press(page, 'Add an item')
  const kinds = ['Tick', 'Photo', 'Condition', 'Yes or no', 'Number', 'Text', 'Stars']
  for (const [index, kind] of kinds.entries()) {
    await page.getByLabel(`Item ${index + 1}`, { exact: true }).fill(`${kind} please`)
    await page.getByLabel(`Kind of item ${index + 1}`).selectOption(kind)
    if (index < kinds.length - 1) await page.keyboard.press('Tab')
    if (index < kinds.length - 1) await page.getByLabel(`Item ${index + 1}`, { exact: true }).press('Enter')
  }
  await page.getByRole('button', { name: 'Move item 7' }).press('ArrowUp')
  await page.getByRole('button', { name: 'Move item 6' }).press('ArrowUp')
  const [from, to] = [
    page.getByRole('button', { name: 'Move item 1' }),
    page.getByRole('button', { name: 'Move item 3' }),
  ]
  await from.hover()
  await page.mouse.down()
  const box = await to.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 80, { steps: 30 })
  await page.mouse.up()
  await page.getByRole('checkbox', { name: 'Required' }).last().uncheck()
  await press(page, 'Save')
  await page.getByText('Turnover is saved.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Turnover' }).waitFor()
  const { body } = await here.asAdmin.get('/task-templates')
  const items: { kind: string; required: boolean }[] = body.items[0].items
  expect(items.map(({ kind }) => kind)).toEqual(['PHOTO', 'CONDITION', 'CHECK', 'YES_NO', 'RATING', 'COUNT', 'TEXT'])
  expect(items.at(-1)).toMatchObject({ required: false, blocksCompletion: false })

  await page.getByLabel('Title of its tasks').fill('Turn over')
  await page.getByRole('link', { name: 'Tags' }).click()
  await page.getByText('Leave without saving?').waitFor()
  await inSheet(page, 'Stay here').click()
  await here.asAdmin.patch(`/task-templates/${body.items[0].id}`, { estimatedDurationMinutes: 90 })
  await page.getByText('Somebody else has changed this template.').waitFor()
  await press(page, 'Take theirs')
  await expect.poll(() => page.getByLabel('Takes about (minutes)').inputValue()).toBe('90')
  await page.getByRole('link', { name: 'Completion rules' }).click()
  await press(page, 'New rule')
  await page.getByLabel('For which tasks').selectOption('Tasks made from Turnover')
  await inSheet(page, 'Save').click()
  await page.getByText('Tasks made from Turnover').waitFor()
  await page.getByRole('button', { name: /^Delete: A photo/ }).click()
  await page.getByRole('button', { name: /^Delete for good/ }).click()
  await page.getByText('Nothing is required').waitFor()
  expect(complaints).toEqual([])
})

test('to remove a member is asked, and nothing moves under the pointer before there is an answer', async () => {
  const here = await office()
  const ana = await here.person('member')
  const { page, complaints } = await here.desk(await here.person(), 'settings/members', { size: 'phone' })
  const row = page.getByRole('listitem').filter({ hasText: ana.fullName })
  await row.getByRole('button', { name: `Remove: ${ana.fullName}` }).waitFor()
  /** Where things stand in the row, which may be scrolled into sight: its height, its end, and the middle of the button. */
  const places = async () => {
    const [whole, button] = await Promise.all([row, row.locator('button').last()].map((thing) => thing.boundingBox()))
    if (!whole || !button) throw new Error('The row is not there.')
    const middle = button.y + button.height / 2 - whole.y
    return [whole.height, whole.x + whole.width, button.x + button.width, middle].map(Math.round)
  }
  const before = await places()
  await press(page, `Remove: ${ana.fullName}`)
  await row.getByRole('button', { name: 'Cancel' }).waitFor()
  expect(await places()).toEqual(before)
  const slow = Promise.withResolvers<void>()
  await page.route('**/members/*', (call) => slow.promise.then(() => call.continue()))
  const asked = page.waitForRequest('**/members/*')
  await press(page, `Remove for good: ${ana.fullName}`)
  await asked
  await row.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'hidden' })
  expect(await places()).toEqual(before)
  slow.resolve()
  await row.waitFor({ state: 'detached' })
  await page.getByText(`${ana.fullName} is no longer in the workspace.`).waitFor()
  expect(complaints).toEqual([])
})
