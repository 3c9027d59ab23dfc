import type { Page, Route } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { cutOff } from './browser.ts'
import { office, openConsole, OPEN_MILLIS, signIn } from './console-stage.ts'
import { hear } from './console-talk.ts'
import { dayAfter as day, wholeDay } from './days.ts'
import { photograph } from './pages-photos.ts'
import { ANY, publish, reached, start, workflows } from './workflow-place.ts'

beforeAll(openConsole, OPEN_MILLIS)
beforeEach(() => wholeDay())

const refuse = (call: Route) =>
  call.fulfill({ status: 422, contentType: 'application/problem+json', body: '{"detail":"Not like this."}' })

/** Only what is sent to be changed; reading goes on. */
const refuseWrites = (page: Page, address: string | RegExp) =>
  page.route(address, (call) => (call.request().method() === 'GET' ? call.continue() : refuse(call)))

const question = (page: Page, what: string) => page.getByRole('dialog', { name: `${what} was changed meanwhile` })

test('a session that ends keeps the page with its forms behind the sign-in, and asks for nothing until it is back', async () => {
  const here = await office()
  const person = await here.person('manager')
  const { page, complaints } = await here.desk(person, `properties/${here.propertyId}`)
  await page.getByRole('button', { name: 'New stay' }).click()
  await page.getByLabel('Name of the guest').fill('Grace Hopper')
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/session/refresh')) refreshes += 1
  })
  await run(
    here.runtime.database.pool,
    sql`update sessions set ended_at = now(), ended_because = 'password changed' where user_id = ${person.userId}`,
  )
  await page.getByText('The password of this account was changed').waitFor()
  expect(await page.getByText('Name of the guest').isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: 'Casa do Farol' }).count()).toBe(0)
  // Neither a key nor news wakes what is behind it.
  await page.keyboard.press('Escape')
  expect(refreshes).toBe(1)
  await signIn(page, person)
  // One goes on where one was.
  await page.getByLabel('Name of the guest').and(page.locator(':focus')).waitFor()
  await expect.poll(() => page.getByLabel('Name of the guest').inputValue()).toBe('Grace Hopper')
  await page.getByLabel('Leaves on').fill(day(3))
  await page.getByRole('button', { name: 'Add stay' }).click()
  await page.getByText('Grace Hopper', { exact: true }).waitFor()
  // The stream is there again, too.
  await here.asKey.patch(`/properties/${here.propertyId}`, { name: 'Casa do Farol Velho' })
  await page.getByRole('heading', { level: 1, name: 'Casa do Farol Velho' }).waitFor()
  expect(complaints).toEqual([])
})

test('what a session that ended has refused is told, asks for no other sign-in after it, and goes', async () => {
  const here = await office()
  const person = await here.person('manager')
  const { id } = await here.addTask('Tap')
  const { page } = await here.desk(person, `tasks/${id}`)
  await page.route(new RegExp(`/tasks/${id}\\?`), async (call) => {
    if (call.request().method() === 'PATCH')
      await run(
        here.runtime.database.pool,
        sql`update sessions set ended_at = now(), ended_because = 'password changed' where user_id = ${person.userId}`,
      )
    await call.continue()
  })
  await page.route('**/comments', refuse)
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Mine')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const refused = page.getByText('Not changed. Not like this.', { exact: true })
  await refused.waitFor()
  await page.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: /^Urgent/ }).click()
  await page.getByText('The password of this account was changed').waitFor()
  await page.unrouteAll()
  await signIn(page, person)
  const told = page.getByText('Not changed. You were signed out.', { exact: true })
  await told.waitFor()
  expect(await page.getByText('Sign in again').count()).toBe(0)
  await told.waitFor({ state: 'detached' })
  // What was refused for another reason is told until it is put away.
  expect(await refused.count()).toBe(1)
  expect((await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('NORMAL')
})

