import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { visitor, watched } from './browser.ts'
import { join } from './joined.ts'
import { office, signIn, openConsole, OPEN_MILLIS, PASSWORD } from './console-stage.ts'
import { publish } from './workflow-place.ts'

const expectTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const bottomOf = (box: { y: number; height: number } | null): number => (box ? box.y + box.height : Infinity)

beforeAll(openConsole, OPEN_MILLIS)

test('a deep link asks for a sign-in, and then is the page that was asked for', async () => {
  const here = await office()
  const { id, shortId } = await here.addTask('Replace the kitchen tap')
  const { page, complaints } = await watched(await visitor({ size: 'desktop' }))
  await page.goto(`${here.url}/w/${here.workspaceId}/tasks/${id}`)
  await expectTitle(page, 'Sign in')
  await signIn(page, await here.person())
  await expectTitle(page, shortId)
  await page.getByRole('heading', { name: 'Replace the kitchen tap' }).waitFor()
  await page.reload()
  await expectTitle(page, shortId)
  expect(complaints).toEqual([])
})

test('a wrong password is said; after signing out nothing is left to see, in any tab', async () => {
  const here = await office()
  const person = await here.person()
  await here.addTask('Linen')
  const { page, context } = await here.desk(person, 'tasks')
  const other = await context.newPage()
  await other.goto(`${here.url}/w/`)
  await expectTitle(other, 'Today')
  await page.bringToFront()
  await page.getByRole('link', { name: 'Linen' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  await page.getByRole('dialog').getByRole('combobox').fill('urg')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  // In sight without scrolling, in a low window too, where the last of the areas is scrolled to.
  const out = page.getByRole('button', { name: 'Sign out' })
  for (const height of [800, 480]) {
    await page.setViewportSize({ width: 1280, height })
    await expect.poll(async () => bottomOf(await out.boundingBox())).toBeLessThanOrEqual(height)
  }
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Settings' }).hover()
  expect(bottomOf(await out.boundingBox())).toBeLessThanOrEqual(480)
  await out.click()
  await expectTitle(page, 'Sign in')
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await expectTitle(other, 'Sign in')
  await page.reload()
  await expectTitle(page, 'Sign in')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The e-mail or the password is wrong.').waitFor()
})

test('signing out while the server is away: nothing is left to see, and the session is ended when it is back', async () => {
  const here = await office()
  const person = await here.person()
  const { page, context } = await here.desk(person, 'tasks')
  await expectTitle(page, 'Tasks')
  await context.route('**/api/app/v1/session', (call) =>
    call.request().method() === 'DELETE' ? call.abort() : call.continue(),
  )
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectTitle(page, 'Sign in')
  // The cookie is still good, but it is of somebody who has left.
  const other = await context.newPage()
  await other.goto(`${here.url}/w/${here.workspaceId}/tasks`)
  await expectTitle(other, 'Sign in')
  const ends = () =>
    many<{ because: string | null }>(
      here.runtime.database.pool,
      sql`select ended_because as because from sessions where user_id = ${person.userId} order by created_at desc`,
    )
  const [open] = await ends()
  expect(open?.because).toBeNull()
  await context.unrouteAll()
  await expect.poll(async () => (await ends())[0]?.because).toBe('signed out')
  await signIn(other, person)
  await expectTitle(other, 'Tasks')
  await other.reload()
  await expectTitle(other, 'Tasks')
})

test('signing out with something on its way: whoever signs in again sees what is, and waits for none of it', async () => {
  const here = await office()
  const person = await here.person()
  const { id } = await here.addTask('Linen')
  const { page } = await here.desk(person, `tasks/${id}`)
  const priority = (name: string) => page.getByRole('button', { name: `Priority ${name}` })
  const choose = async (from: string, to: string): Promise<void> => {
    await priority(from).click()
    await page.getByRole('dialog').getByRole('combobox').fill(to)
    await page.keyboard.press('Enter')
    await priority(to).waitFor()
  }
  // The first of them is never answered.
  const unsent = (call: Request) => call.method() === 'PATCH' && call.postDataJSON().priority === 'URGENT'
  await page.route('**/tasks/*', (call) => (unsent(call.request()) ? undefined : call.continue()))
  await choose('Normal', 'Urgent')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectTitle(page, 'Sign in')
  await signIn(page, person)
  await priority('Normal').waitFor()
  await choose('Normal', 'Watch')
  await expect.poll(async () => (await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('WATCH')
})

test('scripts find no token in the browser’s storage, and several tabs at once stay signed in', async () => {
  const here = await office()
  const { page, context } = await here.desk(await here.person(), 'tasks')
  await expectTitle(page, 'Tasks')
  const found = await page.evaluate(`JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])`)
  expect(found).not.toMatch(/inr_|eyJ/)
  const tabs = await Promise.all([1, 2, 3, 4].map(() => context.newPage()))
  await Promise.all(tabs.map((tab) => tab.goto(`${here.url}/w/${here.workspaceId}/tasks`)))
  for (const tab of tabs) await expectTitle(tab, 'Tasks')
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const tab of tabs) await expectTitle(tab, 'Tasks')
})

test('a session that is ended in mid-use leads to the sign-in with its reason, and back to the same page', async () => {
  const here = await office()
  const person = await here.person()
  const { shortId, id } = await here.addTask('Linen')
  const { page } = await here.desk(person, `tasks/${id}`)
  await expectTitle(page, shortId)
  const comment = page.getByRole('textbox', { name: 'Write a comment' })
  await comment.fill('The spare key is under the pot')
  await run(
    here.runtime.database.pool,
    sql`update sessions set ended_at = now(), ended_because = 'password changed' where user_id = ${person.userId}`,
  )
  // Nobody touches anything: the stream hears of it.
  await page.getByText('The password of this account was changed').waitFor()
  expect(page.url()).toContain(`/tasks/${id}`)
  // Whoever was here need not write it again.
  const email = page.getByLabel('E-mail')
  expect(await email.inputValue()).toBe(person.email)
  await page.locator('input[name=password]:focus').waitFor()
  // What was being written is theirs: nobody else who signs in here sees it, and they find it again.
  await signIn(page, await here.person())
  await expectTitle(page, shortId)
  await expect.poll(() => comment.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectTitle(page, 'Sign in')
  expect(await email.inputValue()).toBe('')
  await signIn(page, person)
  await expectTitle(page, shortId)
  await expect.poll(() => comment.inputValue()).toBe('The spare key is under the pot')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await here.asAdmin.get(`/tasks/${id}/comments`)).body.items.length).toBe(1)
  await page.reload()
  await page.getByText('The spare key is under the pot').waitFor()
  expect(await comment.inputValue()).toBe('')
})

test('pages of another role are not shown, and not in the bar', async () => {
  const here = await office()
  const { page } = await here.desk(await here.person('member'), 'settings/keys')
  await expectTitle(page, 'This is not for your role')
  await expect.poll(() => page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Tasks', exact: true }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('key')
  await page.getByRole('option', { name: 'Show the keys' }).waitFor()
  expect(await page.getByRole('option', { name: 'API keys' }).count()).toBe(0)
})

test('one changes one’s own password, and is told what is wrong with it', async () => {
  const here = await office()
  const person = await here.person('member')
  const { page } = await here.desk(person, 'tasks')
  await page.getByRole('link', { name: person.fullName }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  const sheet = page.getByRole('dialog', { name: 'Change password' })
  await sheet.getByLabel('Current password').fill('not this one')
  await sheet.getByLabel('New password').fill('a new one for the sea')
  await sheet.getByRole('button', { name: 'Change password' }).click()
  await sheet.getByText('This is not the current password.').waitFor()
  await sheet.getByLabel('Current password').fill(PASSWORD)
  await sheet.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The password is changed.').waitFor()
  await page.reload()
  await expectTitle(page, 'What you want to hear of')
})

test('the palette finds homes, people, guests, articles and automations by their name, and signs out', async () => {
  const here = await office()
  const person = await here.person()
  await here.asAdmin.post('/articles', { title: 'Boiler of the lighthouse', body: 'Press twice.' })
  const { body: guest } = await here.asAdmin.post('/contacts', { fullName: 'Grace Guest' })
  const stay = { status: 'CONFIRMED', checkinDate: '2026-12-01', checkoutDate: '2026-12-05' }
  await here.asAdmin.post('/reservations', { ...stay, propertyId: here.propertyId, contactId: guest.id })
  const workflowId = await publish(here, 'do: [{ note: { set: { done: true } } }]')
  const { page } = await here.desk(person, 'tasks')
  const look = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(text)
  }
  await look('boiler')
  await page.getByRole('option', { name: 'Boiler of the lighthouse Article' }).click()
  await expectTitle(page, 'Boiler of the lighthouse')
  await look('farol')
  await page.getByRole('option', { name: 'Casa do Farol Property' }).click()
  await page.waitForURL(`**/properties/${here.propertyId}`)
  await look('flow')
  await page.getByRole('option', { name: 'Flow Automation' }).click()
  await page.waitForURL(`**/workflows/${workflowId}*`)
  await look('grace')
  await page.getByRole('option', { name: 'Grace Guest Guest · Casa do Farol' }).click()
  await page.waitForURL(`**/properties/${here.propertyId}`)
  await look(person.fullName)
  await page.getByRole('option', { name: `${person.fullName} Person` }).waitFor()
  await look('sign out')
  await page.keyboard.press('Enter')
  await page.locator('input[name=password]').waitFor()
})

test('a role that changes in mid-use changes what is shown, without a reload', async () => {
  const here = await office()
  const person = await here.person('member')
  const { page } = await here.desk(person, 'tasks')
  await expectTitle(page, 'Tasks')
  await here.asAdmin.patch(`/members/${person.membershipId}`, { role: 'admin' })
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await here.asAdmin.patch(`/members/${person.membershipId}`, { role: 'member' })
  await page.getByRole('link', { name: 'Settings' }).waitFor({ state: 'detached' })
  await here.asAdmin.delete(`/members/${person.membershipId}`)
  await expectTitle(page, 'You are not in this workspace')
})

test('an address of nothing, a workspace one is not in, no workspace at all', async () => {
  const here = await office()
  const person = await here.person()
  const { page } = await here.desk(person, 'nowhere')
  await expectTitle(page, 'There is nothing here')
  await page.getByRole('link', { name: 'Calendar' }).waitFor()
  await page.goto(`${here.url}/w/somewhere-else/tasks`)
  await expectTitle(page, 'You are not in this workspace')
  await page.goto(`${here.url}/w/${here.workspaceId}/tasks/0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90`)
  await expectTitle(page, 'There is nothing here')
  for (const malformed of ['tasks/abc', 'properties/x', 'people/x', 'settings/hooks/x']) {
    await page.goto(`${here.url}/w/${here.workspaceId}/${malformed}`)
    await expectTitle(page, 'There is nothing here')
  }
  await here.asAdmin.delete(`/members/${person.membershipId}`)
  await page.goto(`${here.url}/`)
  await expectTitle(page, 'You are in no workspace')
})

test('from one workspace to another, by the bar and by the palette', async () => {
  const here = await office()
  const there = await office()
  const person = await here.person()
  await join(there, person)
  const { body: mine } = await here.asAdmin.get('')
  const { body: theirs } = await there.asAdmin.get('')
  const { page } = await here.desk(person, 'tasks')
  await page.getByRole('button', { name: mine.name }).click()
  await page.getByRole('option', { name: theirs.name }).click()
  await page.waitForURL(`**/w/${there.workspaceId}/tasks`)
  await page.getByRole('button', { name: theirs.name }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('switch')
  await page.getByRole('option', { name: mine.name }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/w/${here.workspaceId}/tasks`)
})

test('plain letters find another workspace in the palette and an automation in its list, whatever their accents', async () => {
  const here = await office()
  const there = await office()
  const person = await here.person()
  await join(there, person)
  expect((await there.asAdmin.patch('', { name: 'Casas de Évora' })).status).toBe(200)
  for (const name of ['Fundão', 'Lagoa']) await here.asKey.post('/workflows', { name, text: 'do: []' })
  const { page } = await here.desk(person, 'workflows?q=fundao')
  await page.getByRole('link', { name: 'Fundão' }).waitFor()
  expect(await page.getByRole('link', { name: 'Lagoa' }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('evora')
  await page.getByRole('option', { name: 'Casas de Évora' }).click()
  await page.waitForURL(`**/w/${there.workspaceId}/tasks`)
})

test('without connection it says so, keeps what was changed, and sends it afterwards', async () => {
  const here = await office()
  const { id } = await here.addTask('Linen')
  const { page, context } = await here.desk(await here.person(), `tasks/${id}`)
  await page.getByRole('button', { name: 'Priority Normal' }).waitFor()
  await context.setOffline(true)
  await page.getByText('No connection').waitFor()
  await page.keyboard.press('p')
  await page.getByRole('dialog').getByRole('combobox').fill('urg')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Priority Urgent' }).waitFor()
  expect((await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('NORMAL')
  // An area that was not opened yet cannot be loaded: that is said in its place, and the rest stays.
  let loads = 0
  page.on('load', () => loads++)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('main').getByRole('heading', { name: 'No connection' }).waitFor()
  await page.getByRole('link', { name: 'Tasks', exact: true }).waitFor()
  expect(loads).toBe(0)
  await context.setOffline(false)
  await expect.poll(async () => (await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('URGENT')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Calendar' }).waitFor()
  await page.getByText('No connection').waitFor({ state: 'detached' })
})

test('the keys are shown, and single ones can be switched off', async () => {
  const here = await office()
  const { page } = await here.desk(await here.person(), 'tasks')
  await expectTitle(page, 'Tasks')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expectTitle(page, 'Today')
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Single keys work' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await expectTitle(page, 'Today')
})
