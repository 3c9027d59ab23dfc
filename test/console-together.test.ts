import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cutOff } from './browser.ts'
import { office, openConsole, OPEN_MILLIS, type Office } from './console-stage.ts'
import { dayAfter as day, wholeDay } from './days.ts'
import { photograph } from './pages-photos.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'
const question = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name: `${name} was changed meanwhile` })
const send = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

beforeAll(openConsole, OPEN_MILLIS)
beforeEach(() => wholeDay())

test('two people change the same home, what guests are told or a stay: whoever came second chooses', async () => {
  const here = await office()
  const home = `/properties/${here.propertyId}`
  const { body: contact } = await here.asAdmin.post('/contacts', { fullName: 'Grace Hopper' })
  const when = { checkinDate: day(2), checkoutDate: day(5), status: 'CONFIRMED' }
  const { body: stay } = await here.asAdmin.post('/reservations', {
    propertyId: here.propertyId,
    contactId: contact.id,
    ...when,
  })
  const { page, complaints } = await here.desk(await here.person('manager'), `properties/${here.propertyId}/edit`)

  await page.getByLabel('City').fill('Estoril')
  await page.getByLabel('Bedrooms').fill('3')
  await here.asKey.patch(home, { city: `Sintra ${HTML}`, country: 'PT' })
  await send(page)
  const asked = question(page, 'Casa do Farol')
  await asked.getByText(`Sintra ${HTML}`).waitFor()
  await asked.getByText('Estoril').waitFor()
  // Nothing is sent before it is decided, and the form still has what was written.
  expect((await here.asKey.get(home)).body).toMatchObject({ city: `Sintra ${HTML}`, bedrooms: null })
  await asked.getByRole('button', { name: 'Leave it as it is' }).click()
  expect(await page.getByLabel('City').inputValue()).toBe('Estoril')
  await send(page)
  await question(page, 'Casa do Farol').getByRole('button', { name: 'Use mine' }).click()
  await page.getByRole('heading', { level: 1, name: 'Casa do Farol' }).waitFor()
  await expect
    .poll(async () => (await here.asKey.get(home)).body)
    .toMatchObject({ city: 'Estoril', bedrooms: 3, country: 'PT' })

  await page.getByRole('button', { name: 'Edit: What technicians and guests are told' }).click()
  await page.getByLabel('House rules').fill('No smoking.')
  // What is not saved is not lost to a wrong press.
  await page.getByRole('link', { name: 'Properties' }).first().click()
  await page.getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await here.asAdmin.patch(`${home}/guide`, { houseRules: 'No parties.' })
  await send(page)
  await question(page, 'Casa do Farol').getByText('No parties.').waitFor()
  await page.getByRole('button', { name: 'Use mine' }).click()
  await expect
    .poll(async () => (await here.asAdmin.get(`${home}/guide`)).body)
    .toMatchObject({ houseRules: 'No smoking.' })

  await page.getByRole('button', { name: 'Change the stay: Grace Hopper' }).click()
  await page.getByLabel('Leaves on').fill(day(6))
  await page.getByLabel('Guests', { exact: true }).fill('4')
  await here.asAdmin.patch(`/reservations/${stay.id}`, { checkoutDate: day(7) })
  await send(page)
  await question(page, 'Grace Hopper').getByRole('button', { name: 'Use mine' }).click()
  await expect
    .poll(async () => (await here.asAdmin.get(`/reservations/${stay.id}`)).body)
    .toMatchObject({ checkoutDate: day(6), guests: 4 })
  await page.getByText('The stay is changed.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect
    .poll(async () => (await here.asAdmin.get(`/reservations/${stay.id}`)).body)
    .toMatchObject({ checkoutDate: day(7), guests: null })
  expect(await page.title()).not.toBe('owned')
  expect(complaints).toEqual([])
})

const costsOf = async (here: Office, taskId: string) =>
  (await here.asKey.get(`/tasks/${taskId}?include=costItems`)).body.costItems

test('costs and saved views are changed on the basis of what was seen, on a phone too', async () => {
  const here = await office()
  const { id, shortId } = await here.addTask('Tap')
  const path = `/tasks/${id}/cost-items`
  const { body: tap } = await here.asAdmin.post(path, { amount: 80, billToType: 'OWNER', description: `Tap ${HTML}` })
  const { page, complaints } = await here.desk(await here.person('manager'), `tasks/${id}`, { size: 'phone' })
  await page.getByRole('button', { name: `Change the cost Tap ${HTML}` }).click()
  await page.getByLabel('Amount').fill('85')
  // Another field of the task, and another of the cost: neither is in the way.
  await here.asKey.patch(`/tasks/${id}`, { priority: 'HIGH' })
  await here.asAdmin.patch(`${path}/${tap.id}`, { notes: 'By card', billToType: 'GUEST' })
  await send(page)
  await expect.poll(() => costsOf(here, id)).toMatchObject([{ amount: 85, notes: 'By card', billToType: 'GUEST' }])

  await page.getByRole('button', { name: `Change the cost Tap ${HTML}` }).click()
  await page.getByLabel('Amount').fill('90')
  await here.asAdmin.patch(`${path}/${tap.id}`, { amount: 79 })
  await send(page)
  await question(page, shortId).getByText('€79.00').waitFor()
  await page.getByRole('button', { name: 'Leave it as it is' }).click()
  await page.getByText('€79.00').first().waitFor()
  expect(await costsOf(here, id)).toMatchObject([{ amount: 79 }])

  // What somebody has just changed is not deleted unseen: the page has not heard of it yet.
  const ofTasks = /\/tasks\/[^/]+\?include=assignees/
  await cutOff(page, ofTasks)
  await here.asAdmin.patch(`${path}/${tap.id}`, { amount: 60 })
  await page.getByRole('button', { name: `Delete the cost Tap ${HTML}` }).click()
  await page.getByRole('button', { name: `Delete: Delete the cost Tap ${HTML}` }).click()
  await question(page, shortId).getByText('€60.00').waitFor()
  await page.unroute(ofTasks)
  await page.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(() => costsOf(here, id)).toEqual([])

  const { body: view } = await here.asAdmin.post('/saved-views', {
    area: 'tasks',
    name: 'Late',
    filters: 'priority=HIGH',
    isShared: true,
  })
  await page.goto(`${here.url}/w/${here.workspaceId}/tasks?isOpen=true`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Change the view Late' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Late today')
  await page.getByLabel('With the filters of the list as it is now').check()
  await here.asAdmin.patch(`/saved-views/${view.id}`, { name: 'Late, all' })
  await send(page)
  await question(page, 'Late, all').getByRole('button', { name: 'Use mine' }).click()
  await expect
    .poll(async () => (await here.asAdmin.get(`/saved-views/${view.id}`)).body)
    .toMatchObject({ name: 'Late today', filters: 'isOpen=true', isShared: true })
  expect(await page.title()).not.toBe('owned')
  expect(complaints.filter((each) => !each.includes('ERR_FAILED'))).toEqual([])
})

test('an answer that is late does not undo what was said after it', async () => {
  const here = await office()
  const { id } = await here.addTask('Turnover')
  await here.asAdmin.patch(`/tasks/${id}/checklist`, { newTitles: ['Strip the beds'] })
  const { page } = await here.desk(await here.person('member'), `tasks/${id}`)
  const box = page.getByRole('checkbox', { name: 'Strip the beds' })
  // The first try gets lost on its way, so that it is sent again after it was taken back.
  await page.route('**/answer', (call) => call.abort(), { times: 1 })
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/answer')) sent.push(request.postDataJSON())
  })
  await box.click()
  await box.click()
  await expect.poll(() => sent).toEqual([{ done: true }, { done: true }, { done: false }])
  const checklist = async () => (await here.asKey.get(`/tasks/${id}?include=checklist`)).body.checklist
  await expect.poll(checklist).toMatchObject([{ completedAt: null, answer: null }])
  await page.getByText('0 of 1 done').waitFor()
})