test('what is refused is still written where it was sent from, and a press beside it does not drop it', async () => {
  const here = await office()
  const { id } = await here.addTask('Tap')
  const { page } = await here.desk(await here.person('manager'), `tasks/${id}`)
  await refuseWrites(page, `**/tasks/${id}**`)
  await page.getByRole('button', { name: 'Add a cost' }).click()
  await page.getByLabel('Amount').fill('80')
  await page.mouse.click(4, 4)
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('dialog').getByText('Not like this.').waitFor()
  expect(await page.getByLabel('Amount').inputValue()).toBe('80')
  // Nor does Escape, before it is answered.
  await page.getByLabel('Amount').focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go on writing' }).click()
  await page.getByLabel('Amount').and(page.locator(':focus')).waitFor()
  expect(await page.getByLabel('Amount').inputValue()).toBe('80')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const item = page.getByRole('textbox', { name: 'Add an item' })
  await item.fill('Strip the beds')
  await item.press('Enter')
  await expect.poll(() => item.inputValue()).toBe('Strip the beds')

  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('dialog').getByLabel('Summary').fill('A new washer')
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await page.getByText('Not changed. Not like this.').first().waitFor()
  await page.getByRole('button', { name: 'Complete' }).click()
  expect(await page.getByRole('dialog').getByLabel('Summary').inputValue()).toBe('A new washer')
  await page.keyboard.press('Escape')

  // A comment that fails takes only itself away.
  const slow = Promise.withResolvers<void>()
  await page.route('**/comments', (call) => slow.promise.then(() => refuse(call)))
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Mine')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await here.asAdmin.post(`/tasks/${id}/comments`, { content: 'Theirs' })
  await page.getByText('Theirs').waitFor()
  const answered = page.waitForResponse('**/comments')
  slow.resolve()
  await answered
  await expect.poll(() => page.getByRole('textbox', { name: 'Write a comment' }).inputValue()).toBe('Mine')
  await page.getByText('Theirs').waitFor()

  // A photo that fails when nobody is there any more says so.
  const late = Promise.withResolvers<void>()
  await page.route('**/photos', (call) => late.promise.then(() => refuse(call)))
  const { buffer } = await photograph('bath')
  const asked = page.waitForRequest('**/photos')
  await page.getByLabel('Add photos').setInputFiles({ name: 'bath.jpg', mimeType: 'image/jpeg', buffer })
  await asked
  await page.getByRole('link', { name: 'Tasks' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  late.resolve()
  await page.getByText('Not sent: bath.jpg. Not like this.').waitFor()

  await refuseWrites(page, '**/saved-views')
  await page.getByRole('button', { name: 'Views' }).click()
  const name = page.getByLabel('Save these filters as')
  await name.fill('All of them')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByText('Not like this.').waitFor()
  expect(await name.inputValue()).toBe('All of them')
})

test('nothing that others have just changed is deleted or overwritten unseen; views ask before they go', async () => {
  const here = await office()
  const [one, other] = [await here.addTask('Tap'), await here.addTask('Lamp')]
  const { body: guest } = await here.asAdmin.post('/contacts', { fullName: 'Ada' })
  const stay = { propertyId: here.propertyId, contactId: guest.id, checkinDate: day(0), checkoutDate: day(2) }
  const { body: booked } = await here.asAdmin.post('/reservations', { ...stay, status: 'CONFIRMED' })
  const { page } = await here.desk(await here.person('manager'), `tasks/${one.id}`)
  // The page does not hear of what they do.
  await cutOff(page, /include=assignees%2C|\/reservations\?/)
  await here.asKey.patch(`/tasks/${one.id}`, { priority: 'URGENT' })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await question(page, one.shortId).getByText('Urgent').waitFor()
  expect((await here.asKey.get(`/tasks/${one.id}`)).status).toBe(200)
  await page.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(async () => (await here.asKey.get(`/tasks/${one.id}`)).status).toBe(404)
  await page.unrouteAll()

  await page.goto(`${here.url}/w/${here.workspaceId}/tasks`)
  await page.getByRole('checkbox', { name: `Select ${other.shortId}` }).check()
  await cutOff(page, /include=assignees%2C|\/reservations\?/)
  await here.asKey.patch(`/tasks/${other.id}`, { title: 'Lamp in the hall' })
  await page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 task was not changed.').waitFor()
  expect((await here.asKey.get(`/tasks/${other.id}`)).status).toBe(200)
  await page.unrouteAll()

  await here.asAdmin.post('/saved-views', { area: 'tasks', name: 'Late', filters: 'priority=HIGH', isShared: true })
  await page.reload()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Delete the view Late' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete the view Late' }).click()
  await page.getByRole('button', { name: 'Delete: Delete the view Late' }).click()
  await page.getByText('No view is saved yet').waitFor()

  await page.goto(`${here.url}/w/${here.workspaceId}/properties/${here.propertyId}`)
  await page.getByRole('button', { name: 'Change status: Ada' }).waitFor()
  await cutOff(page, /\/reservations\?/)
  await here.asAdmin.patch(`/reservations/${booked.id}`, { status: 'CHECKED_IN' })
  await page.getByRole('button', { name: 'Change status: Ada' }).click()
  await page.getByRole('option', { name: 'Checked out' }).click()
  await question(page, 'Ada').getByText('Checked in').waitFor()
  expect((await here.asAdmin.get(`/reservations/${booked.id}`)).body.status).toBe('CHECKED_IN')
  await page.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(async () => (await here.asAdmin.get(`/reservations/${booked.id}`)).body.status).toBe('CHECKED_OUT')
})

