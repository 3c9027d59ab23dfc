import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectSeen, office, openConsole, OPEN_MILLIS } from './console-stage.ts'

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const picker = (page: Page) => page.getByRole('dialog').getByRole('combobox')

async function pick(page: Page, text: string): Promise<void> {
  await picker(page).fill(text)
  await page.getByRole('option', { name: new RegExp(`^${text}`, 'i') }).waitFor()
  await page.keyboard.press('Enter')
}

beforeAll(openConsole, OPEN_MILLIS)

test('two people at two desks see each other’s changes at once', async () => {
  const here = await office()
  const { id, shortId } = await here.addTask('Pool pump')
  const [one, other] = await Promise.all([
    here.desk(await here.person(), `tasks/${id}`),
    here.desk(await here.person('member'), 'tasks'),
  ])
  await row(other.page, 'Pool pump').getByText('Open').waitFor()
  await one.page.getByRole('heading', { level: 1, name: shortId }).waitFor()
  await one.page.keyboard.press('s')
  await pick(one.page, 'in prog')
  await row(other.page, 'Pool pump').getByText('In progress').waitFor()
  await other.page.getByRole('link', { name: 'Pool pump' }).click()
  await other.page.getByRole('textbox', { name: 'Write a comment' }).fill('On my way')
  await other.page.getByRole('button', { name: 'Send' }).click()
  await one.page.getByText('On my way').waitFor()
  await here.addTask('Brand new')
  await other.page.goBack()
  await expectSeen(row(other.page, 'Brand new'))
})

test('by keyboard: through the list, assign, date, status, open and back to the same place', async () => {
  const here = await office()
  const { id } = await here.addTask('First made')
  await here.addTask('Second made')
  const me = await here.person()
  const { page, complaints } = await here.desk(me, 'tasks')
  await row(page, 'First made').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await pick(page, 'me')
  await row(page, 'First made').getByText(me.fullName).waitFor()
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await row(page, 'First made').getByText('Scheduled').waitFor()
  await page.keyboard.press('p')
  await pick(page, 'urgent')
  await row(page, 'First made').getByText('Urgent').waitFor()
  // The row shows it before it is stored.
  await expect
    .poll(async () => (await here.asKey.get(`/tasks/${id}?include=assignees`)).body)
    .toMatchObject({ priority: 'URGENT', status: 'SCHEDULED', assignees: [{ userId: me.userId }] })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'First made' }).waitFor()
  await page.getByText('changed it: Given to').waitFor()
  await page.getByText(`Given to: ${me.fullName}`).waitFor()
  await page.getByText('Priority: Normal → Urgent').waitFor()
  // Out of what is being written first, then out of the page.
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Half a sentence')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('textbox', { name: 'Write a comment' }).inputValue()).toBe('Half a sentence')
  await page.keyboard.press('Escape')
  await row(page, 'Second made').waitFor()
  await page.keyboard.press('z')
  await expect.poll(async () => (await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('NORMAL')
  // Two quick ones go in line: the second waits for the answer to the first.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'First made' }).waitFor()
  const slow = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route('**/tasks/*', (call) => {
    if (call.request().method() !== 'PATCH') return call.continue()
    sent.push(call.request().postDataJSON().priority)
    return slow.promise.then(() => call.continue())
  })
  for (const priority of ['High', 'Urgent']) {
    await page.getByRole('button', { name: /^Priority/ }).click()
    await pick(page, priority)
    await page.getByRole('button', { name: `Priority ${priority}` }).waitFor()
    // What others do meanwhile is seen, and hides nothing of it.
    await here.asKey.patch(`/tasks/${id}`, { title: `First made, then ${priority}` })
    await page.getByRole('heading', { name: `First made, then ${priority}` }).waitFor()
    expect(await page.getByRole('button', { name: `Priority ${priority}` }).count()).toBe(1)
  }
  // The list stands in the same line as the page.
  await page.keyboard.press('Escape')
  await row(page, 'First made').getByText('Urgent', { exact: true }).waitFor()
  await page.keyboard.press('p')
  await pick(page, 'watch')
  await row(page, 'First made').getByText('Watch').waitFor()
  expect(sent).toEqual(['HIGH'])
  slow.resolve()
  // Once more each, on the basis of what the one before has left.
  await expect.poll(() => [...new Set(sent)]).toEqual(['HIGH', 'URGENT', 'WATCH'])
  await expect.poll(async () => (await here.asKey.get(`/tasks/${id}`)).body.priority).toBe('WATCH')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Priority Watch' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  // Given to nobody: whoever helps does not have it then.
  const helper = await here.person('member')
  await here.asKey.patch(`/tasks/${id}`, { secondaryAssigneeIds: [helper.userId] })
  await page.getByRole('button', { name: new RegExp(`^Given to .*${helper.fullName}`) }).waitFor()
  await page.keyboard.press('a')
  await pick(page, 'Nobody')
  await page.getByRole('button', { name: 'Given to Nobody' }).waitFor()
  await expect.poll(async () => (await here.asKey.get(`/tasks/${id}?include=assignees`)).body.assignees).toEqual([])
  expect(complaints).toEqual([])
})

