import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { DeskQuery } from '#modules/tasks/desk-list.schema.ts'
import { expectSeen, office, openConsole, OPEN_MILLIS, type Office } from './console-stage.ts'
import { photograph } from './pages-photos.ts'
import { ANY } from './workflow-place.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'

beforeAll(openConsole, OPEN_MILLIS)

const taskOf = async (here: Office, id: string) =>
  (await here.asKey.get(`/tasks/${id}?include=checklist,attachments`)).body

async function addItem({ runtime, workspaceId }: Office, taskId: string, kind: string, title: string): Promise<void> {
  await run(
    runtime.database.pool,
    sql`
    insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
    values (${workspaceId}, ${newId()}, ${taskId}, ${kind}, ${title}, true, true, 1, now())`,
  )
}

/** Puts a picture on the page as the clipboard or a folder would. */
async function give(page: Page, how: 'paste' | 'drop', bytes: Buffer, name: string): Promise<void> {
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (each) => each.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], '${name}', { type: 'image/jpeg' }))
    const about = { bubbles: true, cancelable: true }
    document.dispatchEvent(
      '${how}' === 'paste'
        ? new ClipboardEvent('paste', { ...about, clipboardData: data })
        : new DragEvent('drop', { ...about, dataTransfer: data }),
    )
  })()`)
}

test('photos are chosen, pasted and dropped; what fails is said and tried again, once', async () => {
  const here = await office()
  const { id } = await here.addTask('Pool')
  const { page, complaints } = await here.desk(await here.person('member'), `tasks/${id}`)
  const { buffer } = await photograph('bath')
  await page.getByLabel('Add photos').setInputFiles({ name: 'chosen.jpg', mimeType: 'image/jpeg', buffer })
  const photos = page.getByRole('region', { name: 'Photos' })
  await photos.getByRole('img').first().waitFor()

  await page.route('**/photos', (call) => call.abort())
  await give(page, 'paste', buffer, 'pasted.jpg')
  await photos.getByText('Not sent').waitFor()
  await page.unroute('**/photos')
  await page.route('**/photos', (call) =>
    call.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"Just a moment."}' }),
  )
  await photos.getByRole('button', { name: 'Try again' }).click()
  await photos.getByText('Not sent: Just a moment.').waitFor()
  await page.unroute('**/photos')
  await photos.getByRole('button', { name: 'Try again' }).click()
  await photos.getByRole('img').nth(1).waitFor()
  await give(page, 'drop', buffer, 'dropped.jpg')
  await photos.getByRole('img').nth(2).waitFor()
  expect((await taskOf(here, id)).attachments).toHaveLength(3)
  await give(page, 'drop', Buffer.from('not a picture'), 'no.jpg')
  await photos.getByText('Not sent').waitFor()
  await photos.getByRole('button', { name: 'Put away no.jpg' }).click()
  await expect.poll(() => photos.getByText('Not sent').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('items of every kind are answered and taken back, on a phone too, and their titles are text', async () => {
  const here = await office()
  const { id } = await here.addTask('Turnover')
  const kinds = ['CHECK', 'CONDITION', 'COUNT', 'TEXT', 'YES_NO', 'RATING', 'PHOTO']
  for (const kind of kinds) await addItem(here, id, kind, `${kind} ${HTML}`)
  const { page, complaints } = await here.desk(await here.person('member'), `tasks/${id}`, { size: 'phone' })
  const item = (kind: string) => page.getByRole('listitem').filter({ hasText: `${kind} ${HTML}` })
  const checkbox = item('CHECK').getByRole('checkbox')
  await checkbox.click()
  await item('CONDITION').getByRole('radio', { name: 'Poor' }).check()
  await item('CONDITION').getByRole('textbox').fill('Scratched')
  await item('YES_NO').getByRole('radio', { name: 'No' }).check()
  await item('RATING').getByRole('radio', { name: '4 stars' }).check()
  for (let count = 0; count < 3; count++) await item('COUNT').getByRole('button', { name: 'One more' }).click()
  await item('TEXT').getByRole('textbox').fill('40 kWh')
  await item('TEXT').getByRole('textbox').blur()
  const { buffer } = await photograph('hall')
  await item('PHOTO').locator('input[type=file]').setInputFiles({ name: 'room.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByText('7 of 7 done').waitFor()
  const answers = async () =>
    Object.fromEntries(
      (await taskOf(here, id)).checklist.map(({ kind, answer }: { kind: string; answer: unknown }) => [kind, answer]),
    )
  await expect.poll(answers).toEqual({
    CHECK: { done: true },
    CONDITION: { value: 'POOR', note: 'Scratched' },
    COUNT: { count: 3 },
    TEXT: { text: '40 kWh' },
    YES_NO: { yes: false },
    RATING: { stars: 4 },
    PHOTO: null,
  })
  await item('CHECK').getByText('CHECK', { exact: false }).click()
  for (const kind of ['CONDITION', 'YES_NO', 'TEXT'])
    await item(kind).getByRole('button', { name: 'Take back' }).click()
  await page.getByText('3 of 7 done').waitFor()
  await expect.poll(answers).toMatchObject({ CHECK: null, CONDITION: null, YES_NO: null, TEXT: null })
  expect(await page.title()).not.toBe('owned')
  expect(complaints).toEqual([])

  // What is refused stays in its field, and a count goes out though one leaves at once.
  await page.route('**/answer', (call) => call.fulfill({ status: 422, body: '{"detail":"Not today.","code":"x"}' }))
  await item('TEXT').getByRole('textbox').fill('A long story')
  await item('TEXT').getByRole('textbox').blur()
  await page.getByText('Not changed.').waitFor()
  await expect.poll(() => item('TEXT').getByRole('textbox').inputValue()).toBe('A long story')
  await page.unroute('**/answer')
  await item('COUNT').getByRole('button', { name: 'One more' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(answers).toMatchObject({ COUNT: { count: 4 } })
})

test('two people write the same: nothing is overwritten, and whoever came second chooses', async () => {
  const here = await office()
  const { id, shortId } = await here.addTask('Old title')
  const { page } = await here.desk(await here.person(), `tasks/${id}`)
  const write = async (title: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill(title)
  }
  // Another field: what is written stays while the page learns of it, and both changes stand.
  await write('My title')
  await here.asKey.patch(`/tasks/${id}`, { priority: 'HIGH' })
  await page.getByRole('button', { name: 'Priority High' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await taskOf(here, id)).title).toBe('My title')
  expect((await taskOf(here, id)).priority).toBe('HIGH')
  // The same field: it is asked.
  await page.getByRole('heading', { name: 'My title' }).waitFor()
  await write('My second title')
  await here.asKey.patch(`/tasks/${id}`, { title: `Theirs ${HTML}` })
  await page.getByRole('button', { name: 'Save' }).click()
  const sheet = page.getByRole('dialog', { name: `${shortId} was changed meanwhile` })
  await sheet.getByText(`Theirs ${HTML}`).waitFor()
  await sheet.getByText('My second title').waitFor()
  await sheet.getByRole('button', { name: 'Leave it as it is' }).click()
  await page.getByRole('heading', { name: `Theirs ${HTML}` }).waitFor()
  expect((await taskOf(here, id)).title).toBe(`Theirs ${HTML}`)
  expect(await page.title()).not.toBe('owned')
  // By key, over what somebody else has just done, and on purpose.
  await page.keyboard.press('s')
  await page.getByRole('dialog').getByRole('combobox').fill('in prog')
  await here.asKey.patch(`/tasks/${id}`, { status: 'CLOSED' })
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: `${shortId} was changed meanwhile` })
    .getByText('Closed')
    .waitFor()
  await page.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(async () => (await taskOf(here, id)).status).toBe('IN_PROGRESS')
})

test('a change of many is taken back, each to what it was', async () => {
  const here = await office()
  const [one, other] = [
    await here.addTask('One', { priority: 'LOW' }),
    await here.addTask('Other', { priority: 'HIGH' }),
  ]
  const { page } = await here.desk(await here.person(), 'tasks')
  for (const title of ['One', 'Other']) {
    await page.getByRole('listitem').filter({ hasText: title }).getByRole('checkbox').check()
  }
  await page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('urg')
  await page.keyboard.press('Enter')
  await page.getByText('2 tasks changed.').waitFor()
  expect([(await taskOf(here, one.id)).priority, (await taskOf(here, other.id)).priority]).toEqual(['URGENT', 'URGENT'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Changes of 2 tasks taken back.').waitFor()
  expect([(await taskOf(here, one.id)).priority, (await taskOf(here, other.id)).priority]).toEqual(['LOW', 'HIGH'])
})

test('the sheet has every filter of the API with every value of it', async () => {
  const here = await office()
  const parent = await here.addTask('Whole')
  await here.addTask('Part of it', { parentTaskId: parent.id })
  await here.addTask('Something else')
  const { page } = await here.desk(await here.person(), 'tasks')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Part of').waitFor()
  const names = await sheet
    .locator('[name]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('name') ?? ''))
  const { limit: _l, offset: _o, include: _i, ...filters } = DeskQuery.properties
  expect(names.toSorted()).toEqual(Object.keys(filters).toSorted())
  for (const [name, schema] of Object.entries(filters)) {
    const values = (schema as { enum?: string[] }).enum
    if (!values) continue
    const options = await sheet
      .locator(`select[name=${name}] option`)
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('value') ?? ''))
    expect(options.filter(Boolean).toSorted(), name).toEqual(values.toSorted())
  }
  await sheet.getByLabel('Part of').fill(parent.shortId.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Show the list' }).click()
  await page.getByText('1 task', { exact: true }).waitFor()
  await expectSeen(page.getByRole('button', { name: `Take away: Part of ${parent.shortId}` }))
})

test('a view of what was deleted says so, and is named while its own end is asked for, on a phone too', async () => {
  const here = await office()
  const { id: homeId } = await here.make.property({ name: 'Sold soon' })
  const view = { area: 'tasks', name: 'Of the sold one', filters: `propertyId=${homeId}`, isShared: true }
  await here.asAdmin.post('/saved-views', view)
  await here.asKey.delete(`/properties/${homeId}`)
  const { page } = await here.desk(await here.person('manager'), 'tasks', { size: 'phone' })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Of the sold one Everybody' }).click()
  await page.getByRole('button', { name: 'Take away: Property: no longer there' }).waitFor()
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const chosen = page.getByRole('dialog').getByLabel('Property').locator('option:checked')
  await expect.poll(() => chosen.textContent()).toBe('no longer there')
  await page.getByRole('button', { name: 'Show the list' }).click()

  await page.getByRole('button', { name: 'Of the sold one' }).click()
  await page.getByRole('button', { name: 'Delete the view Of the sold one' }).click()
  await page.getByRole('button', { name: 'Delete: Delete the view Of the sold one' }).waitFor()
  const name = page.getByRole('dialog').getByText('Of the sold one', { exact: true })
  expect((await name.boundingBox())?.width).toBeGreaterThan(100)
})

test('a view with a long name leaves room for its buttons; what is typed stays when another deletes it', async () => {
  const here = await office()
  const name = 'Urgent things that somebody must look at before noon'
  const view = { area: 'tasks', filters: 'priority=URGENT', isShared: true }
  await here.asAdmin.post('/saved-views', { ...view, name })
  const { body: other } = await here.asAdmin.post('/saved-views', { ...view, name: 'Late' })
  const { page } = await here.desk(await here.person('manager'), 'tasks', { size: 'phone' })
  await page.getByRole('button', { name: 'Views' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: `Change the view ${name}` }).click()
  await sheet.getByLabel('Name').waitFor()
  const isCut = await sheet.evaluate((element) => element.scrollWidth > element.clientWidth)
  expect(isCut).toBe(false)
  await sheet.getByRole('button', { name: `Delete the view ${name}` }).click()
  await sheet.getByRole('button', { name: `Delete: Delete the view ${name}` }).click()
  await sheet.getByLabel('Save these filters as').waitFor()
  expect(await sheet.getByLabel('Name', { exact: true }).count()).toBe(0)

  await sheet.getByRole('button', { name: 'Change the view Late' }).click()
  await sheet.getByLabel('Name', { exact: true }).fill('Late, and all of it')
  await here.asAdmin.delete(`/saved-views/${other.id}`, ANY)
  await sheet.getByText('No view is saved yet').waitFor()
  expect(await sheet.getByLabel('Name', { exact: true }).inputValue()).toBe('Late, and all of it')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await sheet.getByText('Not changed.').waitFor()
})

test('a view that is saved late leaves the form of the next one open, and one that is chosen ends the form', async () => {
  const here = await office()
  const views = { First: 'priority=URGENT', Second: 'priority=LOW' }
  for (const [name, filters] of Object.entries(views))
    await here.asAdmin.post('/saved-views', { area: 'tasks', filters, isShared: true, name })
  const { page } = await here.desk(await here.person('manager'), 'tasks')
  const slow = Promise.withResolvers<void>()
  await page.route('**/saved-views/*', async (call) => {
    await slow.promise
    await call.continue()
  })
  await page.getByRole('button', { name: 'Views' }).click()
  const sheet = page.getByRole('dialog')
  const name = sheet.getByLabel('Name', { exact: true })
  await sheet.getByRole('button', { name: 'Change the view First' }).click()
  await name.fill('First of all')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await sheet.getByRole('button', { name: 'Change the view Second' }).click()
  await name.fill('Second to none')
  slow.resolve()
  await sheet.getByRole('button', { name: 'Change the view First of all' }).waitFor()
  expect(await name.inputValue()).toBe('Second to none')

  await sheet.getByRole('button', { name: /^Second/ }).click()
  await page.getByRole('button', { name: 'Second', exact: true }).click()
  await sheet.getByLabel('Save these filters as').waitFor()
})