test('a form of an approval and the input of a run stay while they are filled in', async () => {
  const here = await office()
  workflows(here)
  const id = await publish(
    here,
    `
    do:
      - ask:
          call: approval:1.0.0@default
          with:
            question: Pay for a boiler?
            form: { type: object, required: [amount], properties: { amount: { type: number, title: Amount } } }
            assignees: { roles: [manager] }`,
  )
  const runId = await start(here, id, {})
  await reached(here, runId, 'waiting')
  const person = await here.person('manager')
  const { page } = await here.desk(person, 'approvals')
  await page.getByLabel('Amount (needed)').fill('480')
  const [approval] = (await here.asAdmin.get('/workflow-approvals?limit=10')).body.items
  const path = `/workflow-approvals/${approval.id}`
  const again = page.waitForResponse(new RegExp(`${approval.id}$`))
  const body = { decision: 'reassign', assignees: { userIds: [person.userId] } }
  await here.asAdmin.post(`${path}/resolve`, body, ANY)
  await again
  expect(await page.getByLabel('Amount (needed)').inputValue()).toBe('480')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits for you').waitFor()

  await page.goto(`${here.url}/w/${here.workspaceId}/workflows/${id}`)
  await refuseWrites(page, '**/runs')
  await page.getByRole('button', { name: 'Run now' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').fill('{ "order": 7 }')
  await sheet.locator('button[type=submit]').click()
  await sheet.getByText('Not like this.').waitFor()
  expect(await sheet.getByRole('textbox').inputValue()).toBe('{ "order": 7 }')
})

test('a tab that nobody sees leaves messages unread until it is looked at', async () => {
  const here = await office()
  const id = await hear(here, { text: 'There is no hot water.' })
  const { page } = await here.desk(await here.person(), 'inbox')
  await page.addInitScript(`
    window.isBehind = true
    Object.defineProperty(document, 'visibilityState', { get: () => (window.isBehind ? 'hidden' : 'visible') })`)
  await page.goto(`${here.url}/w/${here.workspaceId}/inbox/${id}`)
  await page.getByRole('log', { name: 'Messages' }).getByText('There is no hot water.').waitFor()
  const unread = async () => (await here.asAdmin.get(`/conversations/${id}`)).body.unreadCount
  // Shown, with all that follows it.
  await page.getByText('No passage').or(page.getByRole('complementary')).first().waitFor()
  expect(await unread()).toBe(1)
  const read = page.waitForRequest(`**/conversations/${id}/read`)
  await page.evaluate(`window.isBehind = false; document.dispatchEvent(new Event('visibilitychange'))`)
  await read
  await expect.poll(unread).toBe(0)
})

test('roles are changed when they are saved, a key that is held takes back one change, midnight makes work late', async () => {
  const here = await office()
  const ana = await here.person('member')
  const { id } = await here.addTask('Linen', { scheduledDate: day(0) })
  const { page } = await here.desk(await here.person(), 'settings/members')
  const roleOf = async () =>
    (await here.asAdmin.get('/members?limit=100')).body.items.find(
      (each: { id: string }) => each.id === ana.membershipId,
    ).role
  const role = page.getByLabel(`Role: ${ana.fullName}`)
  await role.selectOption('Manager')
  await page.getByRole('button', { name: `Cancel: ${ana.fullName}` }).click()
  expect(await role.inputValue()).toBe('member')
  await role.selectOption('Manager')
  await role.selectOption('Administrator')
  expect(await roleOf()).toBe('member')
  await page.getByRole('button', { name: `Save: ${ana.fullName}` }).click()
  await expect.poll(roleOf).toBe('admin')

  await page.goto(`${here.url}/w/${here.workspaceId}/tasks/${id}`)
  for (const [text, priority] of [
    ['urg', 'Urgent'],
    ['high', 'High'],
  ]) {
    await page.getByRole('button', { name: /^Priority/ }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('dialog').getByRole('combobox').fill(String(text))
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await here.asKey.get(`/tasks/${id}`)).body.priority)
      .toBe(String(priority).toUpperCase())
    await page.getByRole('button', { name: 'Undo' }).first().waitFor()
  }
  for (let held = 0; held < 5; held++) await page.keyboard.down('z')
  await page.keyboard.up('z')
  await expect.poll(async () => (await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('URGENT')
  await page.getByText('taken back').waitFor()
  expect((await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('URGENT')

  await page.clock.install()
  await page.goto(`${here.url}/w/${here.workspaceId}/tasks`)
  await page.getByRole('link', { name: 'Linen' }).waitFor()
  expect(await page.getByText('Late:').count()).toBe(0)
  await page.clock.fastForward('24:00:00')
  await page.getByText('Late:').first().waitFor()
})

test('what could not be loaded is said, and tried again', async () => {
  const here = await office()
  const { id } = await here.addTask('Tap', { scheduledDate: day(0) })
  await here.asAdmin.post(`/tasks/${id}/share-links`, { mode: 'view' })
  await run(
    here.runtime.database.pool,
    sql`
    insert into properties (workspace_id, id, name, status, custom_fields, search_text, search_text_reduced, created_at, updated_at)
    select ${here.workspaceId}, gen_random_uuid(), 'Home ' || i, 'ACTIVE', '{}', 'home', 'home', now(), now()
    from generate_series(1, 120) i`,
  )
  workflows(here)
  const workflowId = await publish(here, 'do: [{ note: { set: { done: true } } }]')
  const { page } = await here.desk(await here.person(), 'today')
  const open = (path: string) => page.goto(`${here.url}/w/${here.workspaceId}/${path}`)
  const failed = page.getByRole('heading', { name: 'This could not be shown' })

  // Nothing of one day stands under the date of another.
  await page.getByText('Tap').first().waitFor()
  const slow = Promise.withResolvers<void>()
  await page.route(new RegExp(`scheduledDate=${day(1)}`), (call) => slow.promise.then(() => call.continue()))
  await page.getByRole('button', { name: 'The day after' }).click()
  await page.waitForURL(`**date=${day(1)}`)
  await expect.poll(() => page.getByText('Tap').count()).toBe(0)
  slow.resolve()

  await page.route('**/me/workspaces?*', refuse)
  await open('tasks')
  await failed.waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()

  await page.route('**/share-links/*', refuse)
  await open(`tasks/${id}`)
  await page.getByRole('button', { name: /^Show/ }).click()
  await page.getByText('Not like this.').waitFor()

  await page.route('**/knowledge/search?*', refuse)
  await open('knowledge?q=boiler')
  await failed.waitFor()
  await page.unrouteAll()

  await open('assistant/abc')
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()

  await page.route(/calendar\?.*offset=100/, refuse)
  await open('calendar')
  await page.getByText('This could not be shown').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('This could not be shown').waitFor({ state: 'detached' })

  await page.route('**/workflow-validations', refuse)
  await open(`workflows/${workflowId}`)
  await page.getByText('Not like this.').first().waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nothing is wrong with it.').waitFor()
})
