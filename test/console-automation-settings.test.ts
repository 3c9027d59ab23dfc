import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { office, openConsole, OPEN_MILLIS, type Office } from './console-stage.ts'
import { ANY, publish, reached, start, workflows } from './workflow-place.ts'

let here: Office

beforeAll(async () => {
  await openConsole()
  here = await office()
}, OPEN_MILLIS)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const HTML = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'

test('how many runs go at a time, how long they stay and how often a call is made again is set and seen', async () => {
  const id = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  const { page, complaints } = await here.desk(await here.person('manager'), `workflows/${id}?tab=settings`)
  await page.getByLabel('Name').fill(`Round ${HTML}`)
  await page.getByLabel('Description').fill(HTML)
  await page.getByLabel('Tags').fill('cleaning, night')
  await page.getByLabel('Days that finished runs are kept').fill('90')
  await page.getByLabel('How many at most').fill('2')
  await page.getByLabel('One more than that').selectOption('Is not started')
  await page.getByLabel('Counted together by').fill('.[0].data.propertyId')
  await page.getByLabel('How often it is made again').fill('3')
  await page.getByLabel('Seconds before the first time').fill('5')
  await button(page, 'Save settings').click()
  await page.getByText('Settings saved.').waitFor()
  await page.getByRole('heading', { level: 1, name: `Round ${HTML}` }).waitFor()
  expect((await here.asKey.get(`/workflows/${id}`)).body).toMatchObject({
    description: HTML,
    tags: ['cleaning', 'night'],
    retentionDays: 90,
    concurrency: { limit: 2, key: '.[0].data.propertyId', policy: 'skip' },
    retryDefaults: { attempts: 3, delaySeconds: 5, backoff: 'exponential' },
  })
  // What somebody has begun to change is not taken from them by what others do.
  await page.getByLabel('How many at most').fill('')
  await here.asKey.patch(`/workflows/${id}`, { retentionDays: 30 }, ANY)
  await button(page, 'Turn off').click()
  await button(page, 'Turn off').waitFor({ state: 'detached' })
  expect(await page.getByLabel('How many at most').inputValue()).toBe('')
  await button(page, 'Save settings').click()
  const settings = async () => (await here.asKey.get(`/workflows/${id}`)).body
  await expect.poll(settings).toMatchObject({ retentionDays: 30, concurrency: null, status: 'inactive' })
  // Where it is the same that both have changed, it is asked.
  await expect.poll(() => page.getByLabel('Days that finished runs are kept').inputValue()).toBe('30')
  await page.getByLabel('Days that finished runs are kept').fill('60')
  await here.asKey.patch(`/workflows/${id}`, { retentionDays: 45, concurrency: { limit: 2 } }, ANY)
  await button(page, 'Save settings').click()
  await page.getByRole('dialog').getByText('45').waitFor()
  await button(page, 'Use mine').click()
  await expect.poll(settings).toMatchObject({ retentionDays: 60, concurrency: { limit: 2 } })

  const member = await here.desk(await here.person('member'), `workflows/${id}?tab=settings`, { size: 'phone' })
  expect(await member.page.getByLabel('How many at most').inputValue()).toBe('2')
  expect(await member.page.getByLabel('How many at most').isDisabled()).toBe(true)
  expect(await button(member.page, 'Save settings').count()).toBe(0)
  expect(await page.title()).not.toBe('owned')
  expect([...complaints, ...member.complaints]).toEqual([])
})

