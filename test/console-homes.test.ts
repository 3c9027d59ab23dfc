import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { LANGUAGES, visitor } from './browser.ts'
import { office, openConsole, OPEN_MILLIS, type Office } from './console-stage.ts'
import { dayAfter as day, wholeDay } from './days.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'

beforeAll(openConsole, OPEN_MILLIS)
beforeEach(() => wholeDay())

async function addStay({ asAdmin }: Office, propertyId: string, guest: string, from: number, to: number) {
  const { body: contact } = await asAdmin.post('/contacts', { fullName: guest })
  const stay = { propertyId, contactId: contact.id, checkinDate: day(from), checkoutDate: day(to), status: 'CONFIRMED' }
  return (await asAdmin.post('/reservations', stay)).body
}

const card = (page: Page, title: string) =>
  page.locator('div', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) }).last()

test('a home: found, changed and taken back; a stay, a door and a link for its guest', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person('manager'), 'properties?q=nothing')
  await page.getByRole('link', { name: 'Show every property' }).click()
  // The list that asks for it is a new one, and has no line chosen yet.
  const found = page.waitForResponse(/q=farol/)
  await page.getByRole('searchbox', { name: 'Search properties' }).fill('farol')
  await found
  await page.getByRole('link', { name: 'Casa do Farol' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('searchbox').inputValue()).toBe('farol')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Casa do Farol' }).waitFor()

  await page.keyboard.press('e')
  await page.getByLabel('Bedrooms').fill('3')
  await page.getByLabel('Check-in from').fill('15:00')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  // What somebody else changes meanwhile is not undone.
  const theirs = { name: 'Casa do Farol Velho', status: 'INACTIVE' }
  await here.asKey.patch(`/properties/${here.propertyId}`, theirs)
  await page.getByRole('heading', { level: 1, name: 'Casa do Farol Velho' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await card(page, 'Facts').getByText('15:00').waitFor()
  expect((await here.asKey.get(`/properties/${here.propertyId}`)).body).toMatchObject({ ...theirs, bedrooms: 3 })
  await here.asKey.patch(`/properties/${here.propertyId}`, { name: 'Casa do Farol', status: 'ACTIVE' })
  await page.keyboard.press('z')
  await expect
    .poll(async () => (await here.asKey.get(`/properties/${here.propertyId}`)).body)
    .toMatchObject({ bedrooms: null, checkinTime: null })

  await page.getByRole('button', { name: 'New stay' }).click()
  await page.getByLabel('Name of the guest').fill('Grace Hopper')
  await page.getByLabel('Leaves on').fill(day(3))
  await page.getByRole('button', { name: 'Add stay' }).click()
  const now = page.getByRole('region', { name: 'Now' })
  await now.getByText('Grace Hopper', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change status: Grace Hopper' }).click()
  await page.getByRole('option', { name: 'Checked in' }).click()
  await now.getByText('Checked in', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Add a lock' }).click()
  await page.getByLabel('Name of the door').fill('Front door')
  await page.getByRole('dialog').getByLabel('Lock', { exact: true }).selectOption('simulated')
  await page.getByRole('dialog').getByRole('button', { name: 'Add a lock' }).click()
  await card(page, 'Doors').getByText('Front door').waitFor()
  await page.getByRole('button', { name: 'Guest link: Grace Hopper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a guest link' }).click()
  const url = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  const guide = await (await visitor({ size: 'phone' })).newPage()
  await guide.goto(`${here.url}${new URL(url).pathname}`)
  await guide.getByText('Casa do Farol').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Withdraw: Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Show 1 that ended' }).click()
  await card(page, 'Guest links').getByText('Withdrawn').waitFor()
  expect(complaints).toEqual([])
})

test('the calendar says what is wrong, leads to it by a key, and is satisfied by the clean that is planned there', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person('manager'), 'calendar')
  await addStay(here, here.propertyId, 'Ada', 0, 2)
  await addStay(here, here.propertyId, 'Grace', 4, 6)
  // Somebody else has added them: they come by themselves.
  const leaving = page.getByRole('gridcell', { name: 'Ada leaves' })
  const label = () => leaving.getAttribute('aria-label')
  await expect.poll(label).toContain('No clean planned, 2 nights free')
  await page.getByRole('button', { name: 'To look at: 1' }).waitFor()
  await page.keyboard.press('n')
  await page.locator('[role=gridcell]:focus').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('l')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Ada leaves and the next guest arrives').waitFor()
  expect(page.url()).toContain(`day=${day(2)}`)
  await sheet.getByRole('link', { name: 'Plan a clean' }).click()
  await page.locator(`select[name=propertyId]:has(option[value="${here.propertyId}"])`).waitFor()
  await expect.poll(() => page.getByLabel('Property').inputValue()).toBe(here.propertyId)
  await expect.poll(() => page.getByLabel('Date').inputValue()).toBe(day(2))
  await page.getByLabel('Title').fill('Turnover')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Turnover' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('button', { name: 'Nothing to look at' }).waitFor()
  await expect.poll(label).toContain('1 task')

  await addStay(here, here.propertyId, 'Alan', 5, 8)
  await page.getByRole('gridcell', { name: 'Two stays at once' }).waitFor()
  await page.keyboard.press(']')
  await page.waitForURL(`**/calendar?from=${day(7)}`)
  await page.getByRole('gridcell', { name: 'Alan leaves' }).waitFor()
  expect(complaints).toEqual([])
})

test('hundreds of homes: only those in sight are on the page, and the last is reached', async () => {
  const here = await office()
  const { runtime, workspaceId } = here
  await run(
    runtime.database.pool,
    sql`
    insert into properties (workspace_id, id, name, status, custom_fields, search_text, search_text_reduced, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), 'Home ' || lpad(i::text, 3, '0'), 'ACTIVE', '{}', 'home', 'home', now(), now()
    from generate_series(1, 500) i`,
  )
  const { page } = await here.desk(await here.person('member'), 'calendar?weeks=6')
  const scroll = (what: string) => page.evaluate(`document.querySelector('${what}').parentElement.scrollTo(0, 1e6)`)
  await page.locator('[role=grid][aria-rowcount="502"]').waitFor()
  await expect.poll(() => page.getByRole('rowheader').count()).toBeLessThan(40)
  // The next ones come while one scrolls.
  const reached = async (what: string, last: Locator) => {
    const look = async () => {
      await scroll(what)
      return last.count()
    }
    await expect.poll(look).toBe(1)
  }
  await reached('[role=grid]', page.getByRole('rowheader', { name: 'Home 500' }))
  await page.goto(`${here.url}/w/${workspaceId}/properties`)
  await page.getByText('501 properties').waitFor()
  const list = page.getByRole('list', { name: 'Properties' })
  await reached('main ul', page.getByRole('link', { name: 'Home 500' }))
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(60)
})

test('people: who has too much, the way to the tasks, days off and back, vendors', async () => {
  const here = await office()
  const [manager, worker] = [await here.person('manager'), await here.person('member')]
  for (const title of ['Deep clean', 'Windows']) {
    await here.addTask(title, { scheduledDate: day(0), primaryUserId: worker.userId, estimatedDurationMinutes: 300 })
  }
  const { page, complaints } = await here.desk(manager, `people/${worker.userId}`)
  await page.getByRole('button', { name: 'Edit the usual week' }).click()
  for (let weekday = 0; weekday < 7; weekday++) await page.getByRole('button', { name: 'Add a shift' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByText('2h too much').waitFor()
  await page.getByRole('button', { name: 'Add days off or a shift' }).click()
  await page.getByLabel('First day').fill(day(0))
  await page.getByLabel('Why').fill('Holiday')
  await page.getByRole('dialog').getByRole('button', { name: 'Add days off or a shift' }).click()
  await page.getByText('Day off', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Take back: Off' }).click()
  await page.getByText('2h too much').waitFor()
  await page.keyboard.press('z')
  await page.getByText('Holiday').waitFor()

  await page.goto(`${here.url}/w/${here.workspaceId}/people`)
  const row = page.getByRole('row').filter({ hasText: worker.fullName })
  await row.getByText('1 day over-booked').waitFor()
  await row.getByRole('link', { name: `Tasks of ${worker.fullName}` }).click()
  await page.getByRole('link', { name: 'Windows' }).waitFor()
  expect(page.url()).toContain(`assigneeId=${worker.userId}`)

  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'New vendor' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Blue Pools')
  await page.getByLabel('Phone').fill('+351 912 345 678')
  await page.getByRole('button', { name: 'Add vendor' }).click()
  await page.getByRole('link', { name: '+351 912 345 678' }).waitFor()
  await page.getByRole('button', { name: 'Give no more work' }).click()
  await page.getByText('Not in use').waitFor()
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Give no more work' }).waitFor()
  expect(complaints).toEqual([])
})

test('a week and a vendor keep what no form has shown: skills that are not loaded, and what others changed', async () => {
  const here = await office()
  const worker = await here.person('member')
  const skill = (await here.asAdmin.post('/skills', { name: 'Pools' })).body
  const profile = `/members/${worker.membershipId}/work-profile`
  await here.asAdmin.patch(profile, { skillIds: [skill.id] })
  const { body: vendor } = await here.asAdmin.post('/vendors', { name: 'Blue Pools', skillIds: [skill.id] })
  const { page } = await here.desk(await here.person('manager'), 'people')
  await page.route(/\/skills\?/, (route) => route.fulfill({ status: 403, json: {} }))

  await page.goto(`${here.url}/w/${here.workspaceId}/people/${worker.userId}`)
  await page.getByRole('button', { name: 'Edit the usual week' }).click()
  await page.getByRole('button', { name: 'Add a shift' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const { body: week } = await here.asAdmin.get(profile)
  expect(week).toMatchObject({ skillIds: [skill.id], shifts: [{ weekday: 'MONDAY' }] })

  await page.goto(`${here.url}/w/${here.workspaceId}/people/vendors/${vendor.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Phone').fill('+351 912 345 678')
  await here.asAdmin.patch(`/vendors/${vendor.id}`, { email: 'theirs@example.com' })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: '+351 912 345 678' }).waitFor()
  const { body: saved } = await here.asAdmin.get(`/vendors/${vendor.id}`)
  expect(saved).toMatchObject({ email: 'theirs@example.com', phone: '+351 912 345 678', skillIds: [skill.id] })

  // With its boxes it is changed there, and what is not in the list stays.
  await page.unroute(/\/skills\?/)
  const other = (await here.asAdmin.post('/skills', { name: 'Gardens' })).body
  const onlyOther = { items: [other], pagination: { total: 1, hasMore: false, offset: 0, limit: 100 } }
  await page.route(/\/skills\?/, (route) => route.fulfill({ json: onlyOther }))
  await page.reload()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await sheet.getByLabel('Gardens').check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await here.asAdmin.get(`/vendors/${vendor.id}`)).body.skillIds)
    .toEqual([skill.id, other.id].toSorted())
})

test('on a phone: the calendar by day, and what a member may not do is not there', async () => {
  const here = await office()
  await addStay(here, here.propertyId, 'Ada', -1, 2)
  await here.asAdmin.post('/locks', { propertyId: here.propertyId, name: 'Front door', provider: 'simulated' })
  const { page } = await here.desk(await here.person('member'), 'calendar', { size: 'phone' })
  await page.getByText('Nobody arrives or leaves on this day').waitFor()
  await page
    .getByRole('button', { name: new RegExp(`(?<!\\d)${Number(day(2).slice(8))}(?!\\d)`), pressed: false })
    .first()
    .click()
  await page.getByText('Ada leaves').waitFor()
  await page.getByRole('link', { name: 'Casa do Farol' }).click()
  await page.getByRole('region', { name: 'Now' }).getByText('Ada').waitFor()
  for (const name of ['Edit', 'New stay', 'Make a guest link', 'Add a lock'])
    await expect.poll(() => page.getByRole('button', { name, exact: true }).count()).toBe(0)
  expect(await page.getByText('Front door').count()).toBe(0)
  await page.goto(`${here.url}/w/${here.workspaceId}/properties/${here.propertyId}/edit`)
  await page.getByRole('heading', { name: 'not for your role' }).or(page.getByText('role')).first().waitFor()
  await expect.poll(() => page.getByLabel('Bedrooms').count()).toBe(0)
})

test('HTML in every text field of homes, stays, doors and people is text', async () => {
  const here = await office()
  const { asAdmin, asKey, propertyId } = here
  const said = (what: string): string => `${what} ${HTML}`
  await asKey.patch(`/properties/${propertyId}`, {
    name: said('P'),
    city: said('C'),
    address: said('A'),
    propertyType: said('T'),
    checkinInstructions: said('I'),
    customFields: {
      owner: said('O'),
      caretaker: '+351 21 000 0000',
      manual: 'https://example.com/manual',
      trap: 'javascript:alert(1)',
      quietFrom: '22:00',
      pets: false,
      litres: 12_000,
    },
  })
  await asAdmin.patch(`/properties/${propertyId}/guide`, { accessNotes: said('N'), houseRules: said('R') })
  const worker = await here.person('member')
  await addStay(here, propertyId, said('G'), 0, 2)
  await asAdmin.post('/locks', { propertyId, name: said('L'), provider: 'simulated' })
  await here.addTask(said('W'), { scheduledDate: day(1), primaryUserId: worker.userId })
  const { body: vendor } = await asAdmin.post('/vendors', { name: said('V'), contactName: said('K'), notes: said('M') })
  await asAdmin.post(`/members/${worker.membershipId}/work-exceptions`, {
    kind: 'DAY_OFF',
    firstDate: day(0),
    reason: said('Y'),
  })
  const { page, complaints } = await here.desk(await here.person(), `properties/${propertyId}`)
  // Facts that have a form are shown in it, and only what is a link can be pressed.
  const facts = card(page, 'Facts')
  for (const text of ['22:00', 'No', '12,000', 'javascript:alert(1)'])
    await facts.getByText(text, { exact: true }).waitFor()
  const links = await facts.locator('dd a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual(['https://example.com/manual', 'tel:+351210000000'])
  const seen: Record<string, string[]> = {
    [`properties/${propertyId}`]: ['P', 'A', 'T', 'I', 'O', 'N', 'R', 'G', 'L', 'W'],
    properties: ['P'],
    [`calendar?day=${day(1)}&home=${propertyId}`]: ['P', 'G', 'W'],
    people: ['V'],
    [`people/${worker.userId}`]: ['W', 'Y'],
    [`people/vendors/${vendor.id}`]: ['V', 'K', 'M'],
  }
  for (const [path, texts] of Object.entries(seen)) {
    await page.goto(`${here.url}/w/${here.workspaceId}/${path}`)
    for (const text of texts) await page.getByText(said(text)).first().waitFor()
    expect(await page.title()).not.toBe('owned')
  }
  expect(complaints).toEqual([])
})

test.each(LANGUAGES)('the bar of the calendar is one line at a desk: %s', async (language) => {
  const here = await office()
  const { page } = await here.desk(await here.person(), 'calendar', { size: 'desktop', language })
  const bar = page.locator('#calendar-search').locator('xpath=ancestor::div[1]')
  // The last one comes when all homes are there.
  await bar.locator(':scope > button').waitFor()
  const [search, last] = [
    await bar.locator('label').first().boundingBox(),
    await bar.locator(':scope > button').boundingBox(),
  ]
  expect(last?.y).toBe(search?.y)
})
