import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { expectSeen, office, openConsole, OPEN_MILLIS, type Office } from './console-stage.ts'
import { call, hear, meet, publishTwice } from './console-talk.ts'

const HTML = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script><b>bold</b>'

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Inbox' }).getByRole('link').filter({ hasText: name })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Your answer' })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })

/** What the channel says became of the last message that we sent. */
async function fail({ runtime, workspaceId }: Office, conversationId: string): Promise<void> {
  await run(
    runtime.database.pool,
    sql`
    update messages set state = 'failed', error_code = 'refused', error = 'Number barred.', claimed_until = null
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and direction = 'out'`,
  )
}

beforeAll(openConsole, OPEN_MILLIS)

test('a message is read, answered with what the house knows, and becomes a task; another desk sees it', async () => {
  const here = await office()
  await publishTwice(here, 'No hot water')
  const inside = {
    title: 'Hot water refunds',
    body: 'For no hot water we give back 40 a night.',
    visibility: 'internal',
  }
  const { id: articleId } = (await here.asAdmin.post('/articles', inside)).body
  await here.asAdmin.post(`/articles/${articleId}/publish`)
  const about = { threadId: 't', propertyId: here.propertyId, subject: 'Boiler' }
  const id = await hear(here, { ...about, text: 'There is no hot water, the boiler shows an error.' })
  const [one, other] = await Promise.all([
    here.desk(await here.person(), 'inbox?view=waiting'),
    here.desk(await here.person('member'), 'inbox?view=waiting'),
  ])
  const { page } = one
  await row(other.page, 'Clara Weiss').getByText('1 unread').waitFor({ state: 'attached' })
  await row(page, 'Clara Weiss').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await log(page).getByText('There is no hot water').waitFor()
  // Whoever opened it has read it, for everybody.
  await row(other.page, 'Clara Weiss').getByText('1 unread').waitFor({ state: 'detached' })
  await page.getByText('Fits what was asked last').waitFor()
  // What is for the team only is not told to a guest by one press.
  const aside = page.getByRole('complementary', { name: 'Details and knowledge' })
  const hit = (title: string) => aside.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  await hit('Hot water refunds').getByRole('button', { name: 'Put into the answer' }).click()
  await hit('Hot water refunds').getByText('This is for the team only').waitFor()
  await hit('Hot water refunds').getByRole('button', { name: 'Cancel' }).click()
  expect(await reply(page).inputValue()).toBe('')
  await hit('Hot water refunds').getByRole('button', { name: 'Put into the answer' }).click()
  await hit('Hot water refunds').getByRole('button', { name: 'Put it in anyway' }).click()
  await expect.poll(() => reply(page).inputValue()).toContain('40 a night')
  await reply(page).fill('')
  await hit('No hot water').first().getByRole('button', { name: 'Put into the answer' }).click()
  await expect.poll(() => reply(page).inputValue()).toContain('boiler')
  await page.getByText('Draft kept').waitFor()
  await page.reload()
  await expect.poll(() => reply(page).inputValue()).toContain('boiler')
  await reply(page).fill('Please open both blue valves.')
  await page.keyboard.press('Control+Enter')
  await log(page).getByRole('article').filter({ hasText: 'both blue valves' }).waitFor()
  await expect.poll(() => reply(page).inputValue()).toBe('')
  // Nothing here can send it: it waits for us again, and the other desk sees why.
  await row(other.page, 'Clara Weiss').getByText('Not delivered').waitFor()

  await page.getByRole('button', { name: 'New task' }).first().click()
  await expect.poll(() => page.getByRole('dialog').getByLabel('Title').inputValue()).toBe('Boiler')
  await page.getByRole('dialog').getByLabel('Priority').selectOption('Urgent')
  await page.getByRole('dialog').getByRole('button', { name: 'Create task' }).click()
  await page
    .getByRole('complementary', { name: 'Details and knowledge' })
    .getByRole('link', { name: 'Boiler' })
    .waitFor()
  const { items } = (await here.asAdmin.get(`/conversations/${id}/tasks`)).body
  expect(items).toMatchObject([{ title: 'Boiler', priority: 'URGENT' }])
  await hear(here, { ...about, text: 'Thank you, it works!' })
  await log(page).getByText('Thank you, it works!').waitFor()
  // From the task back to what it came of.
  await page.getByRole('complementary', { name: 'Details and knowledge' }).getByRole('link', { name: 'Boiler' }).click()
  await page.getByRole('heading', { level: 2, name: 'Boiler' }).waitFor()
  await page.getByRole('link', { name: 'Open the conversation' }).getByText('Clara Weiss · Boiler').waitFor()
  await page.getByRole('link', { name: 'Open the conversation' }).click()
  await log(page).getByText('Thank you, it works!').waitFor()
  await expectSeen(row(other.page, 'Clara Weiss'))
  expect([...one.complaints, ...other.complaints]).toEqual([])
})

