import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keptForOffline, visitor, watched } from './browser.ts'
import { GUIDE, stage, type Stage } from './pages-stage.ts'

type Behaviour = Parameters<Stage['addLock']>[0]

async function atTheDoor(behaviour: Behaviour = 'online', size: 'phone' | 'desktop' = 'phone') {
  const here = await stage()
  const behave = await here.addLock(behaviour)
  const link = await here.invite()
  const context = await visitor({ size })
  const { page, complaints } = await watched(context)
  await page.clock.install()
  await page.goto(link.pageUrl)
  await page.getByRole('heading', { level: 1, name: 'Casa do Farol' }).waitFor()
  const attempts = async (): Promise<string[]> => {
    const { body } = await here.asAdmin.get(`/door-attempts?propertyId=${here.propertyId}`)
    return body.items.map(({ outcome }: { outcome: string }) => outcome)
  }
  return { ...here, ...link, behave, context, page, complaints, attempts }
}

const button = (page: Page) => page.getByRole('button', { name: 'Open the door' })

/** Between the finger's coming and its going a busy machine can take as long as a person who holds. */
const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)

/** Presses until the ring has closed, however long that takes. */
async function hold(page: Page): Promise<void> {
  await button(page).hover()
  await page.mouse.down()
  await button(page).waitFor({ state: 'detached' })
  await page.mouse.up()
}

test.for(['phone', 'desktop'] as const)('a door opens after a deliberate press: %s', async (size) => {
  const { page, attempts, complaints } = await atTheDoor('online', size)
  await hold(page)
  await page.getByText('The door is open').first().waitFor()
  expect(await attempts()).toEqual(['opened'])
  expect(complaints).toEqual([])
})

test('a touch in passing does not open it', async () => {
  const { page, attempts } = await atTheDoor()
  await stopTime(page)
  await button(page).click()
  await page.getByText('keep pressing until the ring closes').waitFor()
  expect(await attempts()).toEqual([])
})