test('a photo is deleted after a question, another desk sees it go, and a member cannot', async () => {
  const here = await office()
  const { id } = await here.addTask('Pool')
  const manager = await here.desk(await here.person('manager'), `tasks/${id}`)
  const member = await here.desk(await here.person('member'), `tasks/${id}`, { size: 'phone' })
  const { buffer } = await photograph('bath')
  await manager.page.getByLabel('Add photos').setInputFiles({ name: 'bath.jpg', mimeType: 'image/jpeg', buffer })
  const [seen, shown] = [manager, member].map(({ page }) =>
    page.getByRole('region', { name: 'Photos' }).getByRole('img'),
  )
  await seen?.waitFor()
  await shown?.waitFor()
  expect(await member.page.getByRole('button', { name: /^Delete the photo/ }).count()).toBe(0)
  await manager.page.getByRole('button', { name: /^Delete the photo/ }).click()
  await manager.page.getByRole('button', { name: 'Cancel' }).click()
  await manager.page.getByRole('button', { name: /^Delete the photo/ }).click()
  await manager.page.getByRole('button', { name: 'Delete photo', exact: true }).click()
  await seen?.waitFor({ state: 'detached' })
  await shown?.waitFor({ state: 'detached' })
  expect((await here.asKey.get(`/tasks/${id}/attachments`)).body.items).toEqual([])
  await manager.page.getByText('removed a photo').waitFor()
  expect([...manager.complaints, ...member.complaints]).toEqual([])
})

test('where nothing is found there is one heading of the page, and the focus stays where it was', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person(), 'knowledge')
  for (const path of ['inbox', 'knowledge', 'people', 'properties', 'tasks']) {
    await page.goto(`${here.url}/w/${here.workspaceId}/${path}`)
    await page.locator('main h1').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('there is no such thing')
    await page.waitForURL(/q=there/)
    await page.locator('main h2').first().waitFor()
    expect(await page.locator('main h1').count()).toBe(1)
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
  }
  expect(complaints).toEqual([])
})

test('times are those of the workspace, wherever the reader sits', async () => {
  const here = await office()
  await here.asAdmin.patch('', { timezone: 'Pacific/Auckland' })
  const { id } = await here.addTask('Pool')
  const { body: comment } = await here.asAdmin.post(`/tasks/${id}/comments`, { content: 'The pump is on.' })
  const { page } = await here.desk(await here.person(), `tasks/${id}`)
  const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Auckland' })
  const moment = at.format(new Date(comment.createdAt))
  const said = page.getByRole('listitem').filter({ hasText: 'The pump is on.' })
  await said.waitFor()
  expect(await said.textContent()).toContain(moment)
})