test('by keyboard: through the list, close with a way back, put aside, assign, unread', async () => {
  const here = await office()
  await hear(here, { threadId: 'a', from: { name: 'Ana', address: '1' }, text: 'First', minutesAgo: 5 })
  const id = await hear(here, { threadId: 'b', from: { name: 'Bea', address: '2' }, text: 'Second' })
  const me = await here.person('member')
  const { page, complaints } = await here.desk(me, 'inbox')
  const read = async () => (await here.asAdmin.get(`/conversations/${id}`)).body
  await row(page, 'Bea').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await log(page).getByText('Second').waitFor()
  await page.keyboard.press('j')
  await log(page).getByText('First').waitFor()
  await page.keyboard.press('k')
  await log(page).getByText('Second').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('combobox').fill('me')
  await page.getByRole('option', { name: /^me/i }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: me.fullName }).waitFor()
  await page.keyboard.press('e')
  // Said of what is stored, and not for long.
  await page.getByText('Conversation closed.').waitFor()
  expect((await read()).status).toBe('closed')
  await page.getByRole('button', { name: 'Open again' }).waitFor()
  await page.keyboard.press('z')
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
  await expect.poll(read).toMatchObject({ status: 'open', assigneeId: me.userId })
  await page.keyboard.press('u')
  await expect.poll(async () => (await read()).unreadCount).toBe(1)
  await page.keyboard.press('h')
  await page.getByRole('option', { name: 'Until tomorrow morning' }).click()
  await expect.poll(async () => (await read()).status).toBe('snoozed')
  await row(page, 'Bea').waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('Dear Bea,')
  await page.keyboard.press('Enter')
  await page.keyboard.type('half a sentence')
  await page.keyboard.press('Escape')
  await expect.poll(() => reply(page).inputValue()).toBe('Dear Bea,\nhalf a sentence')
  await page.getByText('Draft kept').waitFor()
  // It is there after a look at another conversation, and gone once it is sent.
  await row(page, 'Ana').click()
  await log(page).getByText('First').waitFor()
  await expect.poll(() => reply(page).inputValue()).toBe('')
  await page.goBack()
  await log(page).getByText('Second').waitFor()
  await expect.poll(() => reply(page).inputValue()).toBe('Dear Bea,\nhalf a sentence')
  await page.getByRole('button', { name: 'Send' }).click()
  await log(page).getByText('half a sentence').waitFor()
  await row(page, 'Ana').click()
  await log(page).getByText('First').waitFor()
  await page.goBack()
  await log(page).getByText('Second').waitFor()
  await expect.poll(() => reply(page).inputValue()).toBe('')
  expect(complaints).toEqual([])
})

test('what was not delivered says why and is tried again; drafts of others are offered', async () => {
  const here = await office()
  const id = await hear(here, { text: 'Hello' })
  await here.asAdmin.post(`/conversations/${id}/messages`, { text: 'Good evening' })
  await fail(here, id)
  await here.asAdmin.put(`/conversations/${id}/draft`, { text: 'Written by somebody else' })
  const { page } = await here.desk(await here.person(), `inbox/${id}`)
  const sent = log(page).getByRole('article').filter({ hasText: 'Good evening' })
  await sent.getByText('Not delivered').waitFor()
  await sent.getByText('Number barred.').waitFor()
  await page.getByRole('list', { name: 'Inbox' }).getByText('Not delivered').waitFor()
  await sent.getByRole('button', { name: 'Try again' }).click()
  await sent.getByText('Number barred.').waitFor({ state: 'detached' })
  await page.getByText('Draft by').waitFor()
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect.poll(() => reply(page).inputValue()).toBe('Written by somebody else')
  await page.getByRole('button', { name: 'Send' }).click()
  await log(page).getByRole('article').filter({ hasText: 'Written by somebody else' }).waitFor()
  // It was theirs, and is sent now.
  await expect.poll(async () => (await here.asAdmin.get(`/conversations/${id}/thread`)).body.drafts).toEqual([])
  // Refused by the server: it is in the box again.
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          body: '{"detail":"Too late.","code":"x"}',
        })
      : route.continue(),
  )
  await reply(page).fill('One more thing')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Not changed. Too late.').waitFor()
  await expect.poll(() => reply(page).inputValue()).toBe('One more thing')
  await page.getByText('Draft kept').waitFor()
  // A page that is left while it sends has lost nothing, and brings back nothing that was written over.
  await page.unrouteAll()
  await page.route('**/messages', (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
  await reply(page).fill('The last thing')
  await page.keyboard.press('Control+Enter')
  await log(page).getByText('The last thing').waitFor()
  await page.reload()
  await expect.poll(() => reply(page).inputValue()).toBe('The last thing')
})

