import { expect, test } from 'vitest'
import { visitor, watched } from './browser.ts'
import { stage } from './pages-stage.ts'

/** A browser that keeps nothing, has none of what needs encryption on the way, and names its language badly. */
const BARE = `
  const refuse = () => { throw new DOMException('denied', 'SecurityError') }
  Object.defineProperty(window, 'localStorage', { get: refuse })
  IDBFactory.prototype.open = refuse
  Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })
  Crypto.prototype.randomUUID = undefined
  Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
  delete Navigator.prototype.clipboard
  delete Navigator.prototype.serviceWorker
  window.BroadcastChannel = refuse
  Object.defineProperty(Navigator.prototype, 'languages', { value: ['en_GB', 'en-US@posix'] })
`

/** A phone without room for anything new that is done. */
const FULL = `IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError') }`

test('a browser that refuses everything shows the guide and opens the door', async () => {
  const here = await stage()
  await here.addLock('online')
  const { pageUrl } = await here.invite()
  const context = await visitor()
  await context.addInitScript(BARE)
  const { page, complaints } = await watched(context)
  await page.goto(pageUrl)
  await page.getByRole('button', { name: 'Open without holding' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, open it' }).click()
  await page.getByText('The door is open').first().waitFor()
  expect(complaints).toEqual([])
})

test('a browser that refuses everything carries out a task while there is signal', async () => {
  const here = await stage()
  const { pageUrl, holder } = await here.share({ technicianName: 'Duarte' })
  const context = await visitor()
  await context.addInitScript(BARE)
  const { page, complaints } = await watched(context)
  await page.goto(pageUrl)
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Here now.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Complete task' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete task' }).click()
  await page.getByText('All done. Thank you, Duarte!').waitFor()
  const { body } = await holder.get('')
  expect(body.task.status).toBe('COMPLETED')
  expect(body.comments).toMatchObject([{ content: 'Here now.' }])
  expect(complaints).toEqual([])
})

test('a phone that is full says that it could not save, and sends from the open page', async () => {
  const here = await stage()
  const { pageUrl, holder } = await here.share({ technicianName: 'Duarte' })
  const context = await visitor()
  await context.addInitScript(FULL)
  const { page, complaints } = await watched(context)
  await page.goto(pageUrl)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(true)
  await page.getByText('Go on working').waitFor()
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('No room left.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Could not be saved on this phone').first().waitFor()
  expect(await page.getByText('Everything is kept on this phone').count()).toBe(0)
  await context.setOffline(false)
  await page.getByText('Could not be saved on this phone').first().waitFor({ state: 'detached' })
  expect((await holder.get('')).body.comments).toMatchObject([{ content: 'No room left.' }])
  expect(complaints).toEqual([])
})
