import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { pauseJsonata } from '#modules/workflows/pause-jsonata.ts'
import { systemContext } from '#src/runtime.ts'
import { office, openConsole, OPEN_MILLIS, type Office } from './console-stage.ts'
import { called } from './webhooks.ts'
import { ANY, publish, publishedBefore, start, workflows } from './workflow-place.ts'

let here: Office

beforeAll(async () => {
  await openConsole()
  here = await office()
}, OPEN_MILLIS)

/** A page that is loaded again has forgotten it. */
const remember = (page: Page): Promise<unknown> => page.evaluate('window.isSame = true')
const remembers = (page: Page): Promise<unknown> => page.evaluate('window.isSame')

test('a run that a program starts appears in open lists, waits there, and is done, without a reload', async () => {
  workflows(here)
  const id = await publish(here, 'do: [{ hear: { listen: { to: { one: { with: { type: test.arrived } } } } } }]')
  await here.asKey.patch(`/workflows/${id}`, { name: 'Quiet round' }, ANY)
  const [all, own, list] = await Promise.all([
    here.desk(await here.person('member'), 'runs'),
    here.desk(await here.person('manager'), `workflows/${id}?tab=runs`, { size: 'phone' }),
    here.desk(await here.person('manager'), 'workflows'),
  ])
  const pages = [all.page, own.page, list.page]
  await all.page.getByText('No run yet').waitFor()
  await own.page.getByText('No run yet').waitFor()
  await list.page.getByText('Has not run yet').waitFor()
  await Promise.all(pages.map(remember))
  const runId = await start(here, id)
  const row = (page: Page) => page.locator('main [data-row]')
  for (const page of pages) await row(page).getByText('Waiting').waitFor()
  await here.asKey.post(`/workflow-runs/${runId}/events`, { type: 'test.arrived', data: {} })
  for (const page of pages) await row(page).getByText('Done').waitFor()
  expect(await Promise.all(pages.map(remembers))).toEqual([true, true, true])
  expect([...all.complaints, ...own.complaints, ...list.complaints]).toEqual([])
})

test('what an outside system sends is seen as it comes and as it is seen to', async () => {
  const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
  const line = await called(here)
  const { id } = await line.connect({ kind: 'messaging', secrets: { webhookSecret: secret } })
  const { page, complaints } = await here.desk(await here.person(), 'settings/deliveries')
  await page.getByText('Nothing has come').waitFor()
  await remember(page)
  const message = { id: newId(), channel: 'whatsapp', from: { name: 'Ana', address: '+34600000001' }, text: 'Pool?' }
  const body = JSON.stringify({ type: 'message.received', message })
  const [deliveryId, at] = [newId(), new Date()]
  const sent = await line.call(`/v1/webhooks/messaging-agent/${here.workspaceId}/${id}`, body, {
    'webhook-id': deliveryId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(deliveryId, at, body),
  })
  expect(sent.status).toBe(200)
  const row = page.getByRole('link', { name: /messaging-agent/ })
  await row.getByText('Done').waitFor()
  expect(await remembers(page)).toBe(true)
  expect(complaints).toEqual([])
})

