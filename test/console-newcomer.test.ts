import { beforeAll, expect, test } from 'vitest'
import { clientOf } from './client.ts'
import { visitor, watched } from './browser.ts'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'

beforeAll(openConsole, OPEN_MILLIS)

test('a newcomer signs in, makes a key, creates a task with it, shares it, completes it on a phone, and sees it done', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person(), 'settings/keys')

  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('What is it for?').fill('My first program')
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
  await page.getByRole('alert').getByText('Choose what it may do.').waitFor()
  await page.getByRole('checkbox', { name: 'Make tasks' }).check()
  await page.getByRole('checkbox', { name: 'See tasks' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
  const value = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue()
  expect(value).toMatch(/^ink_/)
  // It is shown once: twice, since a browser may heed the second.
  for (let count = 0; count < 2; count++) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I have it' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'My first program' })
  await row.getByText('See tasks · Make tasks').waitFor()
  await row.getByText('Never used').waitFor()
  expect(await page.content()).not.toContain(value)

  const program = clientOf(here.app, `/api/v1/workspaces/${here.workspaceId}`, value)
  const { departmentId, propertyId } = here
  const { status, body: task } = await program.post('/tasks', { title: 'Welcome basket', departmentId, propertyId })
  expect(status).toBe(201)
  expect((await program.delete(`/tasks/${task.id}`)).status).toBe(403)

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByRole('link', { name: 'Welcome basket' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByLabel('For whom').fill('Duarte')
  await page.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await expect
    .poll(() => page.getByRole('link', { name: 'By e-mail' }).getAttribute('href'))
    .toContain(encodeURIComponent(link))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Status Open' }).waitFor()

  const phone = await watched(await visitor({ size: 'phone' }))
  await phone.page.goto(`${here.url}/t/${link.split('/t/')[1]}`)
  await phone.page.getByRole('button', { name: 'Complete task' }).click()
  await phone.page.getByRole('dialog').getByRole('textbox').fill('Basket is on the table.')
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Complete task' }).click()
  await phone.page.getByText('All done. Thank you, Duarte!').waitFor()

  // Nobody has touched the console since.
  await page.getByRole('button', { name: 'Status Completed' }).waitFor()
  await page.getByText('Basket is on the table.').waitFor()
  expect([...complaints, ...phone.complaints]).toEqual([])
})
