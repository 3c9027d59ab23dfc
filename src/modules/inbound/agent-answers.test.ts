import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentTalks } from '#modules/agents/talks.ts'
import { messages } from '#modules/conversations/messages.ts'
import { agentMailApi } from '#src/simulator/vendors/agent-mail.ts'
import { telegramApi, type TelegramBot } from '#src/simulator/vendors/telegram.ts'
import { senders } from '#src/catalogue.ts'
import { agentPlace } from '#test/agent-place.ts'
import { startChat } from '#test/chat-server.ts'
import { deliver } from '#test/deliver.ts'
import { startTestApp, harness } from '#test/harness.ts'
import { patiently } from '#test/process.ts'
import { inRun } from '#test/sandbox-place.ts'
import { startVendor } from '#test/vendor-server.ts'
import { called } from '#test/webhooks.ts'
import { soon, working } from '#test/working.ts'
import { inboundWork } from './inbound.ts'

const SECRET = 'a-secret-of-some-length'
const PATH = '/v1/webhooks/chat-workspace-app'
const APP = 'A01'

/** A chat and a bot in which an agent answers, with workers that see to it. */
async function answering(agent: object = {}) {
  const chat = await startChat()
  chat.channels.push('C01')
  const bot: TelegramBot = { token: '1:token-of-a-bot', posted: [], ended: [] }
  const inboxes = { apiKey: 'key-of-the-mail', posted: [], letters: {} }
  const [telegram, mail] = [await startVendor(telegramApi(bot)), await startVendor(agentMailApi(inboxes))]
  const { vendorUrls: nobody } = (await harness()).runtime.services.settings
  const vendorUrls = { ...nobody, slack: chat.url, telegram: telegram.url, agentMail: mail.url }
  const server = await startTestApp({ config: { vendorUrls } })
  onTestFinished(() => server.close())
  const agents = await agentPlace({ on: server, agent })
  const place = await called(agents)
  const here = place as typeof place & Awaited<ReturnType<typeof agentPlace>>
  await working(server, [inboundWork(senders), agentTalks, messages])
  const bound = { agentId: here.agentId }
  const secrets = { signingSecret: SECRET, botToken: chat.token }
  const { id } = await place.connect({ kind: 'chat_workspace_app', accounts: [APP], secrets, ...bound })
  const post = (text: string, type: string) => {
    const at = Math.floor(Date.now() / 1000)
    const mac = createHmac('sha256', SECRET).update(`v0:${at}:${text}`).digest('hex')
    const proof = { 'x-slack-request-timestamp': String(at), 'x-slack-signature': `v0=${mac}` }
    return place.call(PATH, text, { ...proof, 'content-type': type })
  }
  const event = (fields: object, about: object = {}) =>
    post(
      JSON.stringify({
        type: 'event_callback',
        api_app_id: APP,
        team_id: 'T01',
        event_id: newId(),
        event: { type: 'app_mention', user: 'U01', channel: 'C01', ts: '1794700000.000100', ...fields },
        ...about,
      }),
      'application/json',
    )
  const press = (value: string, user = 'U01', more: object = {}) => {
    const payload = {
      type: 'block_actions',
      api_app_id: APP,
      user: { id: user, username: user.toLowerCase(), team_id: 'T01' },
      team: { id: 'T01' },
      channel: { id: 'C01' },
      message: { ts: '1794700009.000100', thread_ts: '1794700000.000100' },
      trigger_id: newId(),
      actions: [{ type: 'button', action_id: 'press_0', value, ...more }],
    }
    return post(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), FORM)
  }
  return { ...here, agents, chat, bot, inboxes, id, event, press }
}

const FORM = 'application/x-www-form-urlencoded'
type Answering = Awaited<ReturnType<typeof answering>>

const runsOf = ({ runtime, workspaceId }: Answering) =>
  many<{ id: string; userId: string; sessionId: string; status: string }>(
    runtime.database.pool,
    sql`select id, user_id as "userId", session_id as "sessionId", status from agent_runs
      where workspace_id = ${workspaceId} order by place`,
  )

const thread = async ({ asAdmin }: Answering) => {
  const [talk] = (await asAdmin.get('/conversations')).body.items
  return (await asAdmin.get(`/conversations/${talk.id}/thread`)).body.messages
}