test('what is refused goes back to what it was, with the reason', async () => {
  const here = await office()
  const { id } = await here.addTask('Inspect')
  await here.asKey.post(`/tasks/${id}/checklist-items`, {
    externalSource: 'rapideye',
    externalId: `i-${id}`,
    actionUrl: 'https://inspections.example/1',
    blocksCompletion: true,
    title: 'Finish the inspection',
  })
  const part = await here.addTask('A part', { parentTaskId: id })
  const { page } = await here.desk(await here.person(), `tasks/${id}`)
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'cannot be completed yet' })
  await note.getByText('Finish the inspection').waitFor()
  await note.getByRole('link', { name: 'A part' }).waitFor()
  await page.getByRole('button', { name: 'Status Open' }).waitFor()
  await note.getByRole('link', { name: 'A part' }).click()
  await page.getByRole('heading', { level: 1, name: part.shortId }).waitFor()

  await page.route('**/tasks/*', (call) =>
    call.request().method() === 'PATCH'
      ? call.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          body: '{"detail":"Not on a Sunday.","code":"x"}',
        })
      : call.continue(),
  )
  await page.keyboard.press('p')
  await pick(page, 'high')
  await page.getByText('Not changed. Not on a Sunday.').waitFor()
  await expectSeen(page.getByRole('button', { name: 'Priority Normal' }))
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('A long story')
  await page.getByRole('button', { name: 'Save' }).click()
  // First it is shown as if it were done, then it stands in the form again.
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('A long story')
  // Nor is it lost on the way back.
  await page.evaluate('history.back()')
  await page.getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('A long story')
})

