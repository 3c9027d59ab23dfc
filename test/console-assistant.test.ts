import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { tools } from '#src/catalogue.ts'
import { assistantWords } from '../web/src/console/assistant/words/assistant-words.ts'
import { runsWorking } from './agent-place.ts'
import { makeAgent, saidEvent, scripted } from './console-agent.ts'
import { expectSeen, office, openConsole, OPEN_MILLIS, signIn } from './console-stage.ts'
import { visitor, watched } from './browser.ts'
import { restartedServer } from './restarted-server.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script><b>bold</b>'

const log = (page: Page) => page.getByRole('log', { name: 'What was said and done' })

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write to the assistant' }).fill(text)
  await page.keyboard.press('Enter')
}

beforeAll(openConsole, OPEN_MILLIS)

test('every tool has a name in plain words', () => {
  const known = Object.keys(assistantWords.en.tools)
  expect(tools.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

test('a talk with an agent: looked up, declined with the reason, approved in place, listed, the same after a reload', async () => {
  const here = await office()
  runsWorking(here)
  await makeAgent(here)
  const me = await here.person('member')
  const { page, complaints } = await here.desk(me, 'assistant')
  const { page: other } = await here.desk(me, 'assistant', { language: 'de' })
  await page.getByRole('heading', { name: 'Ask Operations assistant' }).waitFor()
  await say(page, 'List the departments')
  await log(page).getByRole('article').last().getByText('Housekeeping').waitFor()
  const call = log(page).getByRole('group').filter({ hasText: 'Look up departments' })
  await call.getByText('What came back').waitFor({ state: 'hidden' })
  await call.getByText('Look up departments').click()
  await call.getByText('What came back').waitFor()
  await call.getByText('Look up departments').click()

  await say(page, 'Create an urgent task to fix the boiler at Casa do Farol for Housekeeping')
  await log(page).getByText('Wants to: Create a task').waitFor()
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(0)
  await other.getByText('Möchte: Aufgabe anlegen').waitFor()
  // Once, and in no other language.
  expect(await other.getByText('Create a task', { exact: true }).count()).toBe(0)
  await log(page).getByRole('button', { name: 'Decline' }).click()
  await page.locator('textarea[name=reason]:focus').waitFor()
  const [button, box] = [page.getByRole('button', { name: 'Decline' }), page.getByLabel('Write to the assistant')]
  const [lower, upper] = [await button.boundingBox(), await box.boundingBox()]
  expect((lower?.y ?? 0) + (lower?.height ?? 0)).toBeLessThan(upper?.y ?? 0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true)
  await button.click()
  await page.getByLabel('Why not?').fill('Not before Monday.')
  await page.getByRole('button', { name: 'Decline' }).click()
  await log(page).getByText('Declined').first().waitFor()
  await other.getByText('Möchte: Aufgabe anlegen').waitFor({ state: 'detached' })
  await log(page).getByText('Not before Monday.', { exact: true }).waitFor()
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(0)

  await say(page, 'Create an urgent task to fix the boiler at Casa do Farol for Housekeeping')
  await log(page).getByRole('button', { name: 'Approve' }).click()
  await log(page).getByText('Approved').waitFor()
  await expect
    .poll(async () => (await here.asKey.get('/tasks')).body.items)
    .toMatchObject([{ priority: 'URGENT', propertyId: here.propertyId, source: 'AI' }])
  // Before it goes on it does not run either: what it says at the end is the end.
  await log(page)
    .getByRole('article')
    .last()
    .getByText(/^Created/)
    .waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  const before = await log(page).innerText()
  await page.reload()
  await log(page).getByText('Approved').waitFor()
  await expect.poll(() => log(page).innerText()).toBe(before)
  await page
    .getByRole('list', { name: 'Earlier talks' })
    .getByRole('link', { name: /List the departments/ })
    .waitFor()
  await page.getByRole('link', { name: 'New talk' }).click()
  await page.getByRole('heading', { name: 'Ask Operations assistant' }).waitFor()
  await page.goBack()
  await log(page).getByText('Approved').waitFor()
  await page.getByRole('link', { name: 'Assistant' }).click()
  await page.getByRole('heading', { name: 'Ask Operations assistant' }).waitFor()
  expect(complaints).toEqual([])
})

test('the server is restarted while an agent writes: nothing is lost and nothing is said twice; reasoning is folded', async () => {
  const here = await office()
  const person = await here.person('member')
  const server = await restartedServer(here.runtime)
  const { sessionId, append, message } = await scripted(here, person)
  const runId = newId()
  await append(saidEvent('Good morning'), { type: 'run.started', run_id: runId })
  const writer = await message()
  await writer.reasoning('Somebody greets.')
  await writer.text('Good morning')
  await writer.flush()
  const { page } = await watched(await visitor({ size: 'desktop' }))
  await page.goto(`${server.url}/w/${here.workspaceId}/assistant/${sessionId}`)
  await signIn(page, person)
  const answer = log(page).getByRole('article')
  await answer.getByText('Good morning').waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await log(page).getByText('Somebody greets.').waitFor({ state: 'hidden' })

  await server.stop()
  await page.getByText('Connecting again. Nothing is lost.').waitFor()
  await writer.text(', how are')
  await writer.flush()
  await server.start()
  await answer.getByText('Good morning, how are').waitFor()
  await page.getByText('Connecting again. Nothing is lost.').waitFor({ state: 'detached' })
  await writer.text(' you?')
  await writer.end()
  await append({ type: 'run.finished', run_id: runId, outcome: 'success' })
  await answer.getByText('Good morning, how are you?', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  await page.getByText('How it thinks').click()
  await expectSeen(log(page).getByText('Somebody greets.'))

  // However long it gets, only the talk scrolls, never the console around it.
  await append(...Array.from({ length: 40 }, (_, at) => saidEvent(`And another thing: ${at}`)))
  await log(page).getByText('And another thing: 39').waitFor()
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
})

test('on a phone: a run that waits is stopped, one that fails says why, somebody else’s talk is not shown', async () => {
  const here = await office()
  const person = await here.person('member')
  await makeAgent(here)
  const { page } = await here.desk(person, 'assistant', { size: 'phone' })
  await say(page, 'What is urgent today?')
  // Nobody works on it.
  await log(page).getByText('Waits for its turn').waitFor()
  await say(page, 'And tomorrow?')
  await page.getByRole('button', { name: 'Stop' }).click()
  await log(page).getByText('Stopped. What was done stays done.').waitFor()
  await page.getByRole('button', { name: 'All talks' }).click()
  await page.getByRole('link', { name: /What is urgent today/ }).waitFor()

  const failing = await scripted(here, person)
  const runId = newId()
  await failing.append(saidEvent('Hello'), { type: 'run.started', run_id: runId })
  await failing.append({ type: 'run.failed', run_id: runId, code: 'model_timeout', message: 'No answer in 60 s.' })
  await page.goto(`${here.url}/w/${here.workspaceId}/assistant/${failing.sessionId}`)
  await page.getByRole('alert').getByText('The model took too long').waitFor()
  await page.getByText('No answer in 60 s.').waitFor()

  const other = await scripted(here, await here.person())
  await other.append(saidEvent('A secret'))
  await page.goto(`${here.url}/w/${here.workspaceId}/assistant/${other.sessionId}`)
  await expectSeen(page.getByRole('heading', { name: 'This is not for your role' }))
})

test('what runs is stopped where it is seen', async () => {
  const here = await office()
  await makeAgent(here)
  const person = await here.person('member')
  const { page } = await here.desk(person, 'assistant')
  await say(page, 'What is urgent today?')
  await log(page).getByText('Waits for its turn').waitFor()
  const [run] = (await here.asConsole(person.token).get('/agent-runs')).body.items
  const { sessionId, append } = await scripted(here, person)
  await append(saidEvent('Go'), { type: 'run.started', run_id: run.id })
  await page.goto(`${here.url}/w/${here.workspaceId}/assistant/${sessionId}`)
  await log(page).getByText('At work').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped.', { exact: true }).waitFor()
  await expect
    .poll(async () => (await here.asConsole(person.token).get(`/agent-runs/${run.id}`)).body.status)
    .toBe('cancelled')
})

test('HTML in what is said, thought, looked up and answered is text', async () => {
  const here = await office()
  const person = await here.person('member')
  const { sessionId, append, message } = await scripted(here, person)
  await append(saidEvent(`Said ${HTML}`), { type: 'run.started', run_id: newId() })
  const writer = await message()
  await writer.reasoning(`Thought ${HTML}`)
  await writer.text(`Answer ${HTML} [x](javascript:alert(1))`)
  await writer.toolStart({ id: 'c1', name: `tool_${HTML}` })
  await writer.toolArguments('c1', JSON.stringify({ [`field ${HTML}`]: `Value ${HTML}` }))
  await writer.toolCall('c1', { done: true })
  await writer.toolStart({ id: 'c2', name: 'list_tasks' })
  const [homeId, unknownId] = [newId(), newId()]
  await writer.toolArguments('c2', JSON.stringify({ homeId, scheduledDate: '2026-07-14', tagIds: [unknownId] }))
  await writer.toolCall('c2', {})
  await writer.end()
  await append({ type: 'tool.result', message_id: newId(), tool_call_id: 'c1', status: 'error', output: `Out ${HTML}` })
  const output = JSON.stringify({ items: [{ property: { id: homeId, name: `Home ${HTML}` } }] })
  await append({ type: 'tool.result', message_id: newId(), tool_call_id: 'c2', status: 'ok', output })
  const { page, complaints } = await here.desk(person, `assistant/${sessionId}`)
  // All of it is there, folded.
  await page.getByText(`Out ${HTML}`).last().waitFor({ state: 'attached' })
  await page.getByText(`Said ${HTML}`).last().waitFor()
  // Names, where what came back has them, and days as they are written here.
  const line = page.locator('summary').filter({ hasText: 'Look through tasks' })
  await line.getByText(`Home ${HTML} · Tue 14 Jul`, { exact: true }).waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  for (const text of ['Thought', 'Answer', 'Value', 'Out']) await page.getByText(`${text} ${HTML}`).last().waitFor()
  expect(await page.title()).not.toBe('owned')
  expect(await page.locator('main img, main script, main a[href^=javascript]').count()).toBe(0)
  expect(complaints).toEqual([])
})