test(
  'a mention starts the agent once for its person, and the answer goes into the thread with its state',
  patiently,
  async () => {
    const here = await answering()
    here.upstream.replies.push({ text: 'Two are open.' }, { text: 'None of them.' })
    await here.event({ text: '<@U0BOT> open tasks?' })
    await here.event({ text: '<@U0BOT> open tasks?', type: 'message' })
    await soon(() =>
      expect(here.chat.posted).toMatchObject([{ text: 'Two are open.', thread_ts: '1794700000.000100' }]),
    )
    // What is said beside it in the same thread is for the agent, for it has a part in it; elsewhere it is not.
    await here.event({ type: 'message', ts: '1794700001.1', text: 'Lunch?' })
    const follow = { type: 'message', ts: '1794700002.1', thread_ts: '1794700000.000100', text: 'Urgent ones?' }
    await here.event(follow)
    await soon(() => expect(here.chat.posted.at(-1)).toMatchObject({ text: 'None of them.' }))
    const runs = await runsOf(here)
    expect(runs.map(({ userId }) => userId)).toEqual([here.admin.userId, here.admin.userId])
    expect(new Set(runs.map(({ sessionId }) => sessionId)).size).toBe(1)
    const told = JSON.stringify(here.upstream.calls.at(-1)?.body)
    expect(told).toContain('open tasks?')
    expect(told).toContain('Two are open.')
    const { items } = (await here.asAdmin.get('/conversations')).body
    expect(items).toHaveLength(2)
    const talk = items.find(({ excerpt }: { excerpt: string }) => excerpt === 'None of them.')
    const said = (await here.asAdmin.get(`/conversations/${talk.id}/thread`)).body.messages
    expect(said.at(-1)).toMatchObject({ author: { kind: 'agent', name: 'Porter' }, state: 'sent', direction: 'out' })
    // Everything that happened is told once more, as after a crash: nothing of it happens twice.
    await deliver(here, inboundWork(senders))
    await deliver(here, agentTalks)
    await deliver(here, messages)
    expect([here.chat.posted.length, (await runsOf(here)).length]).toEqual([2, 2])
  },
)

test(
  'what the agent may not do alone is asked in the chat; who is known decides, once, and the others are told',
  patiently,
  async () => {
    const here = await answering()
    const { id: departmentId } = await here.make.department()
    const { id: taskId } = (await here.asKey.post('/tasks', { title: 'Old boiler', departmentId })).body
    here.chat.people = Object.assign(here.chat.people, {
      U01: { email: 'stranger@elsewhere.example', team: 'T01' },
      U02: { email: here.admin.email, team: 'T01' },
      U03: { email: here.admin.email, team: 'T99' },
    })
    here.upstream.replies.push({ calls: [{ name: 'delete_task', input: { taskId } }] }, { text: 'It is gone.' })
    await here.event({ text: 'Delete the boiler', user: 'U02' })
    await soon(() => expect(here.chat.posted).toHaveLength(1))
    const [, actions] = here.chat.posted[0]?.blocks ?? []
    expect(actions?.elements?.map(({ text }) => text.text)).toEqual(['Approve', 'Decline'])
    const approve = actions?.elements?.[0]?.value ?? ''
    await here.press(approve, 'U01')
    await soon(() => expect(here.chat.posted[1]?.text).toContain('u01 is not known as a member'))
    await here.press(approve, 'U03')
    await soon(() => expect(here.chat.posted[2]?.text).toContain('u03 is not known as a member'))
    expect((await here.asKey.get(`/tasks/${taskId}`)).status).toBe(200)
    await here.press(approve, 'U02')
    await soon(() => expect(here.chat.posted.map(({ text }) => text)).toContain('It is gone.'))
    expect((await here.asKey.get(`/tasks/${taskId}`)).status).toBe(404)
    const name = (await thread(here))
      .find(({ text }: { text: string }) => text.endsWith(': approved.'))
      .text.split(':')[0]
    await here.press(approve.replace('approve', 'reject'), 'U02')
    await soon(() => expect(here.chat.posted.at(-1)?.text).toBe(`It was decided before, by ${name}: approved.`))
    // A member who is not asked has no say.
    const other = await here.make.person({ role: 'member' })
    here.chat.people['U04'] = { email: other.email, team: 'T01' }
    await here.press(approve, 'U04')
    await soon(() => expect(here.chat.posted.at(-1)?.text).toBe('This is not for you to decide, so nothing was done.'))
  },
)

