import { beforeAll, expect, test } from 'vitest'
import { senders, tools } from '#src/catalogue.ts'
import { DOING, LOOKING } from '../web/src/console/settings/agents/agent-tools.ts'
import { ADDRESSES } from '../web/src/console/settings/integrations/addresses.ts'
import { hear } from './console-talk.ts'
import { office, openConsole, OPEN_MILLIS } from './console-stage.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><b>bold</b>'

beforeAll(openConsole, OPEN_MILLIS)

test('what can be chosen for an agent are the tools that there are, in two kinds', () => {
  const asked = 'ask_person'
  expect([...LOOKING, ...DOING].toSorted()).toEqual([...tools.map(({ name }) => name), asked].toSorted())
  const reading = tools.filter(({ effect }) => effect === 'read').map(({ name }) => name)
  expect(LOOKING.toSorted()).toEqual([...reading, asked].toSorted())
})

test('every address is one that we listen at, and every system that sends has one', () => {
  const shown = Object.values(ADDRESSES).flatMap((list) => list.map(({ path }) => path.split('?', 1)[0] ?? ''))
  const heard = senders.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  expect(shown.filter((path) => !heard.includes(path))).toEqual([])
  // The operator's own, and the one that the notes workspace is given when it is set up.
  const others = heard.filter((path) => !shown.includes(path))
  expect(others.filter((path) => !path.startsWith('/v1/internal/tracing/'))).toEqual([
    '/v1/webhooks/notes-workspace/{workspaceId}',
  ])
})

