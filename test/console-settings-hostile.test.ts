import { beforeAll, expect, test } from 'vitest'
import { startCalendars } from './calendar-server.ts'
import { settingsThings } from './console-settings-things.ts'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'
import { dayAfter } from './days.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'

beforeAll(openConsole, OPEN_MILLIS)

test('HTML in every text field of the settings is text', async () => {
  const here = await office()
  const { asAdmin, departmentId, propertyId } = here
  const things = settingsThings(here)
  await asAdmin.patch(`/departments/${departmentId}`, { name: `D ${HTML}` })
  await asAdmin.post('/task-tags', { name: `G ${HTML}`, color: '#2f6f4f' })
  const items = [{ kind: 'CHECK', title: `I ${HTML}`, required: true, blocksCompletion: true }]
  const { body: template } = await asAdmin.post('/task-templates', { name: `T ${HTML}`, title: HTML, items })
  await asAdmin.post('/completion-rules', { templateId: template.id, requires: 'photo' })
  await asAdmin.post('/locks', { propertyId, name: `L ${HTML}`, provider: 'simulated' })
  await asAdmin.post('/property-systems', { provider: 'ical', name: `S ${HTML}`, status: 'paused' })
  const hook = { url: 'https://hooks.example/x', events: ['skill.deleted'], description: `H ${HTML}` }
  await asAdmin.post('/event-hooks', hook)
  const sent = { sender: 'voice-platform-a', status: 'failed', error: `E ${HTML}`, payload: { text: `P ${HTML}` } }
  const deliveryId = await things.delivery(sent)
  await things.deadLetter('task.created', `X ${HTML}`)
  const { page, complaints } = await here.desk(await here.person(), `settings/templates/${template.id}`)
  await page.getByRole('heading', { level: 1, name: `T ${HTML}` }).waitFor()
  await expect.poll(() => page.getByLabel('Item 1', { exact: true }).inputValue()).toBe(`I ${HTML}`)
  for (const [path, letter] of [
    ['departments', 'D'],
    ['tags', 'G'],
    ['templates', 'T'],
    ['rules', 'T'],
    ['locks', 'L'],
    ['integrations', 'S'],
    ['hooks', 'H'],
    ['deliveries', 'E'],
    [`deliveries/${deliveryId}`, 'P'],
    ['dead-letters', 'X'],
    ['audit?targetKind=task_tag', 'G'],
  ] as const) {
    await page.goto(`${here.url}/w/${here.workspaceId}/settings/${path}`)
    await page
      .getByText(new RegExp(`${letter} <img`))
      .first()
      .waitFor()
    expect(await page.title()).not.toBe('owned')
    expect(await page.locator('main img').count()).toBe(0)
  }
  expect(complaints).toEqual([])
})

test('a manager sees the settings of the work and no others; a phone leads from the list to a page and back', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person('manager'), 'settings', { size: 'phone' })
  await page.getByRole('link', { name: /^Tags/ }).waitFor()
  const names = await page.locator('main li a span.font-semibold').allTextContents()
  expect(names).toEqual(['Task templates', 'Completion rules', 'Tags', 'Locks', 'AI usage'])
  await page.getByRole('link', { name: /^Locks/ }).click()
  await page.getByText('No lock yet').waitFor()
  expect(await page.getByText('Seam account').count()).toBe(0)
  await page.getByRole('button', { name: 'Add a lock' }).click()
  await page.getByLabel('Kind').selectOption('Simulated, for trying out')
  await page.getByLabel('Name of the door').fill('Front door')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('What it does: Front door, Casa do Farol').selectOption('Is not reached')
  await expect
    .poll(async () => {
      const { body: locks } = await here.asAdmin.get('/locks')
      return (await here.asAdmin.get(`/locks/${locks.items[0].id}/simulation`)).body.behaviour
    })
    .toBe('offline')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: /^Tags/ }).waitFor()
  for (const path of [
    'keys',
    'members',
    'departments',
    'integrations',
    'models',
    'hooks',
    'deliveries',
    'dead-letters',
    'audit',
  ]) {
    await page.goto(`${here.url}/w/${here.workspaceId}/settings/${path}`)
    await page.getByRole('heading', { level: 1, name: 'This is not for your role' }).waitFor()
  }
  expect(complaints).toEqual([])
})