test('a button that is pressed is no sign that somebody has read, and opens nothing', patiently, async () => {
  const here = await answering()
  here.chat.people['U02'] = { email: here.admin.email, team: 'T01' }
  const { id: departmentId } = await here.make.department()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Fix the lock', departmentId })
  const talk = async () => (await here.asAdmin.get('/conversations')).body.items[0]
  await here.event({ type: 'message', text: 'Who has the key?' })
  await soon(async () => expect(await talk()).toMatchObject({ unreadCount: 1 }))
  const snoozedUntil = new Date(Date.now() + 86_400_000).toISOString()
  await here.asAdmin.patch(`/conversations/${(await talk()).id}`, { status: 'snoozed', snoozedUntil })
  await here.press(task.id, 'U02', { action_id: 'complete_task' })
  await soon(() => expect(here.chat.posted[0]?.text).toBe(`${task.shortId} was completed.`))
  expect((await thread(here)).map(({ text }: { text: string }) => text)).toHaveLength(3)
  expect(await talk()).toMatchObject({ status: 'snoozed', snoozedUntil, unreadCount: 1 })
})

test(
  'a button completes a task as the person who pressed it, and says in the chat what stands in the way',
  patiently,
  async () => {
    const here = await answering()
    here.chat.people['U02'] = { email: here.admin.email, team: 'T01' }
    const { id: departmentId } = await here.make.department()
    const make = async (title: string, more: object = {}) =>
      (await here.asKey.post('/tasks', { title, departmentId, ...more })).body
    const [task, blocked] = [await make('Fix the lock'), await make('Big job')]
    await make('Small part', { parentTaskId: blocked.id })
    await here.press(blocked.id, 'U02', { action_id: 'complete_task' })
    await soon(() => expect(here.chat.posted[0]?.text).toBe('Nothing was completed: Blocked by: Small part'))
    await here.press(task.id, 'U02', { action_id: 'complete_task' })
    await soon(() => expect(here.chat.posted[1]?.text).toBe(`${task.shortId} was completed.`))
    const { items } = (await here.asAdmin.get(`/tasks/${task.id}/activity`)).body
    expect(JSON.stringify(items)).toContain(here.admin.userId)
    expect(await runsOf(here)).toEqual([])
  },
)

test('what a program of the run may not do alone is asked in the chat too', patiently, async () => {
  const here = await answering()
  await here.asAdmin.patch('/ai-settings', { models: { default: 'local:endless' } })
  here.chat.people['U02'] = { email: here.admin.email, team: 'T01' }
  const { id: departmentId } = await here.make.department()
  const { id: taskId } = (await here.asKey.post('/tasks', { title: 'Old boiler', departmentId })).body
  await here.event({ text: 'Delete the boiler', user: 'U02' })
  const running = await soon(async () => {
    const [run] = await runsOf(here)
    expect(run?.status).toBe('running')
    return run
  })
  const { id: runId = '', sessionId = '' } = running ?? {}
  const program = await inRun(here.agents, { runId, sessionId, isWorking: true })
  expect((await program.one('delete_task', { taskId })).status).toBe('approval_required')
  await soon(() => expect(here.chat.posted[0]?.text).toContain('Old boiler'))
})

test('what the agent asks in words is answered in words, by the person it asks', patiently, async () => {
  const here = await answering()
  here.chat.people['U02'] = { email: here.admin.email, team: 'T01' }
  here.upstream.replies.push({ calls: [{ name: 'ask_person', input: { message: 'Which boiler?' } }] })
  here.upstream.replies.push({ text: 'Thank you.' })
  await here.event({ text: 'Fix the boiler', user: 'U02' })
  await soon(() => expect(here.chat.posted).toMatchObject([{ text: 'Which boiler?' }]))
  const answer = { type: 'message', user: 'U02', ts: '1794700002.1', thread_ts: '1794700000.000100' }
  await here.event({ ...answer, text: 'The one in the cellar.' })
  await soon(() => expect(here.chat.posted.at(-1)).toMatchObject({ text: 'Thank you.' }))
  expect(JSON.stringify(here.upstream.calls.at(-1)?.body)).toContain('The one in the cellar.')
  expect(await runsOf(here)).toHaveLength(1)
})

