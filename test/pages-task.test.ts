import { expect, test } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import type { Client } from './client.ts'
import { keptForOffline, visitor, watched } from './browser.ts'
import { addEveryKind, stage, type Stage } from './pages-stage.ts'
import { photograph } from './pages-photos.ts'

async function openTask(here: Stage, context: BrowserContext, link: object = { technicianName: 'Duarte' }) {
  const { pageUrl, ...rest } = await here.share(link)
  const watching = await watched(context)
  await watching.page.goto(pageUrl)
  await watching.page.getByRole('heading', { level: 1 }).waitFor()
  return { ...rest, ...watching, pageUrl }
}

const item = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

/** Answers everything that the page asks for, as a thumb would. */
async function answerAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Strip and make' }).click()
  const towels = item(page, 'Bath towels')
  await towels.getByRole('button', { name: 'One more' }).click()
  await towels.getByRole('button', { name: 'One more' }).click()
  await item(page, 'Kitchen worktop').getByRole('radio', { name: 'Fair' }).check()
  await item(page, 'Kitchen worktop').getByRole('textbox').fill('A scratch near the sink')
  await item(page, 'Does the heating').getByRole('radio', { name: 'No' }).check()
  await item(page, 'Meter reading').getByRole('textbox').fill('48 112')
  await item(page, 'How clean').getByRole('radio', { name: '4 stars' }).check()
  await item(page, 'Living room')
    .getByLabel('Take photo')
    .setInputFiles(await photograph('living-room'))
}

/** The page has said that everything has arrived, and has since. */
async function sent(page: Page): Promise<void> {
  await page.getByText('Everything is sent').waitFor({ state: 'attached' })
  await expect.poll(() => page.getByText(/Waiting for signal|Sending/).count()).toBe(0)
}

