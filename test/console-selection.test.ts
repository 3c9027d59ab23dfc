import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'

const box = (page: Page, shortId: string) => page.getByRole('checkbox', { name: `Select ${shortId}`, exact: true })
const told = (page: Page, sentence: string) => page.getByRole('status').getByText(sentence, { exact: true }).waitFor()

/** How far a change is, as those hear it who do not see the bar. */
async function hearProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`
    globalThis.heard = []
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=status]'))
        if (textContent.endsWith(' done') && textContent !== heard.at(-1)) heard.push(textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  return () => page.evaluate('heard')
}

/** The tasks in the order of the list: the newest is the first. */
async function listOf(count: number) {
  const here = await office()
  const tasks: { id: string; shortId: string }[] = []
  for (let number = 1; number <= count; number++) tasks.unshift(await here.addTask(`Job ${number}`))
  const { page, complaints } = await here.desk(await here.person('manager'), 'tasks')
  const at = (index: number) => box(page, tasks[index]?.shortId ?? '')
  await at(0).waitFor()
  const selected = async () => {
    const are = await Promise.all(tasks.map(async (_, index) => ((await at(index).isChecked()) ? index : -1)))
    return are.filter((index) => index >= 0)
  }
  return { here, tasks, page, complaints, at, selected }
}

async function setPriority(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Selected tasks' }).getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`, 'i') }).waitFor()
  await page.keyboard.press('Enter')
}

beforeAll(openConsole, OPEN_MILLIS)

test('from one task to another: with Shift and the mouse, the space bar or the key', async () => {
  const { page, complaints, at, selected } = await listOf(7)
  await at(1).click()
  await told(page, '1 of 7 tasks selected')
  await at(4).click({ modifiers: ['Shift'] })
  await told(page, '4 of 7 tasks selected')
  expect(await selected()).toEqual([1, 2, 3, 4])
  expect(await page.evaluate('String(getSelection())')).toBe('')
  // What is pressed says which way it goes, from wherever the last one was.
  await at(3).click({ modifiers: ['Shift'] })
  await told(page, '2 of 7 tasks selected')
  expect(await selected()).toEqual([1, 2])
  await at(6).focus()
  await page.keyboard.press('Shift+Space')
  await told(page, '6 of 7 tasks selected')
  expect(await selected()).toEqual([1, 2, 3, 4, 5, 6])
  await page.keyboard.press('Escape')
  await told(page, 'No task selected')

  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
  await told(page, '3 of 7 tasks selected')
  expect(await selected()).toEqual([0, 1, 2])
  expect(complaints).toEqual([])
})

test('all that the filters show, in sight or not, and none', async () => {
  const { here, page, complaints, at } = await listOf(103)
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await at(0).click()
  expect(await all.evaluate((element) => 'indeterminate' in element && element.indeterminate)).toBe(true)
  await all.click()
  await told(page, '103 of 103 tasks selected')
  expect(await all.isChecked()).toBe(true)
  const heard = await hearProgress(page)
  await setPriority(page, 'urgent')
  await page.getByText('103 tasks changed.').waitFor()
  // What was pressed has gone: the keyboard goes on at the beginning of the page.
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
  // That it has begun and how far it is, but not each of them; the notice tells the end.
  const parts = ['0 of 103 done', '26 of 103 done', '52 of 103 done', '78 of 103 done']
  const began = await heard()
  expect(began[0]).toBe(parts[0])
  expect(began.length).toBeGreaterThan(1)
  expect(parts).toEqual(expect.arrayContaining(began))
  expect((await here.asKey.get('/tasks?priority=URGENT')).body.pagination.total).toBe(103)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Changes of 103 tasks taken back.').waitFor()
  expect((await heard()).slice(began.length, began.length + 1)).toEqual([parts[0]])
  expect((await heard()).length).toBeGreaterThan(began.length + 1)

  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('Job 10')
  await page.getByText('5 tasks', { exact: true }).waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('*')
  await told(page, '5 of 5 tasks selected')
  await page.keyboard.press('*')
  await told(page, 'No task selected')
  expect(complaints).toEqual([])
})

test('where somebody else was quicker nothing is overwritten, and the next try is of what they left', async () => {
  const { here, tasks, page, at, selected } = await listOf(2)
  await at(0).click()
  await at(1).click()
  await told(page, '2 of 2 tasks selected')
  const address = `/tasks/${tasks[0]?.id}`
  await here.asKey.patch(address, { priority: 'HIGH' })
  await page.getByRole('listitem').getByText('High', { exact: true }).waitFor()
  await setPriority(page, 'urgent')
  await page.getByText('1 task changed.').waitFor()
  await told(page, '1 of 2 tasks selected')
  expect(await selected()).toEqual([0])
  expect((await here.asKey.get(address)).body.priority).toBe('HIGH')
  await setPriority(page, 'watch')
  await expect.poll(async () => (await here.asKey.get(address)).body.priority).toBe('WATCH')
})