/** A messenger in which the person with the number 555 is a member. */
async function messenger(here: Answering) {
  const secrets = { webhookSecret: `secret_${newId()}`, botToken: here.bot.token }
  const settings = { people: [{ externalId: '555', userId: here.admin.userId }] }
  await here.connect({ kind: 'bot_messenger', secrets, settings, agentId: here.agentId })
  return (id: number, about: object) =>
    here.call('/v1/webhooks/bot-messenger', JSON.stringify({ update_id: id, ...about }), {
      'x-telegram-bot-api-secret-token': secrets.webhookSecret,
    })
}

test('a messenger has the buttons under its message, and a linked person presses them', patiently, async () => {
  const here = await answering({
    approval: { asks: 'changes', alsoBefore: [], approvers: 'requester', validMinutes: 9 },
  })
  const update = await messenger(here)
  const { id: departmentId } = await here.make.department()
  const chat = { id: 77, type: 'private', first_name: 'Ana' }
  const message = { message_id: 7, date: 1794700000, chat, from: { id: 555, is_bot: false, first_name: 'Ana' } }
  const input = { title: 'Bring a cot', departmentId }
  here.upstream.replies.push({ calls: [{ name: 'create_task', input }] }, { text: 'It is brought.' })
  await update(1, { message: { ...message, text: 'A cot please' } })
  await soon(() => expect(here.bot.posted).toHaveLength(1))
  const [[approve] = []] = here.bot.posted[0]?.reply_markup?.inline_keyboard ?? []
  expect([approve?.text, Buffer.byteLength(approve?.callback_data ?? '') <= 64]).toEqual(['Approve', true])
  const query = { id: 'q1', from: { id: 9, first_name: 'Eve' }, message: { chat }, data: approve?.callback_data }
  await update(2, { callback_query: query })
  await soon(() => expect(here.bot.posted[1]?.text).toContain('Eve is not known as a member'))
  await update(3, { callback_query: { ...query, id: 'q2', from: { id: 555, first_name: 'Ana' } } })
  await soon(() => expect(here.bot.posted.map(({ text }) => text)).toContain('It is brought.'))
  expect(here.bot.ended).toEqual(['q1', 'q2'])
  expect((await here.asKey.get('/tasks')).body.items).toMatchObject([{ title: 'Bring a cot' }])
})

test('who is not known is told what guests may be told, and a member all of it, in every chat', patiently, async () => {
  const here = await answering({ tools: ['search_knowledge', 'get_article'] })
  const update = await messenger(here)
  here.chat.people['U02'] = { email: here.admin.email, team: 'T01' }
  const ids: Record<string, string> = {}
  for (const visibility of ['internal', 'guest']) {
    const text = { title: `Safe for ${visibility}`, body: `The safe is for ${visibility} use.`, visibility }
    const { id } = (await here.asAdmin.post('/articles', text)).body
    expect((await here.asAdmin.post(`/articles/${id}/publish`)).status).toBe(200)
    ids[visibility] = id
  }
  /** What the model learns about the safe from each way of asking, once it has answered. */
  const known = async (ask: () => Promise<unknown>): Promise<string[][]> => {
    const { calls, replies } = here.upstream
    const tries = [
      { name: 'search_knowledge', input: { q: 'safe' } },
      { name: 'search_knowledge', input: { q: 'safe', visibility: 'internal' } },
      { name: 'get_article', input: { articleId: ids['internal'] } },
      { name: 'get_article', input: { articleId: ids['guest'] } },
    ]
    replies.push({ calls: tries }, { text: 'Here it is.' })
    const before = calls.length
    await ask()
    await soon(() => expect(calls.length).toBe(before + 2))
    const told = JSON.parse(JSON.stringify(calls.at(-1)?.body ?? {})) as { messages: { role: string }[] }
    const results = told.messages.filter(({ role }) => role === 'tool').slice(-tries.length)
    expect(results).toHaveLength(tries.length)
    return results.map((result) =>
      ['internal', 'guest'].filter((visibility) => JSON.stringify(result).includes(`for ${visibility} use`)),
    )
  }
  const from = (id: number) => ({
    message: {
      message_id: id,
      date: 1794700000,
      chat: { id, type: 'private', first_name: 'Ana' },
      from: { id, is_bot: false, first_name: 'Ana' },
      text: 'Where is the safe?',
    },
  })
  const [stranger, member] = [
    [['guest'], ['guest'], [], ['guest']],
    [['internal', 'guest'], ['internal'], ['internal'], ['guest']],
  ]
  expect(await known(() => update(1, from(900)))).toEqual(stranger)
  expect(await known(() => update(2, from(555)))).toEqual(member)
  expect(await known(() => here.event({ text: '<@U0BOT> safe?' }))).toEqual(stranger)
  expect(await known(() => here.event({ text: '<@U0BOT> safe?', user: 'U02', ts: '1794700077.1' }))).toEqual(member)
})