test('on a phone: filters in the address, a call with its transcript, back to the list, meetings', async () => {
  const here = await office()
  await call(here, ['Agent: Good evening.', 'Caller: The code does not work.'])
  await hear(here, { from: { name: 'Ana', address: '1' }, threadId: 'a', text: 'Is there a pool?' })
  await meet(here, ['First the boiler', `Then the pool ${HTML}`])
  const { page, complaints } = await here.desk(await here.person(), 'inbox', { size: 'phone' })
  await row(page, 'Ana').waitFor()
  await page.getByText('More filters').click()
  const pressed = page.getByRole('group', { name: 'Which conversations' }).getByRole('button', { pressed: true })
  expect(await pressed.allTextContents()).toEqual(['Open'])
  await page.getByLabel('State').selectOption('All')
  await expect.poll(() => pressed.count()).toBe(0)
  await page.getByLabel('Channel').selectOption('Call')
  await row(page, 'Ana').waitFor({ state: 'detached' })
  await page.reload()
  await row(page, 'Oliver Brandt').click()
  await log(page).getByText('The code does not work.').waitFor()
  await log(page).getByText('Caller:').waitFor()
  await log(page).getByText('The call lasted 2 min 41 s.').waitFor()
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog').getByText('None came of this conversation yet.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await row(page, 'Oliver Brandt').waitFor()
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('nobody says this')
  await page.getByRole('heading', { name: 'No conversation fits' }).waitFor()
  await page.getByRole('link', { name: 'Meetings' }).click()
  await page.getByRole('link', { name: /Monday round/ }).click()
  await page.getByText('The boiler comes first.').waitFor()
  await page.getByText('Inês · 1:01').waitFor()
  await page.getByText(`Then the pool ${HTML}`).waitFor()
  expect(complaints).toEqual([])
})