test('an agent is made, changed by two, archived and brought back; who talks to it sees it at once', async () => {
  const here = await office()
  const [{ page, complaints }, member] = [
    await here.desk(await here.person(), 'settings'),
    await here.desk(await here.person('member'), 'assistant'),
  ]
  await member.page.getByText('There is no agent yet').waitFor()
  await page
    .getByRole('link', { name: /^Agents/ })
    .first()
    .click()
  await page.getByText('No agent yet').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Name', { exact: true }).fill(`Porter ${HTML}`)
  await page.getByLabel('In a sentence').fill(`Nights ${HTML}`)
  await page.getByLabel('Instructions', { exact: true }).fill('Answer what the team asks.')
  await page.getByLabel('Model', { exact: true }).selectOption('fast')
  await page.getByRole('button', { name: 'All: To look up' }).click()
  await page.getByRole('checkbox', { name: 'Create a task' }).first().check()
  await page.getByRole('checkbox', { name: 'Delete a task' }).first().check()
  await page.getByRole('group', { name: 'Asks in any case before' }).getByText('Create a task').click()
  await page.getByLabel('Who may answer').selectOption('Any manager')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Agent “Porter ${HTML}” saved.`).waitFor()
  const [agent] = (await here.asAdmin.get('/agents')).body.items
  expect(agent).toMatchObject({
    name: `Porter ${HTML}`,
    model: 'fast',
    stepsMax: 20,
    approval: { asks: 'gated', alsoBefore: ['create_task'], approvers: 'manager', validMinutes: 1440 },
  })
  expect(agent.tools.toSorted()).toEqual([...LOOKING, 'create_task', 'delete_task'].toSorted())
  await member.page.getByRole('heading', { name: `Ask Porter ${HTML}` }).waitFor()

  await page.getByLabel('Instructions', { exact: true }).fill('Mine.')
  await page.getByLabel('Calls of the model in one run, at most').fill('7')
  await here.asAdmin.patch(`/agents/${agent.id}`, { instructions: 'Theirs.', description: 'By day' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByText('Theirs.').waitFor()
  await page.getByRole('button', { name: 'Use mine' }).click()
  await expect
    .poll(async () => (await here.asAdmin.get(`/agents/${agent.id}`)).body)
    .toMatchObject({ instructions: 'Mine.', description: 'By day', stepsMax: 7 })

  // Nothing can be typed that the answer would take away.
  const held = Promise.withResolvers<undefined>()
  await page.route(`**/agents/${agent.id}`, async (call) => {
    if (call.request().method() === 'PATCH') await held.promise
    await call.continue()
  })
  const name = page.getByLabel('Name', { exact: true })
  await page.getByLabel('In a sentence').fill('By night')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => name.isDisabled()).toBe(true)
  held.resolve(undefined)
  await expect.poll(() => name.isDisabled()).toBe(false)
  await page.unroute(`**/agents/${agent.id}`)

  await name.fill('Lost')
  await page.getByRole('link', { name: 'Tags' }).click()
  await page.getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await member.page.getByText('There is no agent yet').waitFor()
  await page.goto(`${here.url}/w/${here.workspaceId}/settings/agents`)
  await page.getByRole('button', { name: 'Archived' }).click()
  await page.waitForURL(/archived=true/)
  await page.getByRole('link', { name: /^Porter/ }).click()
  await page.getByRole('button', { name: 'Take out of the archive' }).click()
  await member.page.getByRole('heading', { name: /^Ask Porter/ }).waitFor()
  expect(await page.title()).not.toBe('owned')
  expect([...complaints, ...member.complaints]).toEqual([])

  const manager = await here.desk(await here.person('manager'), 'settings/agents', { size: 'phone' })
  await manager.page.getByRole('heading', { level: 1, name: 'This is not for your role' }).waitFor()
})

test('a system shows the addresses that it has to send to, on a phone too', async () => {
  const here = await office()
  const secrets = { webhookSecret: `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}` }
  const { body } = await here.asAdmin.post('/integrations', { kind: 'messaging', name: `App ${HTML}`, secrets })
  await here.asAdmin.post('/integrations', {
    kind: 'notes_workspace',
    name: 'Wiki',
    secrets: { setupSecret: 'a-secret-1' },
  })
  const { page, complaints } = await here.desk(await here.person(), 'settings/integrations', { size: 'phone' })
  const row = page.getByRole('listitem').filter({ hasText: 'App <img' })
  await row.getByText('Where it sends to').click()
  const { baseUrl } = here.runtime.services.settings
  await row
    .getByText(`${baseUrl}/v1/webhooks/messaging-agent/${here.workspaceId}/${body.id}`, { exact: true })
    .waitFor()
  const wiki = page.getByRole('listitem').filter({ hasText: 'Wiki' })
  await wiki.getByText('Where it sends to').click()
  await wiki
    .getByText(`${baseUrl}/v1/webhooks/notes-workspace/${here.workspaceId}/setup/{setupSecret}`, { exact: true })
    .waitFor()
  await wiki.getByText('Put in yourself what stands in braces.').waitFor()
  expect(await page.content()).not.toContain('a-secret-1')
  expect(complaints).toEqual([])
})

test('what answers for what is said and chosen, and of two who choose at once nobody overwrites the other', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person(), 'settings/models')
  const row = (name: string) =>
    page
      .getByRole('list', { name: 'What answers for what' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
  const dialog = page.getByRole('dialog')
  const save = () => dialog.getByRole('button', { name: 'Save' }).click()
  const chosen = async () => (await here.asAdmin.get('/ai-settings')).body.models
  await row('Quick answers').getByText('Built-in stand-in').waitFor()
  await row('Quick answers').getByText('have AI_MODEL_FAST set on the server').waitFor()
  await row('Speech to text').getByText('Nobody can do it yet').waitFor()
  await row('Speech to text').getByText('have AI_MODEL_TRANSCRIBE set on the server').waitFor()

  await page.getByRole('button', { name: 'Add a provider' }).click()
  await dialog.getByLabel('Name').fill('house')
  await dialog.getByLabel('Address').fill('https://llm.example.com/v1')
  await dialog.getByLabel('Key').fill('not-a-real-key-4242')
  await save()
  await page.getByText('key ends in 4242').waitFor()
  expect(await page.content()).not.toContain('not-a-real-key')
  // Somebody else chooses for another purpose meanwhile: both stay.
  await page.getByRole('button', { name: 'Choose: Agents and texts' }).click()
  await dialog.getByLabel('Who answers').selectOption('A model of house')
  await dialog.getByLabel('Model', { exact: true }).fill('<b>one</b>')
  await here.asAdmin.patch('/ai-settings', { models: { image: 'house:paint' } })
  await save()
  await row('Agents and texts').getByText('house:<b>one</b>').waitFor()
  await row('Translation').getByText('As chosen here for “Agents and texts”.').waitFor()
  await row('Pictures').getByText('house:paint').waitFor()
  // And for the same one: it is asked.
  await page.getByRole('button', { name: 'Choose: Pictures' }).click()
  await dialog.getByLabel('Model', { exact: true }).fill('mine')
  await here.asAdmin.patch('/ai-settings', { models: { image: 'house:theirs' } })
  await save()
  await dialog.getByText('house:theirs').waitFor()
  await page.getByRole('button', { name: 'Use mine' }).click()
  await row('Pictures').getByText('house:mine').waitFor()
  expect(await chosen()).toMatchObject({ default: 'house:<b>one</b>', image: 'house:mine', translate: null })

  // What serves something cannot be removed before it does not.
  await page.getByText('Used for: Agents and texts, Pictures').waitFor()
  expect(await page.getByRole('button', { name: 'Remove: house' }).count()).toBe(0)
  for (const purpose of ['Agents and texts', 'Pictures']) {
    await page.getByRole('button', { name: `Choose: ${purpose}` }).click()
    await dialog.getByLabel('Who answers').selectOption('Leave it open')
    await save()
    await row(purpose).getByText('house:').waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Remove: house' }).click()
  await page.getByRole('button', { name: 'Remove for good: house' }).click()
  await page.getByText('No provider of your own').waitFor()
  expect(complaints).toEqual([])
})

test('who takes part in a conversation is said, each once', async () => {
  const here = await office()
  const id = await hear(here, { threadId: 't', text: 'Is there a cot?' })
  await here.asAdmin.post(`/conversations/${id}/messages`, { text: 'There is.' })
  // More than is loaded at first: whoever spoke only long ago takes part too.
  const last = here.asConsole((await here.person('member')).token)
  for (let count = 1; count <= 20; count += 1)
    await last.post(`/conversations/${id}/messages`, { text: `And a chair, number ${count}.` })
  const { page } = await here.desk(await here.person(), `inbox/${id}`)
  const { items } = (await here.asAdmin.get(`/conversations/${id}/participants`)).body
  const names = items.map(({ name }: { name: string }) => name)
  const people = page.locator('section', { has: page.getByRole('heading', { name: 'Who takes part' }) }).last()
  await people.getByText('Team').first().waitFor()
  const [guest, ours, theirs] = names
  expect(await people.getByRole('listitem').allTextContents()).toEqual([
    `${guest}From outside`,
    `${ours}Team`,
    `${theirs}Team`,
  ])
})
