import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'
import { hear } from './console-talk.ts'

beforeAll(openConsole, OPEN_MILLIS)

const reply = (page: Page) => page.getByRole('textbox', { name: 'Your answer' })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' })

const fails = (status: number) => (call: Route) =>
  call.fulfill({ status, contentType: 'application/problem+json', body: '{"detail":"Not now."}' })

/** What is written to this address waits until it is let go, and then meets this fate once. */
async function hold(page: Page, address: string, fate: (call: Route) => unknown) {
  const gate = Promise.withResolvers<void>()
  let met = 0
  await page.route(address, async (call) => {
    if (call.request().method() === 'GET') return call.continue()
    await gate.promise
    met += 1
    return met === 1 ? fate(call) : call.continue()
  })
  return () => gate.resolve()
}

async function say(page: Page, text: string): Promise<void> {
  await reply(page).fill(text)
  await page.keyboard.press('Control+Enter')
}

test('two answers arrive in the order in which they were written, and stay in sight until they do', async () => {
  const here = await office()
  const id = await hear(here, { threadId: 't', text: 'Hello' })
  const { page } = await here.desk(await here.person(), `inbox/${id}`)
  const letGo = await hold(page, '**/messages', fails(503))
  await say(page, 'FIRST part')
  await say(page, 'SECOND part')
  const bubbles = log(page).getByRole('article')
  await expect.poll(() => bubbles.count()).toBe(3)
  // Whatever is heard of the conversation meanwhile does not know of them.
  await hear(here, { threadId: 't', text: 'Anybody there?' })
  await bubbles.filter({ hasText: 'Anybody there?' }).waitFor()
  expect((await bubbles.allInnerTexts()).map((text) => /Hello|there|FIRST|SECOND/.exec(text)?.[0])).toEqual([
    'Hello',
    'there',
    'FIRST',
    'SECOND',
  ])
  expect(await log(page).getByText('On its way').count()).toBe(2)
  letGo()
  const texts = async () =>
    (await here.asAdmin.get(`/conversations/${id}/thread`)).body.messages
      .filter(({ direction }: { direction: string }) => direction === 'out')
      .map(({ text }: { text: string }) => text)
  await expect.poll(texts).toEqual(['FIRST part', 'SECOND part'])
  await expect.poll(() => bubbles.count()).toBe(4)
})

test('answers that are refused are in the box again in the order in which they were written', async () => {
  const here = await office()
  const id = await hear(here, { threadId: 't', text: 'Hello' })
  const { page } = await here.desk(await here.person(), `inbox/${id}`)
  const gate = Promise.withResolvers<void>()
  await page.route('**/messages', (call) => gate.promise.then(() => fails(422)(call)))
  for (const text of ['One', 'Two', 'Three']) await say(page, text)
  await reply(page).fill('Four')
  gate.resolve()
  await expect.poll(() => reply(page).inputValue()).toBe('One\n\nTwo\n\nThree\n\nFour')
})

test('an answer that arrived while its receipt got lost reaches the guest once, after a reload too', async () => {
  const here = await office()
  const id = await hear(here, { threadId: 't', text: 'Hello' })
  await here.asAdmin.put(`/conversations/${id}/draft`, { text: 'Come at noon' })
  const { page } = await here.desk(await here.person(), `inbox/${id}`)
  const arrived = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/messages', async (call) => {
    if (!isFirst) return call.continue()
    isFirst = false
    await call.fetch()
    return arrived.resolve()
  })
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.keyboard.press('Control+Enter')
  await arrived.promise
  await page.reload()
  await expect.poll(() => reply(page).inputValue()).toBe('Come at noon')
  const answer = page.waitForResponse('**/messages')
  await reply(page).focus()
  await page.keyboard.press('Control+Enter')
  expect((await answer).status()).toBeLessThan(300)
  const { messages } = (await here.asAdmin.get(`/conversations/${id}/thread`)).body
  expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Hello', 'Come at noon'])
})

test('comments are said one after the other, are counted, and say that they are on their way', async () => {
  const here = await office()
  const { id } = await here.addTask('Tap')
  const { page } = await here.desk(await here.person(), `tasks/${id}`)
  const letGo = await hold(page, '**/comments', fails(503))
  for (const text of ['First', 'Second']) {
    await comment(page).fill(text)
    await page.keyboard.press('Control+Enter')
  }
  await here.asAdmin.post(`/tasks/${id}/comments`, { content: 'Theirs' })
  await page.getByText('Theirs').waitFor()
  expect(await page.getByText('On its way').count()).toBe(2)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Comments' }) })
  await section.getByText('3', { exact: true }).waitFor()
  letGo()
  const said = async () =>
    (await here.asKey.get(`/tasks/${id}?include=comments`)).body.comments.map(
      (each: { content: string }) => each.content,
    )
  await expect.poll(said).toEqual(['Theirs', 'First', 'Second'])
  await page.getByText('On its way').first().waitFor({ state: 'detached' })
  await section.getByText('3', { exact: true }).waitFor()
})

test('items of a checklist are seen at once, added in order, and all in the box again when they are refused', async () => {
  const here = await office()
  const { id } = await here.addTask('Turnover')
  const { page } = await here.desk(await here.person(), `tasks/${id}`)
  const item = page.getByRole('textbox', { name: 'Add an item' })
  async function add(...titles: string[]): Promise<void> {
    for (const title of titles) {
      await item.fill(title)
      await item.press('Enter')
    }
  }
  const letGo = await hold(page, '**/checklist', fails(503))
  await add('Beds', 'Towels')
  await page.getByText('Towels', { exact: true }).waitFor()
  expect(await page.getByText('On its way').count()).toBe(2)
  await page.getByText('0 of 2 done').waitFor()
  letGo()
  const titles = async () =>
    (await here.asKey.get(`/tasks/${id}?include=checklist`)).body.checklist.map((each: { title: string }) => each.title)
  await expect.poll(titles).toEqual(['Beds', 'Towels'])
  await page.getByRole('checkbox', { name: 'Towels' }).waitFor()
  await page.unrouteAll()

  const gate = Promise.withResolvers<void>()
  await page.route('**/checklist', (call) => gate.promise.then(() => fails(422)(call)))
  await add('Soap', 'Glasses')
  gate.resolve()
  await expect.poll(() => item.inputValue()).toBe('Soap\n\nGlasses')
  await page.unrouteAll()
  await item.press('Enter')
  await expect.poll(titles).toEqual(['Beds', 'Towels', 'Soap', 'Glasses'])
})
