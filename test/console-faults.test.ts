import type { Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'

beforeAll(openConsole, OPEN_MILLIS)

test('what is wrong with a field is said in the language of whoever reads it, and leads to the field', async () => {
  const here = await office()
  const path = `properties/${here.propertyId}/edit`
  const { page } = await here.desk(await here.person('manager'), path, { size: 'desktop', language: 'de' })
  const guests = page.locator('input[name=maxGuests]')
  const label = await page.locator(`label[for="${await guests.getAttribute('id')}"]`).innerText()
  expect(await guests.getAttribute('min')).toBe('0')
  expect(await page.locator('input[name=floor]').getAttribute('min')).toBe('-100')
  // What only the server knows.
  await guests.evaluate((field) => field.removeAttribute('min'))
  await guests.fill('-5')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText(`Nicht geändert. ${label}: Mindestens 0.`, { exact: true }).waitFor()
  await page.locator('input[name=maxGuests]:focus').waitFor()
  expect(await guests.getAttribute('aria-invalid')).toBe('true')
  await guests.fill('5')
  expect(await guests.getAttribute('aria-invalid')).toBeNull()
})

test('a server that fails is not told as a lost connection', async () => {
  const here = await office()
  const { page } = await here.desk(await here.person(), 'today')
  const fail = (call: Route) => call.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' })
  await page.route('**/me/workspaces?*', fail)
  await page.goto(`${here.url}/w/${here.workspaceId}/tasks`)
  await page.getByRole('heading', { name: 'This could not be shown' }).waitFor()
  expect(await page.getByText('The server could not do this just now.').count()).toBe(1)
  expect(await page.getByText('No connection').count()).toBe(0)
})