test('a trigger has its filter, which is seen and changed; one step is tried by itself', async () => {
  const id = await publish(
    here,
    `
    do:
      - ask: { call: 'task-list:1.0.0@default', with: { priority: '\${ .priority }' } }
      - keep: { set: { seen: '\${ .html }' } }`,
  )
  const { page, complaints } = await here.desk(await here.person('manager'), `workflows/${id}?tab=triggers`)
  const dialog = page.getByRole('dialog')
  await button(page, 'Add trigger').click()
  await dialog.getByLabel('What should set it off').selectOption('When something happens')
  await dialog.getByLabel('Which events').fill('ops.task.created.v1')
  await dialog.getByLabel('Only if the event is like this').fill('{"data": ')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('This is not JSON.').waitFor()
  await dialog.getByLabel('Only if the event is like this').fill('{"data": {"priority": "URGENT"}}')
  await dialog.getByLabel('Name (optional)').fill('Urgent ones')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Urgent ones' })
  await card.getByText('"priority": "URGENT"').waitFor()
  await page.getByRole('button', { name: 'Edit: Urgent ones' }).click()
  await dialog.getByLabel('Only if the event is like this').fill(JSON.stringify({ data: { title: HTML } }))
  await dialog.getByRole('button', { name: 'Save trigger' }).click()
  await page.getByText('Trigger saved.').waitFor()
  await card.getByText('onerror').waitFor()
  const triggers = async () => (await here.asKey.get(`/workflows/${id}/triggers`)).body.items
  const [trigger] = await triggers()
  expect(trigger).toMatchObject({ eventTypes: ['ops.task.created.v1'], filter: { data: { title: HTML } } })
  // What somebody else changes while the sheet is open stays theirs; where it is the same, it is asked.
  await page.getByRole('button', { name: 'Edit: Urgent ones' }).click()
  await dialog.getByLabel('Name (optional)').fill('Mine')
  const theirs = { name: 'Theirs', filter: null }
  await here.asKey.patch(`/workflows/${id}/triggers/${trigger.id}`, theirs, ANY)
  await dialog.getByRole('button', { name: 'Save trigger' }).click()
  await dialog
    .getByText(/Theirs$/)
    .first()
    .waitFor()
  await button(page, 'Use mine').click()
  await expect.poll(triggers).toMatchObject([{ name: 'Mine', filter: null }])
  await expect.poll(() => dialog.count()).toBe(0)

  await page.getByRole('link', { name: 'Tests' }).click()
  await button(page, 'Try one step').click()
  await dialog.getByLabel('Which step of the draft').selectOption('keep (set)')
  await dialog.getByLabel('Input, as JSON').fill(JSON.stringify({ html: HTML }))
  await button(page, 'Try it').click()
  await dialog.getByText('Done', { exact: true }).waitFor()
  await dialog.getByText(HTML).first().waitFor()
  await dialog.getByLabel('Which step of the draft').selectOption('ask (call)')
  await button(page, 'Try it').click()
  await dialog.getByText('Failed', { exact: true }).waitFor()
  await dialog.getByLabel('Answers of steps, as JSON').fill('[{"path": "/do/0/ask", "output": {"items": []}}]')
  await button(page, 'Try it').click()
  await dialog.getByText('Then comes keep').waitFor()
  await dialog.getByRole('heading', { name: 'What it does' }).waitFor()
  expect(await page.title()).not.toBe('owned')
  expect(complaints).toEqual([])
})