test('by keyboard it opens by holding a key, and for a screen reader after a question', async () => {
  const { page, attempts } = await atTheDoor()
  await button(page).focus()
  await stopTime(page)
  await page.keyboard.press('Enter')
  await page.getByText('keep pressing until the ring closes').waitFor()
  await page.clock.resume()
  expect(await attempts()).toEqual([])
  await page.keyboard.down(' ')
  await page.getByText('The door is open').first().waitFor()
  await page.keyboard.up(' ')
  expect(await attempts()).toEqual(['opened'])

  const other = await atTheDoor()
  await other.page.getByRole('button', { name: 'Open without holding' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await other.attempts()).toEqual([])
  await other.page.getByRole('button', { name: 'Open without holding' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Yes, open it' }).click()
  await other.page.getByText('The door is open').first().waitFor()
  expect(await other.attempts()).toEqual(['opened'])
})

test('a screen reader that presses without holding is asked, and the focus follows what happens', async () => {
  const { page, behave, attempts } = await atTheDoor('offline')
  const focused = () => page.evaluate('document.activeElement.textContent')
  await button(page).focus()
  await button(page).dispatchEvent('click')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(focused).toContain('Hold to open')
  expect(await attempts()).toEqual([])
  await button(page).dispatchEvent('click')
  await dialog.getByRole('button', { name: 'Yes, open it' }).click()
  await page.getByText('The lock does not answer').waitFor()
  await expect.poll(focused).toContain('Try again in')
  await behave('online')
  await page.clock.fastForward(60_000)
  await page.getByRole('button', { name: 'Try again', exact: true }).press('Enter')
  await expect.poll(focused).toContain('Hold to open')
  await button(page).dispatchEvent('click')
  await dialog.getByRole('button', { name: 'Yes, open it' }).click()
  await expect.poll(focused).toBe('The door is open')
})

test('a lock that is offline: what to do now, and another try when it may be', async () => {
  const { page, behave, attempts } = await atTheDoor('offline')
  await hold(page)
  await page.getByText('The lock does not answer').waitFor()
  await page.getByText('call or write to your host').waitFor()
  const again = page.getByRole('button', { name: 'Try again', exact: true })
  await behave('online')
  await page.clock.fastForward(60_000)
  await again.click()
  await hold(page)
  await page.getByText('The door is open').first().waitFor()
  expect(await attempts()).toEqual(['opened', 'offline'])
})

test('a lock that is slow: the page says so, and never says open unless it is', async () => {
  const { page, attempts } = await atTheDoor('slow')
  // Until the page was seen, however long that takes.
  const seen = Promise.withResolvers<undefined>()
  await page.route('**/open-door', async (call) => {
    const response = await call.fetch()
    await seen.promise
    await call.fulfill({ response })
  })
  await hold(page)
  await page.clock.fastForward(4500)
  await page.getByText('Please stay at the door').waitFor()
  seen.resolve(undefined)
  await page.getByText('We are not sure that it opened').waitFor()
  await page.getByText('Try the handle first').waitFor()
  expect(await page.getByText('The door is open').count()).toBe(0)
  expect(await attempts()).toEqual(['uncertain'])
})

test('the signal breaks off while it opens: the page says that it does not know', async () => {
  const { page, context } = await atTheDoor()
  await context.route('**/open-door', (route) => route.abort('connectionreset'))
  await hold(page)
  await page.getByText('The connection broke off').waitFor()
  expect(await page.getByText('The door is open').count()).toBe(0)
})

test('an answer that never comes: the page stops waiting and says that it does not know', async () => {
  const { page, context } = await atTheDoor()
  await context.route('**/open-door', () => {})
  await hold(page)
  await page.getByText('Opening').first().waitFor()
  await page.clock.fastForward(26_000)
  await page.getByText('The connection broke off').waitFor()
  expect(await page.getByText('The door is open').count()).toBe(0)
})

test('without signal the guide can be read, and the door says what it needs', async () => {
  const { page, context } = await atTheDoor()
  await keptForOffline(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByText('lighthouse-1868').waitFor()
  await page.getByText('The door needs signal').waitFor()
  await expect.poll(() => button(page).count()).toBe(0)
  await context.setOffline(false)
  await button(page).waitFor()
})

test('a phone whose clock is ahead asks until the time has come for the service too', async () => {
  const here = await stage()
  await here.addLock()
  const { pageUrl } = await here.invite()
  const { page } = await watched(await visitor())
  await page.clock.install()
  let early = 3
  await page.route('**/public/manual/*', async (call) => {
    const response = await call.fetch()
    const manual = await response.json()
    const door = { ...manual.door, state: 'too_early', opensAt: new Date(0).toISOString() }
    early -= 1
    await call.fulfill({ response, json: early < 0 ? manual : { ...manual, door } })
  })
  await page.goto(pageUrl)
  await page.getByText('It is a little early').waitFor()
  await expect
    .poll(async () => {
      await page.clock.fastForward(5000)
      return button(page).count()
    })
    .toBe(1)
})

test('the password of the network is copied with one press', async () => {
  const { page, context, url } = await atTheDoor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  await page.getByRole('button', { name: 'Copy: Password' }).click()
  await page.getByRole('button', { name: 'Copied: Password' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(GUIDE.wifiPassword)
})

test('a link that is withdrawn while the page is open closes the door and takes the guide off the phone', async () => {
  const { page, asAdmin, id } = await atTheDoor()
  await asAdmin.post(`/door-links/${id}/revoke`)
  await hold(page)
  await page.getByText('This guide was withdrawn').waitFor()
  await page.reload()
  await page.getByText('This guide was withdrawn').waitFor()
  expect(await page.getByText('lighthouse-1868').count()).toBe(0)
})

test('the language can be changed, and stays', async () => {
  const { page } = await atTheDoor()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await page.getByText('Zum Öffnen halten').waitFor()
  await page.reload()
  await page.getByText('Zum Öffnen halten').waitFor()
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('de')
})

test('nothing is asked of anybody else', async () => {
  const { page, context, pageUrl, url } = await atTheDoor()
  const addresses: string[] = []
  context.on('request', (request) => addresses.push(request.url()))
  await page.goto(pageUrl)
  await button(page).waitFor()
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((address) => !address.startsWith(url))).toEqual([])
})