test('the bell counts what one was told, the page leads to it, and what was read is read everywhere', async () => {
  const ana = await here.person('member')
  const html = '<b>Boiler</b>'
  const { page, complaints } = await here.desk(ana, 'today')
  const phone = await here.desk(ana, 'notifications', { size: 'phone' })
  const unread = (count: number) => ({ name: `Notifications: ${count} unread`, exact: true })
  const none = { name: 'Notifications', exact: true }
  await page.getByRole('link', none).waitFor()
  await phone.page.getByText('Nothing was told to you yet').waitFor()
  await remember(page)

  const { id } = await here.addTask(html, { primaryUserId: ana.userId })
  const gone = await here.addTask('Wash the curtains', { primaryUserId: ana.userId })
  await page.getByRole('link', unread(2)).waitFor()
  await here.asAdmin.post(`/tasks/${id}/comments`, { content: 'It leaks <i>again</i>' })
  await here.asUser.patch(`/tasks/${id}`, { scheduledDate: '2031-05-06', scheduledTime: '10:00' })
  await here.asUser.delete(`/tasks/${gone.id}`)
  await page.getByRole('link', unread(5)).click()
  const list = page.getByRole('list', none)
  await list.getByText('“It leaks <i>again</i>”').waitFor()
  await list.getByText(/planned it for .*6 May/).waitFor()
  await phone.page.getByRole('list', none).getByText('deleted it').waitFor()

  // What was deleted leads nowhere: to press it is to have read it.
  await list.getByRole('button', { name: /Wash the curtains.*deleted it/ }).click()
  await page.getByRole('link', unread(4)).waitFor()
  await list
    .getByRole('button', { name: `Mark as read: ${html}` })
    .first()
    .click()
  await page.getByRole('link', unread(3)).waitFor()
  await phone.page.getByRole('link', unread(3)).waitFor()
  await list
    .getByRole('link', { name: /gave it to you/ })
    .filter({ hasText: html })
    .click()
  await page.getByRole('heading', { name: html }).waitFor()
  await page.getByRole('link', unread(2)).waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Unread (2)' }).click()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  expect(page.url()).toContain('unread=true')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('You have read everything').waitFor()
  await page.getByRole('link', none).waitFor()
  await phone.page.getByRole('link', none).waitFor()
  expect((await here.asConsole(ana.token).get('/notifications')).body).toMatchObject({
    unreadCount: 0,
    pagination: { total: 5 },
  })
  // Nobody else's.
  expect((await here.asAdmin.get('/notifications?unread=true')).body.items).toEqual([])
  expect(await remembers(page)).toBe(true)
  expect([...complaints, ...phone.complaints]).toEqual([])
})

const HEAD = 'document: { dsl: 1.0.3, namespace: test, name: shared, version: 1.0.0 }\n'

test('a draft that somebody else saves is shown at once; whoever has written something chooses', async () => {
  const id = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  const { page, complaints } = await here.desk(await here.person('manager'), `workflows/${id}`)
  const code = page.getByRole('textbox', { name: 'The document, as YAML' })
  await page.getByText('Nothing is wrong with it.').waitFor()
  await remember(page)
  const save = (name: string) =>
    here.asKey.put(`/workflows/${id}/draft`, { text: `${HEAD}do: [{ ${name}: { set: { x: 2 } } }]\n` }, ANY)
  await save('theirs')
  await page.getByRole('button', { name: /^theirs/ }).waitFor()
  expect(await code.inputValue()).toContain('theirs')
  await page.getByText('Saved', { exact: true }).waitFor()
  await code.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('# mine')
  await save('again')
  await page.getByRole('alert').getByText('Somebody has saved this draft meanwhile').waitFor()
  expect(await code.inputValue()).toContain('# mine')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByRole('button', { name: /^again/ }).waitFor()
  expect(await code.inputValue()).not.toContain('# mine')
  expect(await remembers(page)).toBe(true)
  expect(complaints).toEqual([])
})

test('whose automation was turned off for its language reads so in the list, and why on its page', async () => {
  const ana = await here.person('admin')
  const { page, complaints } = await here.desk(ana, 'notifications')
  await page.getByText('Nothing was told to you yet').waitFor()
  await publishedBefore(here, "evaluate: { language: jsonata }\ndo: [ { a: { set: { n: '${ $sum(list) }' } } } ]")
  await pauseJsonata.run(systemContext(here.runtime))
  await page.getByRole('link', { name: /expressions in JSONata no longer run/ }).click()
  await page.getByText('We turned this automation off').waitFor()
  await page.getByText(/Write them in jq, leave out evaluate\.language/).waitFor()
  expect(complaints).toEqual([])
})
