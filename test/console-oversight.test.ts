import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { settingsThings } from './console-settings-things.ts'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'

beforeAll(openConsole, OPEN_MILLIS)

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()

test('a delivery is found by its state, looked at with secrets masked, and seen to again', async () => {
  const here = await office()
  const things = settingsThings(here)
  await things.delivery({ sender: 'issue-tracker', status: 'done', payload: { action: 'create' } })
  await things.delivery({
    sender: 'voice-platform-a',
    status: 'failed',
    error: 'The department is gone.',
    payload: { call_id: 'c-1', transcript: 'No hot water', token: '••••' },
  })
  const { page, complaints } = await here.desk(await here.person(), 'settings/deliveries')
  await page.getByRole('link', { name: /issue-tracker/ }).waitFor()
  await page.getByLabel('Any state').selectOption('Failed')
  await page.getByRole('link', { name: /issue-tracker/ }).waitFor({ state: 'detached' })
  expect(page.url()).toContain('status=failed')
  await page.reload()
  await page.getByRole('link', { name: /voice-platform-a/ }).click()
  await page.getByText('The department is gone. (5 tries)').waitFor()
  await page.getByText('"transcript": "No hot water"').waitFor()
  await press(page, 'See to it again')
  await page.getByText('It is seen to again.').waitFor()
  const { body } = await here.asAdmin.get('/audit-log?action=inbound_delivery.replayed')
  expect(body.items).toMatchObject([{ details: { sender: 'voice-platform-a' } }])

  await things.deadLetter('task.created', 'The mail server refused the connection.')
  await things.deadLetter('task.updated', 'The mail server is gone.')
  await go(page, 'Dead letters')
  await press(page, 'Try again: task.created')
  await page.getByText('It is tried again.').waitFor()
  await press(page, 'Drop: task.updated')
  await press(page, 'Drop for good: task.updated')
  // What was seen to again failed again, because such a payload is no call: it comes here while one looks.
  await press(page, 'Drop: inbound.received')
  await press(page, 'Drop for good: inbound.received')
  await page.getByText('Everything arrived').waitFor()
  await page.getByLabel('Which').selectOption('Tried again')
  await page.getByText('The mail server refused the connection.').waitFor()
  expect(complaints).toEqual([])
})

test('an event hook is made, its secret shown once, paused by somebody else while one looks, and deleted', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person(), 'settings/hooks')
  await press(page, 'New hook')
  await page.getByLabel('Address').fill('https://hooks.example/innkeeper')
  await page.getByLabel('What is it for?').fill('Night audit')
  await page.getByRole('checkbox', { name: /^Everything/ }).uncheck()
  await page.getByLabel('It is told of').fill('vendor.deleted\nskill.deleted')
  await page.getByRole('dialog').getByRole('button', { name: 'New hook' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  await press(page, 'I have it')
  await page.getByRole('link', { name: /Night audit/ }).click()
  await page.getByText('vendor.deleted, skill.deleted').waitFor()
  expect(await page.content()).not.toContain(secret)
  const { body } = await here.asAdmin.get('/event-hooks')
  await here.asAdmin.patch(`/event-hooks/${body.items[0].id}`, { active: false })
  await press(page, 'Resume')
  await page.getByText('It is told again.').waitFor()
  await press(page, 'New secret: Night audit')
  await press(page, 'Replace the secret: Night audit')
  await expect.poll(() => page.getByRole('textbox', { name: 'Secret' }).inputValue()).not.toBe(secret)
  await press(page, 'I have it')
  await press(page, 'Delete: Night audit')
  await press(page, 'Delete for good: Night audit')
  await page.getByText('Nobody is told yet').waitFor()
  expect(complaints).toEqual([])
})

test('who changed what, before and after; what models took, and a budget that others see at once', async () => {
  const here = await office()
  const person = await here.person()
  await settingsThings(here).aiUsage(20)
  const { body: tag } = await here.asAdmin.post('/task-tags', { name: 'Deep clean', color: '#2f6f4f' })
  await here.asAdmin.patch(`/task-tags/${tag.id}`, { name: 'Spring clean' })
  const rui = { email: `rui-${tag.id}@example.com`, fullName: 'Rui Costa', role: 'member' }
  const { body: member } = await here.asAdmin.post('/members', rui)
  await here.asAdmin.delete(`/members/${member.id}`)
  const { id: taskId } = await here.addTask('Linen')
  await here.asAdmin.post(`/tasks/${taskId}/share-links`, { mode: 'view' })
  const gone = await here.person()
  await here.asConsole(gone.token).post('/departments', { name: 'Laundry', kind: 'office' })
  await here.asAdmin.delete(`/members/${gone.membershipId}`)
  const { page, complaints } = await here.desk(person, 'settings/audit')
  await page.getByText('Member: added · Rui Costa').waitFor()
  // Also after he is gone.
  await page.getByText('Member: removed · Rui Costa').waitFor()
  await page.getByText('Task link: shared').waitFor()
  // What somebody did is found when they are gone, too.
  await page.getByLabel('Who').selectOption(gone.fullName)
  await page.getByText('Member: removed · Rui Costa').waitFor({ state: 'detached' })
  await page.getByText('Department: made · Laundry').waitFor()
  await page.getByLabel('Who').selectOption('Anybody')
  await page.getByText('Member: removed · Rui Costa').waitFor()
  await page.getByLabel('Of what').selectOption('Tag')
  const row = page.getByRole('listitem').filter({ hasText: 'Tag: changed' })
  await row.locator('summary').click()
  await row.getByRole('cell', { name: 'Deep clean' }).waitFor()
  await row.getByRole('cell', { name: 'Spring clean' }).waitFor()
  await page.getByLabel('Who').selectOption(person.fullName)
  await page.getByText('Nothing fits').waitFor()
  await press(page, 'Clear')
  await row.waitFor()

  await go(page, 'AI usage')
  await page.getByRole('heading', { name: 'Cost by day and purpose' }).waitFor()
  await page.getByLabel('What is shown').selectOption('Calls')
  await page.getByRole('heading', { name: 'Calls by day and purpose' }).waitFor()
  await page
    .getByRole('row', { name: /^Agents/ })
    .first()
    .waitFor()
  const manager = await here.desk(await here.person('manager'), 'settings/ai', { size: 'phone' })
  await manager.page.getByRole('heading', { name: 'Budgets' }).waitFor()
  await expect.poll(() => manager.page.getByRole('button', { name: 'Set the budgets' }).count()).toBe(0)
  await press(page, 'Set the budgets')
  await page.getByLabel('Cost this month').fill('50')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('0 of 50').waitFor()
  await manager.page.getByText('0 of 50').waitFor()
  expect((await here.asAdmin.get('/ai-budget')).body).toMatchObject({
    monthCostMicrosMax: 50_000_000,
    dayTokensMax: null,
  })
  expect([...complaints, ...manager.complaints]).toEqual([])
})