test('letters of machines and our own start nobody; a person’s does, and is answered', patiently, async () => {
  const here = await answering()
  const webhookSecret = `whsec_${Buffer.from('a key of some length').toString('base64')}`
  const secrets = { webhookSecret, apiKey: here.inboxes.apiKey }
  const inbox = 'casa@agentmail.to'
  await here.connect({ kind: 'agent_mail', accounts: [inbox], secrets, agentId: here.agentId })
  const letter = async (fields: object) => {
    const message = { inbox_id: inbox, thread_id: newId(), message_id: `<${newId()}@x>`, text: 'Hello?', ...fields }
    const text = JSON.stringify({ event_type: 'message.received', message })
    const [id, at] = [newId(), new Date()]
    const headers = {
      'svix-id': id,
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(webhookSecret).sign(id, at, text),
    }
    return here.call('/v1/webhooks/agent-mail', text, headers)
  }
  await letter({ from: 'Bea <bea@example.test>', headers: { 'Auto-Submitted': 'auto-replied' } })
  await letter({ from: inbox })
  here.upstream.replies.push({ text: 'Hello Bea.' })
  await letter({ from: 'Bea <bea@example.test>' })
  await soon(() => expect(here.inboxes.posted).toMatchObject([{ inbox, text: 'Hello Bea.' }]))
  expect(await runsOf(here)).toHaveLength(1)
})

test('who cannot be bound to an agent says so, and a person who has left is acted for no more', patiently, async () => {
  const here = await answering()
  const other = await harness()
  const body = { kind: 'messaging', name: 'App', secrets: { webhookSecret: SECRET } }
  const foreign = (await other.asAdmin.post('/agents', { name: 'Else', instructions: 'Help.' })).body.id
  for (const [fields, pointer] of [
    [{ agentId: foreign }, '/agentId'],
    [{ agentId: here.agentId, actsForId: other.admin.userId }, '/actsForId'],
    [{ actsForId: here.admin.userId }, '/actsForId'],
    [{ agentId: here.agentId, actsForId: null }, '/actsForId'],
    [{ kind: 'voice_platform_b', agentId: here.agentId }, '/agentId'],
  ] as const) {
    const refused = await here.asAdmin.post('/integrations', { ...body, ...fields })
    expect(refused.body).toMatchObject({ status: 422, errors: [{ pointer }] })
  }
  const leaving = await here.make.person({ role: 'manager' })
  const bound = await here.asAdmin.patch(`/integrations/${here.id}`, { actsForId: leaving.userId })
  expect(bound.body).toMatchObject({ agentId: here.agentId, actsForId: leaving.userId })
  await here.asAdmin.delete(`/members/${leaving.membershipId}`)
  await here.event({ text: 'Anybody?' })
  await soon(async () => expect((await here.kept())[0]).toMatchObject({ status: 'done' }))
  await soon(async () =>
    expect((await here.asAdmin.get('/dead-letters')).body.items).toMatchObject([{ subscriber: 'agent-talks' }]),
  )
  expect(await runsOf(here)).toEqual([])
  const freed = await here.asAdmin.patch(`/integrations/${here.id}`, { agentId: null })
  expect(freed.body).toMatchObject({ agentId: null, actsForId: null })
})