test('a secret is set, replaced and removed, another administrator sees it at once, and nobody its value', async () => {
  const [{ page, complaints }, other] = await Promise.all([
    here.desk(await here.person(), 'settings/secrets'),
    here.desk(await here.person(), 'settings/secrets', { size: 'phone' }),
  ])
  await other.page.getByText('No secret yet').waitFor()
  const dialog = page.getByRole('dialog')
  await button(page, 'Add secret').first().click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('PARTNER_KEY')
  await dialog.getByLabel('Value').fill('sk-very-secret-1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('PARTNER_KEY is set.').waitFor()
  await other.page.getByRole('heading', { name: 'PARTNER_KEY' }).waitFor()
  // Nothing is replaced unseen, and a key of several lines stays one.
  await button(page, 'Add secret').first().click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('PARTNER_KEY')
  await dialog.getByLabel('Value').fill('-----BEGIN KEY-----\nvery-secret-3\n')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('There is one with this name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('SIGNING_KEY')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/workflow-secrets'),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    name: 'SIGNING_KEY',
    value: '-----BEGIN KEY-----\nvery-secret-3',
  })
  await page.getByRole('button', { name: 'Remove: SIGNING_KEY' }).click()
  await page.getByRole('button', { name: 'Really remove it?: SIGNING_KEY' }).click()
  await page.getByText('SIGNING_KEY is gone.').waitFor()
  await page.getByRole('button', { name: 'New value: PARTNER_KEY' }).click()
  await dialog.getByLabel('Value').fill('not fields')
  await dialog.getByLabel(/^It has fields/).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This is not JSON with fields.').waitFor()
  await dialog.getByLabel('Value').fill('{"username": "us", "password": "very-secret-2"}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The value that is there now is lost.').waitFor()
  await dialog.getByRole('button', { name: 'Replace the value' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  for (const each of [page, other.page]) expect(await each.content()).not.toContain('very-secret')
  await page.getByRole('button', { name: 'Remove: PARTNER_KEY' }).click()
  await page.getByRole('button', { name: 'Really remove it?: PARTNER_KEY' }).click()
  await other.page.getByText('No secret yet').waitFor()
  const manager = await here.desk(await here.person('manager'), 'settings/secrets')
  await manager.page.getByText('This is not for your role').waitFor()
  expect([...complaints, ...other.complaints]).toEqual([])
})

test('two versions share the new runs; open runs move to the newer one once it was told which of them can', async () => {
  workflows(here)
  const HEAD = 'document: { dsl: 1.0.3, namespace: test, name: moving, version: 1.0.0 }\n'
  const hear = '- hear: { listen: { to: { one: { with: { type: test.never } } } } }'
  const id = await publish(here, `${HEAD}do:\n  ${hear}\n`)
  const runId = await start(here, id)
  await reached(here, runId, 'waiting')
  await here.asKey.put(`/workflows/${id}/draft`, { text: `${HEAD}do:\n  - a: { set: { x: 1 } }\n  ${hear}\n` }, ANY)
  await here.asKey.post(`/workflows/${id}/versions`, undefined, ANY)
  const { page, complaints } = await here.desk(await here.person('manager'), `workflows/${id}?tab=versions`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Share the runs: Version 2' }).click()
  await dialog.getByLabel('Of a hundred new runs, so many').fill('25')
  await dialog.getByRole('button', { name: 'Share the runs' }).click()
  await page.getByText('25 of 100 new runs follow version 2.').waitFor()
  await page.getByText('75 of 100 runs', { exact: true }).waitFor()
  expect((await here.asKey.get(`/workflows/${id}`)).body.routes).toEqual([
    { version: 2, weight: 25 },
    { version: 1, weight: 75 },
  ])
  await button(page, 'Move open runs').click()
  // What is not over when nobody waits any longer is not said to be.
  await page.route('**/workflow-operations/**', async (call) => {
    const response = await call.fetch()
    await call.fulfill({ response, json: { ...(await response.json()), status: 'running' } })
  })
  await button(page, 'See what would happen').click()
  await dialog.getByText(/^Still under way: \d of 1 so far\.$/).waitFor()
  expect(await button(page, 'Move 1 run').count()).toBe(0)
  await page.unroute('**/workflow-operations/**')
  await button(page, 'See what would happen').click()
  await dialog.getByText('1 run can move').waitFor()
  expect((await here.asKey.get(`/workflow-runs/${runId}`)).body.workflowVersion).toBe(1)
  await button(page, 'Move 1 run').click()
  await page.getByText('1 run has moved.').waitFor()
  expect((await here.asKey.get(`/workflow-runs/${runId}`)).body.workflowVersion).toBe(2)
  expect(complaints).toEqual([])
})

test('a workflow that comes from another engine says who has it, and goes from one to the other', async () => {
  const id = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  await here.asKey.patch(`/workflows/${id}`, { legacyRef: `zap ${HTML}` }, ANY)
  const { page, complaints } = await here.desk(await here.person('manager'), `workflows/${id}?tab=settings`)
  await page.getByText(`In the other one it is called zap ${HTML}.`).waitFor()
  await button(page, 'Only compare here').click()
  await page.getByText('In the shadow of another engine').first().waitFor()
  // What is said lies over the end of the page.
  await button(page, 'Put away').click()
  await button(page, 'Take it over here').click()
  await page.getByText(/0 of 20 compared/).waitFor()
  await button(page, 'Put away').click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Both were watched by hand')
  await page.getByLabel(/^Although the two do not agree/).check()
  await button(page, 'Take it over here').click()
  await page.getByText('Runs here').waitFor()
  expect((await here.asKey.get(`/workflows/${id}`)).body.owner).toBe('service')
  expect(complaints).toEqual([])
})