test('an article is written, published, compared, brought back and withdrawn; nobody overwrites another', async () => {
  const here = await office()
  const { page, complaints } = await here.desk(await here.person('manager'), 'knowledge')
  await page.getByRole('link', { name: 'New article' }).click()
  await page.getByLabel('Title').fill('Where the keys')
  await page.getByLabel('Text').fill('## Keys\nWith the **neighbour**.')
  await page.getByLabel('Tags').fill('keys, #spare')
  await page
    .getByRole('region', { name: 'As readers see it' })
    .getByRole('heading', { name: 'Keys', exact: true })
    .waitFor()
  // What is typed while it is saved is not saved, and not lost.
  const typeMore = async (draft: Route): Promise<void> => {
    await page.getByLabel('Title').fill('Where the spare keys are')
    await draft.continue()
  }
  await page.route('**/article-drafts', typeMore, { times: 1 })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved.').waitFor()
  await page.getByText('Not saved yet').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/show=edit/)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { level: 1, name: 'Where the spare keys are' }).waitFor()
  await page.getByText('#keys #spare').waitFor()
  await page.keyboard.press('e')
  await page.getByLabel('Text').fill('## Keys\nWith the **gardener**.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  const id = /knowledge\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? ''
  await here.asAdmin.patch(`/articles/${id}`, { category: 'How we work' })
  await page.keyboard.press('Control+s')
  await page.getByText('Somebody else has changed this text').waitFor()
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await page.getByText('Draft saved.').waitFor()
  const tags = page.getByLabel('Tags')
  await tags.fill('mine, spare')
  await here.asAdmin.patch(`/articles/${id}`, { tags: ['theirs'] })
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Take their text' }).click()
  await expect.poll(() => tags.inputValue()).toBe('theirs')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { level: 1, name: 'Where the spare keys are' }).waitFor()
  await page.getByText('gardener').waitFor()
  await page.keyboard.press('v')
  await page.getByRole('list', { name: 'What changed' }).getByText('neighbour').waitFor()
  await page.getByRole('button', { name: 'Bring back: Version 1' }).click()
  await page.getByRole('button', { name: 'Publish the changes' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Version 3' }).getByText('What readers see').waitFor()
  expect((await here.asAdmin.get(`/articles/${id}`)).body.body).toBe('## Keys\nWith the **neighbour**.')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Withdrawn: no search finds this article.').waitFor()
  await page.getByRole('button', { name: 'Publish again' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).waitFor()
  // Whoever writes on begins with what was just published.
  await page.keyboard.press('e')
  await page.getByLabel('Text').fill('With the **porter**.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { level: 1, name: 'Where the spare keys are' }).waitFor()
  await page.keyboard.press('e')
  await expect.poll(() => page.getByLabel('Text').inputValue()).toContain('porter')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Knowledge' }).last().click()
  await page.getByRole('searchbox', { name: 'Search the articles' }).fill('spare keys')
  await page.getByRole('heading', { name: 'Found in articles' }).waitFor()
  await page
    .getByRole('link', { name: /Where the spare keys are/ })
    .first()
    .waitFor()
  expect(complaints).toEqual([])
})

test('a member reads and does not write; a text from elsewhere says where it is kept', async () => {
  const here = await office()
  const id = await publishTwice(here, 'No hot water')
  await run(
    here.runtime.database.pool,
    sql`
    update articles set source = 'code-host', external_id = 'x', source_url = 'https://code.example/x'
    where workspace_id = ${here.workspaceId} and id = ${id}`,
  )
  const { page } = await here.desk(await here.person('member'), `knowledge/${id}`)
  await page.getByText('Kept in: Code host').waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'Open the source' }).getAttribute('href'))
    .toBe('https://code.example/x')
  await expect.poll(() => page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  await page.goto(`${here.url}/w/${here.workspaceId}/knowledge/${id}?show=edit`)
  await page.getByText('Kept in: Code host').waitFor()
  await page.goto(`${here.url}/w/${here.workspaceId}/new-article`)
  await expectSeen(page.getByRole('heading', { name: 'This is not for your role' }))
})

test('HTML in every text field is text', async () => {
  const here = await office()
  const { asAdmin } = here
  const id = await hear(here, {
    threadId: 'x',
    subject: `Subject ${HTML}`,
    from: { name: `Name ${HTML}`, address: `a ${HTML}` },
    text: `Message ${HTML}`,
    attachments: [{ name: `File ${HTML}`, contentType: null, sizeBytes: null, reference: 'f' }],
  })
  await asAdmin.put(`/conversations/${id}/draft`, { text: `Draft ${HTML}` })
  await asAdmin.post(`/conversations/${id}/tasks`, { title: `Task ${HTML}`, departmentId: here.departmentId })
  const fields = {
    title: `Message ${HTML}`.slice(0, 200),
    body: `# Heading ${HTML}\n- Item ${HTML}\n\n[x](javascript:alert(1)) ${HTML}`,
  }
  const { id: articleId } = (await asAdmin.post('/articles', { ...fields, category: `C ${HTML}`.slice(0, 100) })).body
  await asAdmin.post(`/articles/${articleId}/publish`)
  await asAdmin.patch(`/articles/${articleId}`, { body: `Other ${HTML}` })
  await asAdmin.post(`/articles/${articleId}/publish`)
  const { page, complaints } = await here.desk(await here.person(), `inbox/${id}`)
  for (const text of ['Message', 'File', 'Draft', 'Task', 'Name'])
    await page.getByText(`${text} ${HTML}`).first().waitFor()
  for (const path of [
    `knowledge/${articleId}`,
    `knowledge/${articleId}?show=versions`,
    `knowledge/${articleId}?show=edit`,
    'knowledge?q=message',
    'knowledge',
  ]) {
    await page.goto(`${here.url}/w/${here.workspaceId}/${path}`)
    await page.getByText('<img').locator('visible=true').first().waitFor()
    expect(await page.title()).not.toBe('owned')
    expect(await page.locator('main img, main script, main a[href^=javascript]').count()).toBe(0)
  }
  expect(complaints).toEqual([])
})