test('systems are connected with their secrets sealed, tested, paused and removed', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person(), 'settings/integrations')
  const sheet = page.getByRole('dialog')
  await page.keyboard.press('n')
  await page.getByLabel('Which system').selectOption('Bot messenger')
  await page.getByLabel('Name', { exact: true }).fill('Guest bot')
  await page.getByLabel('Webhook secret').fill('not-a-real-secret')
  await sheet.getByRole('button', { name: 'Connect a system' }).click()
  await page.getByText('Guest bot is saved.').waitFor()
  expect(await page.content()).not.toContain('not-a-real-secret')
  await page.getByRole('button', { name: 'Pause: Guest bot' }).click()
  await page.getByRole('button', { name: 'Resume: Guest bot' }).waitFor()
  await page.getByRole('button', { name: 'Test: Guest bot' }).click()
  await page.getByText('The integration is paused.').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Which system').selectOption('Calendar feeds (iCal)')
  await sheet.getByRole('button', { name: 'Connect a system' }).click()
  const calendars = 'Calendar feeds (iCal)'
  await page.getByRole('button', { name: `Properties: ${calendars}` }).click()
  await page.getByText('No property is linked yet').waitFor()
  await page.getByLabel('Address of its calendar').fill('https://calendars.example/1.ics?s=secret')
  await sheet.getByRole('button', { name: 'Add' }).click()
  await sheet.getByText('calendars.example').waitFor()
  expect(await page.content()).not.toContain('s=secret')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByLabel('Which system').selectOption('Chat workspace')
  await sheet.getByRole('button', { name: 'Go there and allow it' }).click()
  // This installation has no chat app of its own: the reason is said, and nothing is made.
  await page.getByText(/^Not changed\./).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove: Guest bot' }).click()
  await page.getByRole('button', { name: 'Remove for good: Guest bot' }).click()
  await page.getByText('Guest bot is removed, with its secrets.').waitFor()
  expect((await here.asAdmin.get('/integrations')).body.items).toEqual([])
  expect(complaints).toEqual([])
})

test('a property system that left something as it was works, and says what; one that cannot be read fails', async () => {
  const here = await office()
  const { asAdmin, propertyId } = here
  const calendars = await startCalendars()
  const stay = (offset: number) => ({
    uid: `${offset}`,
    start: dayAfter(offset, 'UTC'),
    end: dayAfter(offset + 2, 'UTC'),
  })
  const { body } = await asAdmin.post('/property-systems', { provider: 'ical', name: 'Calendars' })
  const path = `/property-systems/${body.id}`
  await asAdmin.put(`${path}/properties/${propertyId}`, { feedUrl: calendars.url('home') })
  const pollWith = async (offsets: number[]) => {
    calendars.feeds.set('home', offsets.map(stay))
    return (await asAdmin.post(`${path}/poll`)).body
  }
  await pollWith([5, 10, 15, 20])
  expect(await pollWith([])).toMatchObject({ failures: 0, lastError: expect.stringMatching(/^Held back: /) })
  const { page, complaints } = await here.desk(await here.person(), 'settings/integrations')
  const look = () => page.getByRole('button', { name: 'Look for stays now: Calendars' }).click()
  await page.getByText(/^Held back: /).waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
  await pollWith([5, 10, 15, 20])
  calendars.feeds.set('home', [])
  await look()
  await page
    .getByRole('status')
    .getByText(/^0 stays found\. Held back: /)
    .waitFor()
  calendars.feeds.delete('home')
  await look()
  await page
    .getByRole('status')
    .getByText(/^Nothing was changed: /)
    .waitFor()
  await page.getByText('Failing', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})