async function complete(page: Page, summary: string): Promise<void> {
  await page.getByRole('button', { name: 'Complete task' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(summary)
  await page.getByRole('dialog').getByRole('button', { name: 'Complete task' }).click()
}

/** What a holder of the link is told by the service itself, past the page. */
async function answersOf(holder: Client) {
  const { body } = await holder.get('')
  return Object.fromEntries(
    body.checklist.map(({ title, answer }: { title: string; answer: unknown }) => [title, answer]),
  )
}

const EVERYTHING = {
  'Strip and make both beds': { done: true },
  'Bath towels laid out': { count: 2 },
  'Kitchen worktop': { value: 'FAIR', note: 'A scratch near the sink' },
  'Does the heating work?': { yes: false },
  'Meter reading': { text: '48 112' },
  'How clean was it before?': { stars: 4 },
}

test.for(['phone', 'desktop'] as const)('a task is done from the page, with photos: %s', async (size) => {
  const here = await stage()
  await addEveryKind(here)
  const { page, holder, complaints } = await openTask(here, await visitor({ size }))
  const blocked = page.getByRole('button', { name: '5 things left' })
  await blocked.click()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Strip and make both beds')
  await answerAll(page)
  await page.getByLabel('Choose photos: Photos').setInputFiles([await photograph('bath'), await photograph('bed')])
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('The <b>tap</b> drips a little.')
  await page.getByRole('button', { name: 'Send' }).click()
  await complete(page, 'All clean.')
  await page.getByText('All done. Thank you, Duarte!').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('All done. Thank you, Duarte!')
  expect(await answersOf(holder)).toMatchObject(EVERYTHING)
  const { body } = await holder.get('')
  expect(body.task).toMatchObject({ status: 'COMPLETED', summary: 'All clean.' })
  expect(body.photos).toHaveLength(3)
  expect(body.photos.filter((photo: { checklistItemId: string | null }) => photo.checklistItemId)).toHaveLength(1)
  expect(body.comments).toMatchObject([{ author: 'Duarte', content: 'The <b>tap</b> drips a little.' }])
  // A thumbnail that the browser could draw is one that arrived whole.
  await expect
    .poll(() => page.evaluate('[...document.images].filter((image) => image.naturalWidth > 0).length'))
    .toBe(3)
  expect(complaints).toEqual([])
})

test('what is done without signal is kept, survives a reload, and arrives once when the signal is back', async () => {
  const here = await stage()
  await addEveryKind(here)
  const context = await visitor()
  const { page, holder, complaints } = await openTask(here, context)
  await keptForOffline(page)
  await page.getByRole('checkbox', { name: 'Strip and make' }).click()
  await sent(page)
  expect((await answersOf(holder))['Strip and make both beds']).toEqual({ done: true })

  await context.setOffline(true)
  await page.getByText('Go on working').waitFor()
  await answerAll(page)
  // The second tap on the first item took the tick away again.
  await page.getByRole('checkbox', { name: 'Strip and make' }).click()
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('No signal down here.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Waiting for signal').first().waitFor()
  await complete(page, 'Done in the dark.')
  await page.getByText('Will be completed as soon as there is signal').waitFor()
  expect((await holder.get('')).body.task.status).toBe('SCHEDULED')

  await page.reload()
  await page.getByText('Will be completed as soon as there is signal').waitFor()
  await page.getByText('No signal down here.').waitFor()
  await expect.poll(() => item(page, 'Bath towels').getByRole('textbox').inputValue()).toBe('2')
  await expect.poll(() => item(page, 'Meter reading').getByRole('textbox').inputValue()).toBe('48 112')
  await expect.poll(() => item(page, 'Living room').getByRole('img').count()).toBe(1)

  await context.setOffline(false)
  await page.getByText('All done. Thank you, Duarte!').waitFor()
  const { body } = await holder.get('')
  expect(body.task).toMatchObject({ status: 'COMPLETED', summary: 'Done in the dark.' })
  expect(await answersOf(holder)).toMatchObject(EVERYTHING)
  expect(body.comments).toHaveLength(1)
  expect(body.photos).toHaveLength(1)
  expect(complaints).toEqual([])
})

test.for(['comment', 'upload', 'complete'])(
  'an answer to %s that got lost on its way back is asked for again and has one effect',
  async (route) => {
    const here = await stage()
    const context = await visitor()
    const { page, holder } = await openTask(here, context)
    let lost = 0
    await context.route(`**/${route}`, async (call) => {
      // The service hears it; the phone does not hear the service.
      if (lost > 0) return call.continue()
      lost += 1
      await call.fetch()
      await call.abort('connectionreset')
    })
    if (route === 'comment') {
      await page.getByRole('textbox', { name: 'Write a comment' }).fill('Only once, please.')
      await page.getByRole('button', { name: 'Send' }).click()
    }
    if (route === 'upload') await page.getByLabel('Choose photos: Photos').setInputFiles(await photograph('bed'))
    if (route === 'complete') await complete(page, 'Only once.')
    await sent(page)
    expect(lost).toBe(1)
    const { body } = await holder.get('')
    const found = { comment: body.comments.length, upload: body.photos.length, complete: body.task.status }
    expect(found).toEqual({
      comment: 0,
      upload: 0,
      complete: 'SCHEDULED',
      [route]: route === 'complete' ? 'COMPLETED' : 1,
    })
  },
)

test('work that came too late for a withdrawn link is told in words', async () => {
  const here = await stage()
  await addEveryKind(here)
  const context = await visitor()
  const { page, id } = await openTask(here, context)
  await context.setOffline(true)
  await answerAll(page)
  await here.asAdmin.post(`/tasks/${here.taskId}/share-links/${id}/revoke`)
  await context.setOffline(false)
  await page.getByText('This link was withdrawn').waitFor()
  const lines = await page.getByRole('listitem').allTextContents()
  expect(lines).toEqual(
    expect.arrayContaining([
      'Strip and make both beds: Done',
      'Bath towels laid out: 2',
      'Kitchen worktop: Fair, A scratch near the sink',
      'Does the heating work?: No',
      'How clean was it before?: 4 stars',
    ]),
  )
})

/** Everything that the phone keeps of links, as text. */
const KEPT = `new Promise((resolve) => {
  indexedDB.open('innkeeper-links').onsuccess = ({ target: { result } }) => {
    result.transaction('kept').objectStore('kept').getAll().onsuccess = ({ target }) => {
      result.close()
      resolve(JSON.stringify(target.result))
    }
  }
})`

test.for([2, 31 * 24])(
  'without signal too a link ends: what it showed is taken off the phone %i hours later',
  async (hours) => {
    const here = await stage()
    const context = await visitor()
    await context.clock.install()
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { page, complaints } = await openTask(here, context, { expiresAt })
    await keptForOffline(page)
    await expect.poll(() => page.evaluate(KEPT)).toContain('4711')
    await context.setOffline(true)
    // The last time with the clock set back: what is gone does not come back with it.
    for (const later of [hours, hours, 0]) {
      await context.clock.setSystemTime(Date.now() + later * 3_600_000)
      await page.reload()
      await page.getByText('This link has run out').waitFor()
      await expect.poll(() => page.evaluate(KEPT)).not.toContain('4711')
    }
    expect(complaints).toEqual([])
  },
)

test('a link that has expired takes the photos of all off the phone once, and not at each start', async () => {
  const here = await stage()
  const context = await visitor()
  await context.clock.install()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { page, token, pageUrl } = await openTask(here, context, { expiresAt })
  await keptForOffline(page)
  const photos = "caches.open('t photos')"
  await context.setOffline(true)
  await context.clock.setSystemTime(Date.now() + 7_200_000)
  const counts = []
  for (const _ of ['first', 'again']) {
    await page.evaluate(`${photos}.then((cache) => cache.put('/photo', new Response('of another link')))`)
    const start = await context.newPage()
    // It asks when it has swept.
    const asking = start.waitForEvent('requestfailed', (request) => request.url().includes(`/shared-task/${token}`))
    await Promise.all([asking, start.goto(pageUrl)])
    counts.push(await page.evaluate(`${photos}.then((cache) => cache.keys()).then(({ length }) => length)`))
  }
  expect(counts).toEqual([0, 1])
})

test('what was not looked at for a month is taken off the phone, unless work waits beside it', async () => {
  const here = await stage()
  const context = await visitor()
  await context.clock.install()
  const first = await openTask(here, context)
  await keptForOffline(first.page)
  const second = await openTask(here, context, {})
  await context.setOffline(true)
  await second.page.getByRole('textbox', { name: 'Write a comment' }).fill('Not sent yet.')
  await second.page.getByRole('button', { name: 'Send' }).click()
  await second.page.getByText('Waiting for signal').first().waitFor()
  const count = async (): Promise<number> => JSON.parse(String(await first.page.evaluate(KEPT))).length
  expect(await count()).toBe(2)
  await context.clock.setSystemTime(Date.now() + 31 * 86_400_000)
  await second.page.reload()
  await second.page.getByText('Not sent yet.').waitFor()
  await expect.poll(count).toBe(1)
})

test('two tabs send what waits once', async () => {
  const here = await stage()
  const context = await visitor()
  const { page, holder, pageUrl } = await openTask(here, context)
  await keptForOffline(page)
  const second = await context.newPage()
  await second.goto(pageUrl)
  await second.getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(true)
  for (const words of ['First.', 'Second.', 'Third.']) {
    await page.getByRole('textbox', { name: 'Write a comment' }).fill(words)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await second.getByText('Third.').waitFor()
  let requests = 0
  context.on('request', (request) => void (request.url().endsWith('/comment') && (requests += 1)))
  await context.setOffline(false)
  await sent(page)
  await sent(second)
  const contents = (await holder.get('')).body.comments.map(({ content }: { content: string }) => content)
  expect(contents).toEqual(['Third.', 'Second.', 'First.'])
  expect(requests).toBe(3)
})

test('a browser that can do so sends when there is signal again, though the page is closed', async () => {
  const here = await stage()
  const context = await visitor()
  const { page, holder } = await openTask(here, context)
  await keptForOffline(page)
  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('On my way out.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Waiting for signal').waitFor()
  const other = await context.newPage()
  const browser = await context.newCDPSession(other)
  const registrationId = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const call = { origin: here.url, registrationId: await registrationId, tag: 'outbox', lastChance: false }
  await page.close()
  await context.setOffline(false)
  const comments = async () => (await here.asAdmin.get(`/tasks/${here.taskId}/comments`)).body.items
  // As the browser does, again where the worker has not heard of the signal yet.
  const sync = async () => {
    await browser.send('ServiceWorker.dispatchSyncEvent', call)
    return comments()
  }
  await expect.poll(sync, { interval: 1000 }).toHaveLength(1)
  expect(await sync()).toHaveLength(1)
  expect((await holder.get('')).body.comments).toMatchObject([{ content: 'On my way out.' }])
})

test('what the service refuses says why, and can be given up', async () => {
  const here = await stage()
  const { page, holder } = await openTask(here, await visitor())
  await page
    .getByLabel('Choose photos: Photos')
    .setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo at all') })
  await page.getByText('Not accepted').waitFor()
  await page.getByText('not a photo that we can read').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByText('Not accepted').count()).toBe(0)
  expect((await holder.get('')).body.photos).toEqual([])
})

test('text that is not sent yet is there again after a reload', async () => {
  const here = await stage()
  const { page } = await openTask(here, await visitor())
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Half a sen')
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Write a comment' }).inputValue()).toBe('Half a sen')
})

test('a photo that is larger than the service takes is made smaller, upright', async () => {
  const here = await stage()
  const { page, holder } = await openTask(here, await visitor())
  const file = await photograph('hall', { width: 5000, height: 3000, orientation: 6 })
  await page.getByLabel('Choose photos: Photos').setInputFiles(file)
  await sent(page)
  const { photos } = (await holder.get('')).body
  expect(photos).toMatchObject([{ width: 2458, height: 4096, contentType: 'image/jpeg' }])
})

test('a link for viewing has nothing to press', async () => {
  const here = await stage()
  await addEveryKind(here)
  const { page } = await openTask(here, await visitor(), { mode: 'view' })
  await page.getByText('View only').waitFor()
  await expect.poll(() => page.getByRole('button', { disabled: false }).count()).toBe(0)
  await expect.poll(() => page.locator('input:enabled, textarea:enabled').count()).toBe(0)
})

test('a completed task says thanks, and still takes photos and comments', async () => {
  const here = await stage()
  const { holder, page, pageUrl } = await openTask(here, await visitor())
  await holder.post('/complete', { summary: 'Changed the seal.' })
  await page.goto(pageUrl)
  await page.getByText('All done. Thank you, Duarte!').waitFor()
  await page.getByText('Changed the seal.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Complete task' }).count()).toBe(0)
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Forgot to say: new seal.')
  await page.getByRole('button', { name: 'Send' }).click()
  await sent(page)
  expect((await holder.get('')).body.comments).toHaveLength(1)
})

test('a summary that comes after somebody else has completed the task is kept as a comment', async () => {
  const here = await stage()
  const context = await visitor()
  const { page, holder } = await openTask(here, context)
  await keptForOffline(page)
  await context.setOffline(true)
  await page.getByText('Go on working').waitFor()
  await complete(page, 'The boiler leaks.')
  await page.getByText('Will be completed as soon as there is signal').waitFor()
  await holder.post('/complete', { summary: 'Done by the office.' })
  await context.setOffline(false)
  await page.getByText('All done. Thank you, Duarte!').waitFor()
  await expect.poll(async () => (await holder.get('')).body.comments.length).toBe(1)
  const { body } = await holder.get('')
  expect(body.task.summary).toBe('Done by the office.')
  expect(body.comments).toMatchObject([{ content: 'The boiler leaks.' }])
})