test('every filter is in the address: a reload, a saved view and a link show the same', async () => {
  const here = await office()
  await here.addTask('Tap in the kitchen', { priority: 'URGENT' })
  await here.addTask('Tap in the bath')
  await here.addTask('Linen')
  const { page, context } = await here.desk(await here.person(), 'tasks')
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('tap')
  await page.getByText('2 tasks').waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByLabel('Priority').selectOption('URGENT')
  await page.getByRole('dialog').getByLabel('Property').selectOption('Casa do Farol')
  await page.getByRole('button', { name: 'Show the list' }).click()
  await page.getByText('1 task', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Take away: Priority: Urgent' }).waitFor()
  await page.reload()
  await page.getByText('1 task', { exact: true }).waitFor()
  await row(page, 'Tap in the kitchen').waitFor()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save these filters as').fill('Urgent taps')
  await page.getByRole('checkbox', { name: 'For everybody' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Urgent taps Everybody' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Urgent taps' }).waitFor()

  const other = await here.desk(await here.person('member'), 'tasks')
  await other.page.getByRole('button', { name: 'Views' }).click()
  await other.page.getByRole('button', { name: 'Urgent taps Everybody' }).click()
  await other.page.getByText('1 task', { exact: true }).waitFor()
  const tab = await context.newPage()
  await tab.goto(other.page.url())
  await row(tab, 'Tap in the kitchen').waitFor()
  await tab.getByRole('button', { name: 'Take away: Priority: Urgent' }).click()
  await expectSeen(tab.getByText('2 tasks'))
  // What a link says that nobody understands is told, and the rest of it holds.
  await tab.goto(`${here.url}/w/${here.workspaceId}/tasks?q=tap&priority=URGNT&isOpen=true`)
  const lost = tab.getByText('Not understood in this link, and left out: priority=URGNT', { exact: true })
  await lost.waitFor()
  await expectSeen(tab.getByText('2 tasks'))
  await tab.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await lost.waitFor({ state: 'detached' })
  expect(new URL(tab.url()).search).toBe('?q=tap&isOpen=true')
  for (const [path, heading, part] of [
    ['today?date=tomorrow&by=person', 'Today', 'date=tomorrow'],
    ['approvals?whose=yours', 'Approvals', 'whose=yours'],
  ] as const) {
    await tab.goto(`${here.url}/w/${here.workspaceId}/${path}`)
    await tab.getByText(`left out: ${part}`).waitFor()
    await tab.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
})

test('many at once: what goes through is changed, what is refused is said, and deleting can be undone', async () => {
  const here = await office()
  const blocked = await here.addTask('Blocked one')
  await here.addTask('Its part', { parentTaskId: blocked.id })
  await here.addTask('Free one')
  const { page } = await here.desk(await here.person('manager'), 'tasks')
  for (const title of ['Blocked one', 'Free one']) await row(page, title).getByRole('checkbox').check()
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('p')
  await pick(page, 'urgent')
  await page.getByText('2 tasks changed.').waitFor()
  for (const title of ['Blocked one', 'Free one']) {
    await row(page, title).getByText('Urgent').waitFor()
    await row(page, title).getByRole('checkbox').check()
  }
  await page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: 'Status' }).click()
  await pick(page, 'completed')
  await page.getByText('1 task was not changed').waitFor()
  await page.getByText('1 task changed.').waitFor()
  await row(page, 'Free one').getByText('Completed').waitFor()
  await row(page, 'Blocked one').getByText('Open').waitFor()
  // What was refused is still selected, for another try.
  await page.getByText('1 selected').waitFor()
  await row(page, 'Blocked one').getByRole('checkbox').uncheck()
  await row(page, 'Free one').getByRole('checkbox').check()
  // What is said does not lie over the bar.
  const bar = page.getByRole('region', { name: 'Selected tasks' })
  const lowest = page.getByRole('button', { name: 'Put away' }).last()
  const isAbove = async (): Promise<boolean> => {
    const [said, below] = [await lowest.boundingBox(), await bar.boundingBox()]
    return said !== null && below !== null && said.y + said.height <= below.y
  }
  await expect.poll(isAbove).toBe(true)
  await page.getByRole('button', { name: 'Delete' }).click()
  await row(page, 'Free one').waitFor({ state: 'detached' })
  // The bar goes when it is said: what is said last is how to take this back.
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expectSeen(row(page, 'Free one'))
})

test('a task is made, filled and finished at a desk', async () => {
  const here = await office()
  const other = await here.person('member')
  const { page, complaints } = await here.desk(await here.person(), 'tasks')
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Paint the hallway')
  await page.getByLabel('Description').fill('White, two coats.')
  await page.getByLabel('Property').selectOption('Casa do Farol')
  await page.getByLabel('Given to').selectOption(other.fullName)
  // Whoever is impatient makes one task all the same.
  const slow = Promise.withResolvers<void>()
  await page.route('**/tasks', (call) => slow.promise.then(() => call.continue()))
  await page.evaluate('for (let count = 0; count < 2; count++) document.forms[0].requestSubmit()')
  await page.getByRole('button', { name: 'Create task', disabled: true }).waitFor()
  await page.getByRole('button', { name: 'Create task' }).click({ force: true })
  await page.getByLabel('Title').press('Enter')
  slow.resolve()
  await page.getByRole('heading', { name: 'Paint the hallway' }).waitFor()
  await page.unroute('**/tasks')
  const { body } = await here.asKey.get('/tasks')
  expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Paint the hallway'])
  await page.getByRole('textbox', { name: 'Add an item' }).fill('Cover the floor')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Cover the floor' }).click()
  await page.getByText('1 of 1 done').waitFor()
  await page.getByRole('button', { name: 'Add a cost' }).click()
  await page.getByLabel('What for').fill('Paint')
  await page.getByLabel('Amount').fill('42.50')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('€42.50').first().waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Add a cost')
  await here.asAdmin.post('/completion-rules', { departmentId: here.departmentId, requires: 'summary' })
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  // What is missing is said where it is written.
  await page.getByRole('dialog').getByRole('alert').getByText('A summary is needed.').waitFor()
  await page.getByLabel('Summary').fill('Two coats, dry by noon.')
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('button', { name: 'Status Completed' }).waitFor()
  await page.getByText('Two coats, dry by noon.').waitFor()
  await page.getByText('Notifications: done').first().waitFor()
  await page.getByText('created the task').waitFor()
  expect(complaints).toEqual([])
})
