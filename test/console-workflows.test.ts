import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { office, openConsole, OPEN_MILLIS, type Office } from './console-stage.ts'
import { ANY, publish, reached, settled, start, workflows } from './workflow-place.ts'

let here: Office

beforeAll(async () => {
  await openConsole()
  here = await office()
}, OPEN_MILLIS)

/** The editor stands in a shadow tree, which these look into by themselves. */
const code = (page: Page) => page.getByRole('textbox', { name: 'The document, as YAML' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** In place of all that is there, as a person who pastes. */
async function write(page: Page, text: string): Promise<void> {
  await code(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

const HEAD = 'document: { dsl: 1.0.3, namespace: test, name: written, version: 1.0.0 }\n'

test('an automation is made from a recipe, mended where it says so, published and turned on, run, and watched', async () => {
  workflows(here)
  const { page, complaints } = await here.desk(await here.person('manager'), 'workflows')
  await button(page, 'New automation').first().click()
  await page.getByLabel('Name').fill('Choose the priority')
  await page.getByRole('radio', { name: 'One way or another' }).check()
  await page.getByText('choose-priority').waitFor()
  await button(page, 'Create').click()
  await page.getByRole('heading', { level: 1, name: 'Choose the priority' }).waitFor()
  await page.getByText('Nothing is wrong with it.').waitFor()
  await page.getByRole('button', { name: /^urgent/ }).press(' ')
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')

  await write(page, `${HEAD}do:\n  - greet: { set: { text: Hello } }\n  - then: { then: nowhere }\n`)
  await page.getByText('Not saved yet').waitFor()
  const problem = page.getByRole('button', { name: /^Line 4/ })
  await problem.first().waitFor()
  await expect.poll(() => button(page, 'Publish').isDisabled()).toBe(true)
  await problem.first().click()
  await page.keyboard.press('Control+Home')

  await write(page, `${HEAD}do:\n  - greet: { set: { text: Hello } }\n  - make:\n      call: `)
  await page.keyboard.type('task-cre')
  await page.getByRole('option', { name: /^task-create:1\.0\.0@default/ }).click()
  await page.keyboard.insertText(
    `\n      with:\n        title: Made by itself\n        departmentId: ${here.departmentId}\n        `,
  )
  await page.keyboard.type('prio')
  await page.getByRole('option', { name: /^priority/ }).click()
  await page.keyboard.type('HIGH')
  await page.getByText('Nothing is wrong with it.').waitFor()
  await page.getByRole('button', { name: /^make/ }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Draft saved.').waitFor()
  await button(page, 'Publish and turn on').click()
  await page.getByText('Version 1 is published, and on.').waitFor()
  await page.getByText('It is on as it stands here.').waitFor()
  expect(await button(page, 'Publish and turn on').isDisabled()).toBe(true)

  await button(page, 'Run now').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('heading', { level: 1, name: 'Run of Choose the priority' }).waitFor()
  await page.locator('h1 ~ span').getByText('Done').waitFor()
  await page.getByRole('button', { name: /^make call/ }).click()
  await page.getByRole('group', { name: 'What make got and gave' }).getByText('Made by itself').first().waitFor()
  await page.getByRole('link', { name: /^TK-\d+ Made by itself$/ }).click()
  await page.getByRole('heading', { name: 'Made by itself' }).waitFor()
  expect(complaints).toEqual([])
})

test('a run that failed is seen in the list, opens where it failed, and goes on from a step that is chosen', async () => {
  workflows(here)
  const id = await publish(
    here,
    `
    do:
      - first: { set: { bad: '\${ .bad }', seen: true } }
      - check: { if: .bad, raise: { error: { type: https://example.com/errors/no-water, status: 503, title: No water } } }
      - last: { set: { isDone: true } }`,
  )
  await here.asKey.patch(`/workflows/${id}`, { name: 'Water round' }, ANY)
  const runId = await start(here, id, { bad: true })
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted' })
  const { page, complaints } = await here.desk(await here.person('manager'), 'workflows')
  await page.getByText('1 automation failed last time').waitFor()
  await button(page, 'Show them').click()
  await page.getByRole('link', { name: /Water round/ }).click()
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page
    .getByRole('row', { name: /Runs by day|1/ })
    .first()
    .waitFor()
  await page.getByLabel('State').selectOption('Failed')
  await page.locator('main [data-row]').first().click()

  const step = page.getByRole('group', { name: 'What check got and gave' })
  await step.getByText('No water').waitFor()
  await expect.poll(() => page.getByRole('group', { name: 'What first got and gave' }).count()).toBe(0)
  await page.getByRole('button', { name: /^first set/ }).click()
  await button(page, 'Try again from here').first().click()
  await page.getByLabel('Input, as JSON').fill('{"bad": ')
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await page.getByText('This is not JSON.').waitFor()
  await page.getByLabel('Input, as JSON').fill('{"bad": false}')
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await page.locator('h1 ~ span').getByText('Done').waitFor()
  await page.getByRole('button', { name: /^check.*Left out/ }).waitFor()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { isDone: true } })
  expect(complaints).toEqual([])
})

test('a run is followed as it goes: what runs now is open, it is suspended, goes on, and its child is found', async () => {
  workflows(here)
  await publish(
    here,
    'document: { dsl: 1.0.3, namespace: test, name: inner, version: 1.0.0 }\ndo: [{ inside: { set: { x: 1 } } }]',
  )
  const id = await publish(
    here,
    `
    do:
      - begin: { set: { order: 7 } }
      - call-inner: { run: { workflow: { namespace: test, name: inner, version: 1.0.0 } } }
      - hear: { listen: { to: { one: { with: { type: test.go-on } } } } }
      - end-here: { set: { isOver: true } }`,
  )
  const runId = await start(here, id)
  await reached(here, runId, 'waiting')
  const { page, complaints } = await here.desk(await here.person('manager'), `runs/${runId}`)
  await page.getByRole('group', { name: 'What hear got and gave' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await button(page, 'Suspend').click()
  await page.locator('h1 ~ span').getByText('Suspended').waitFor()
  await button(page, 'Go on').click()
  await page.locator('h1 ~ span').getByText('Waiting').waitFor()
  await reached(here, runId, 'waiting')
  // Somebody else lets it go on; nobody touches the page.
  await here.asKey.post(`/workflow-runs/${runId}/events`, { type: 'test.go-on', data: {} })
  await page.locator('h1 ~ span').getByText('Done').waitFor()
  await page.getByRole('button', { name: /^end-here set/ }).waitFor()
  await page.getByRole('button', { name: /^call-inner run/ }).click()
  await page.getByRole('link', { name: /^To its run/ }).click()
  await page.getByRole('button', { name: /^inside set/ }).waitFor()
  await page.getByRole('link', { name: 'The run that caused it' }).click()
  await page.getByRole('button', { name: /^begin set/ }).waitFor()
  await button(page, 'Run again').click()
  await page.getByText('A new run has begun.').waitFor()
  await page.getByRole('group', { name: 'What hear got and gave' }).waitFor()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: /^Really cancel it/ }).click()
  await page.locator('h1 ~ span').getByText('Cancelled').waitFor()
  expect(complaints).toEqual([])
})

test('an approval is answered where it is asked, on a phone too, and others see it at once', async () => {
  workflows(here)
  const { id: taskId } = await here.addTask('Boiler')
  const id = await publish(
    here,
    `
    do:
      - ask:
          call: approval:1.0.0@default
          with:
            question: '\${ .question }'
            context: { vendor: Aqua Lda }
            form: { type: object, required: [amount], properties: { amount: { type: number, title: Amount } } }
            assignees: { roles: [manager] }
            taskId: ${taskId}
            dueAfter: PT4H`,
  )
  const [manager, member] = [await here.person('manager'), await here.person('member')]
  const [desk, phone] = await Promise.all([
    here.desk(manager, 'approvals'),
    here.desk(await here.person('manager'), 'approvals', { size: 'phone' }),
  ])
  await desk.page.getByText('Nothing waits for you').waitFor()
  const runId = await start(here, id, { question: 'Pay for a boiler?' })
  const card = (page: Page) => page.getByRole('article', { name: 'Pay for a boiler?' })
  await card(desk.page).getByText('Aqua Lda').waitFor()
  await card(desk.page).getByText('Without an answer it counts as rejected.').waitFor()
  await card(phone.page).getByLabel('Amount (needed)').fill('much')
  await card(phone.page).getByRole('button', { name: 'Approve' }).click()
  await card(phone.page).getByText('This is not a number.').waitFor()
  await card(phone.page).getByLabel('Amount (needed)').fill('480')
  await card(phone.page).getByRole('button', { name: 'Approve' }).click()
  await card(desk.page).waitFor({ state: 'detached' })
  expect(await settled(here, runId)).toMatchObject({ output: { decision: 'approved', data: { amount: 480 } } })

  const second = await start(here, id, { question: 'And another?' })
  await reached(here, second, 'waiting')
  await reached(here, await start(here, id, { question: 'A third?' }), 'waiting')
  await phone.page.reload()
  // What comes in above it would push it down again.
  await phone.page.getByRole('article', { name: 'A third?' }).waitFor()
  const folded = phone.page.getByRole('article', { name: 'And another?' })
  await phone.page.getByRole('button', { name: 'Answer: And another?' }).click()
  const foot = async () => {
    const box = await folded.getByRole('button', { name: 'Approve' }).boundingBox()
    return box ? box.y + box.height : Infinity
  }
  await expect.poll(foot).toBeLessThanOrEqual(SIZES.phone.height)
  expect(await folded.evaluate((element) => element.matches(':focus'))).toBe(true)
  const seen = await here.desk(member, 'approvals?whose=all')
  await seen.page.getByRole('article', { name: 'And another?' }).getByText('Others are asked.').waitFor()
  await expect.poll(() => seen.page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await seen.page.goto(`${here.url}/w/${here.workspaceId}/approvals?whose=over`)
  await card(seen.page).waitFor()
  await expect.poll(() => seen.page.getByRole('article').count()).toBe(1)
  await seen.page.route('**/workflow-approvals/*', (call) => call.fulfill({ status: 409, body: '{}' }))
  await seen.page.getByRole('button', { name: 'Show the answer: Pay for a boiler?' }).click()
  const again = card(seen.page).getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await seen.page.unrouteAll()
  await again.click()
  await card(seen.page).getByText('480').waitFor()
  await desk.page.goto(`${here.url}/w/${here.workspaceId}/tasks/${taskId}`)
  await desk.page.getByRole('button', { name: 'Complete' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await desk.page.getByRole('link', { name: /And another/ }).click()
  await desk.page.getByRole('button', { name: 'Reject' }).click()
  await desk.page.getByText('Rejected', { exact: true }).waitFor()
  expect(await settled(here, second)).toMatchObject({ output: { decision: 'rejected' } })
  await folded.waitFor({ state: 'detached' })
  await phone.page.getByRole('button', { name: 'Answer: A third?' }).click()
  await phone.page.getByRole('button', { name: 'Reject' }).click()
  await phone.page.getByText('Nothing waits for you').waitFor()
  expect([...desk.complaints, ...phone.complaints]).toEqual([])
})

test('what nobody answered in time says so, and when that was', async () => {
  workflows(here)
  for (const policy of ['approve', 'fault']) {
    const call = 'call: approval:1.0.0@default'
    const asked = `question: Without an answer ${policy}?, dueAfter: PT0.05S, onOverdue: ${policy}`
    const id = await publish(here, `do: [{ ask: { ${call}, with: { ${asked} } } }]`)
    await settled(here, await start(here, id, {}))
  }
  const { page, complaints } = await here.desk(await here.person('manager'), 'approvals?whose=over')
  for (const question of ['Without an answer approve?', 'Without an answer fault?']) {
    await page.getByRole('button', { name: `Show the answer: ${question}` }).click()
    await page
      .getByRole('article', { name: question })
      .getByText(/^Nobody answered in time.+\d/)
      .waitFor()
  }
  expect(complaints).toEqual([])
})

test('what two write at once is not lost: the second sees it and chooses; what is not saved outlives a reload', async () => {
  const id = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  const { page, complaints } = await here.desk(await here.person('manager'), `workflows/${id}`)
  await page.getByText('Nothing is wrong with it.').waitFor()
  await write(page, `${HEAD}do: [{ mine: { set: { x: 2 } } }]\n`)
  await page.getByText('Not saved yet').waitFor()
  await page.reload()
  await page.getByText('What you had written here and not saved is still there.').waitFor()
  await here.asKey.put(`/workflows/${id}/draft`, { text: `${HEAD}do: [{ theirs: { set: { x: 3 } } }]\n` }, ANY)
  await button(page, 'Save draft').click()
  await page.getByRole('alert').getByText('Somebody has saved this draft meanwhile').waitFor()
  await page.getByRole('group', { name: 'Theirs against yours' }).getByText('theirs').waitFor()
  expect((await here.asKey.get(`/workflows/${id}/draft`)).body.text).toContain('theirs')
  await button(page, 'Save mine over it').click()
  await page.getByText('Draft saved.').waitFor()
  expect((await here.asKey.get(`/workflows/${id}/draft`)).body.text).toContain('mine')
  await page.reload()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('still there').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('versions are compared and an earlier one turned on again; a webhook shows its address once; tests say what differs', async () => {
  workflows(here)
  const id = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  await here.asKey.put(`/workflows/${id}/draft`, { text: `${HEAD}do: [{ a: { set: { x: 2 } } }]\n` }, ANY)
  await here.asKey.post(`/workflows/${id}/versions`, undefined, ANY)
  const { page, complaints } = await here.desk(await here.person('manager'), `workflows/${id}?tab=versions`)
  await page.getByText('Changed: a (set)').waitFor()
  await page.getByRole('group', { name: 'The two as text' }).getByText('x: 2').waitFor()
  await page.getByRole('button', { name: 'Turn on this one: Version 2' }).click()
  await page.getByText('New runs follow version 2.').waitFor()
  await page.getByRole('button', { name: 'Turn on this one: Version 1' }).waitFor()
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Turn on this one: Version 2' }).waitFor()

  await page.getByRole('link', { name: 'Triggers' }).click()
  await button(page, 'Add trigger').click()
  await page.getByLabel('Name (optional)').fill('Partner')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  const address = await page.getByRole('textbox', { name: 'Address' }).inputValue()
  expect(address).toContain('/v1/webhooks/trigger/')
  await button(page, 'I have it').click()
  await button(page, 'Switch off').click()
  await page.getByText('Switched off').waitFor()
  expect(await page.content()).not.toContain(address)

  await page.getByRole('link', { name: 'Tests' }).click()
  await button(page, 'Add test').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Gives one')
  await dialog.getByLabel('What is expected, as JSON').fill('{"output": {"x": 1}}')
  await dialog.getByRole('button', { name: 'Save test' }).click()
  await button(page, 'Run all on the draft').click()
  await page.getByText('0 passed, 1 failed.').waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'Gives one' })
  await card.getByRole('heading', { name: 'Output' }).waitFor()
  await page.getByRole('button', { name: 'Edit: Gives one' }).click()
  await dialog.getByLabel('What is expected, as JSON').fill('{"output": {"x": 2}}')
  await dialog.getByRole('button', { name: 'Save test' }).click()
  await page.getByRole('button', { name: 'Run: Gives one' }).click()
  await card.getByText('Passed').waitFor()
  await card.getByRole('link', { name: 'Step by step' }).click()
  await page.getByRole('button', { name: /^a set/ }).waitFor()
  expect(complaints).toEqual([])
})

test('a member reads and changes nothing; HTML is text wherever it stands', async () => {
  workflows(here)
  const HTML = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script><b>bold</b>'
  const id = await publish(
    here,
    `
    do:
      - ask: { call: 'approval:1.0.0@default', with: { question: '\${ .html }', details: '\${ .html }', context: { note: '\${ .html }' }, assignees: { roles: [member] } } }
      - fail: { raise: { error: { type: https://example.com/x, status: 500, title: '\${ .comment }', detail: '\${ .comment }' } } }`,
  )
  await here.asKey.patch(`/workflows/${id}`, { name: `Flow ${HTML}`, description: `About ${HTML}` }, ANY)
  await here.asKey.post(`/workflows/${id}/triggers`, { kind: 'chat', name: `Trigger ${HTML}`, phrase: HTML })
  await here.asKey.post(`/workflows/${id}/tests`, { name: `Test ${HTML}`, input: { text: HTML } })
  const runId = await start(here, id, { html: `Question ${HTML}` })
  await reached(here, runId, 'waiting')
  const { page, complaints } = await here.desk(await here.person('member'), 'workflows')
  await expect.poll(() => page.getByRole('button', { name: 'New automation' }).count()).toBe(0)
  await page.getByRole('link', { name: `Flow ${HTML}` }).click()
  await page.getByText('Only managers can change it.').waitFor()
  for (const name of ['Run now', 'Turn off', 'Publish', 'Save draft'])
    await expect.poll(() => button(page, name).count()).toBe(0)
  await page.getByRole('link', { name: 'Triggers' }).click()
  await page.getByRole('heading', { name: `Trigger ${HTML}` }).waitFor()
  await page.getByRole('link', { name: 'Tests' }).click()
  await page.getByRole('heading', { name: `Test ${HTML}` }).waitFor()
  await page.goto(`${here.url}/w/${here.workspaceId}/approvals`)
  await page
    .getByRole('article', { name: `Question ${HTML}` })
    .getByLabel('A word on it')
    .fill(`Comment ${HTML}`)
  await page
    .getByRole('article', { name: `Question ${HTML}` })
    .getByRole('button', { name: 'Approve' })
    .click()
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted' })
  await page.goto(`${here.url}/w/${here.workspaceId}/runs/${runId}`)
  await page.getByText(`Comment ${HTML}`).first().waitFor()
  await expect.poll(() => button(page, 'Try again').count()).toBe(0)
  await page.goto(`${here.url}/w/${here.workspaceId}/workflows/new`)
  await page.getByText('This is not for your role').waitFor()
  expect(await page.title()).not.toBe('owned')
  expect(complaints).toEqual([])
})
