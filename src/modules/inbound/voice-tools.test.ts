import { sign } from 'retell-sdk/lib/webhook_auth'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, startTestApp, type TestApp } from '#test/harness.ts'
import { called } from '#test/webhooks.ts'
import { soon } from '#test/working.ts'

const KEY = 'key_of_an_account_4711'
const SECRET = 'a-secret-of-the-tool-0815'

async function lineA(settings: object = {}, on?: TestApp) {
  const place = await called(on && (await harness(on)))
  const department = await place.make.department()
  const agent = `agent_${newId()}`
  await place.connect({ kind: 'voice_platform_a', accounts: [agent], secrets: { apiKey: KEY }, settings })
  const use = async (tool: string, args: unknown, call: object = {}, key = KEY) => {
    const text = JSON.stringify({ name: tool, args, call: { call_id: 'call_1', agent_id: agent, ...call } })
    const path = `/v1/webhooks/voice-platform-a/tool/${tool}`
    return place.call(path, text, { 'x-retell-signature': await sign(text, key) })
  }
  return { ...place, department, agent, use }
}

async function lineB(on?: TestApp) {
  const place = await called(on && (await harness(on)))
  await place.make.department()
  await place.connect({ kind: 'voice_platform_b', secrets: { webhookSecret: SECRET } })
  const path = (tool: string) => `/v1/webhooks/voice-platform-b/${place.workspaceId}/tool/${tool}`
  const use = (tool: string, args: unknown, headers: Record<string, string> = { authorization: `Bearer ${SECRET}` }) =>
    place.call(path(tool), JSON.stringify(args), headers)
  return { ...place, use }
}

test('what a caller reports is from outside, about nothing that a number would tell, and its retry changes nothing', async () => {
  const here = await lineA()
  const { id: propertyId } = await here.make.property()
  const { id: contactId } = await here.make.contact()
  const metadata = {
    reservation_id: 'none',
    workspace_id: here.workspaceId,
    property_id: propertyId,
    contact_id: contactId,
  }
  const first = await here.use('create_task', { title: 'No heating', priority: 'HIGH' }, { metadata })
  expect(first.body).toMatchObject({ shortId: 'TK-1', title: 'No heating' })
  const again = await here.use('create_task', { title: 'No heating', priority: 'HIGH' }, { metadata })
  expect(again.body).toEqual(first.body)
  await here.use('create_task', { title: 'No heating', priority: 'HIGH' }, { metadata, call_id: 'call_2' })
  const { items } = (await here.asKey.get('/tasks')).body
  expect(items).toHaveLength(2)
  expect(items[1]).toMatchObject({
    source: 'CALL',
    isIssue: true,
    propertyId: null,
    contactId: null,
    departmentId: here.department.id,
    description: 'Reported from outside the company: agent Test wrote it down for somebody unknown.',
    createdBy: { kind: 'system', name: 'agent Test for unknown caller' },
  })
  const activity = (await here.asAdmin.get(`/tasks/${items[1].id}/activity`)).body.items
  expect(activity.at(-1)).toMatchObject({ action: 'task.created', actor: { name: 'agent Test for unknown caller' } })
  expect((await here.asAdmin.get('/tool-calls')).body.items).toMatchObject(
    Array.from({ length: 3 }, () => ({ tool: 'create_task', client: 'voice platform A', outcome: 'done' })),
  )
})

test('nobody on the phone writes in a task, whatever the integration lets the agent use', async () => {
  const here = await lineA({ tools: ['add_task_comment'] })
  const { body: task } = await here.asKey.post('/tasks', { title: 'No heating', departmentId: here.department.id })
  const said = await here.use('add_task_comment', { taskId: task.id, content: 'It is cold.' })
  expect(said.body).toEqual({ error: 'There is no tool called add_task_comment.' })
  expect(JSON.stringify((await here.asKey.get(`/tasks/${task.id}?include=comments`)).body)).not.toContain('cold')
})

test('a signed call of one tool is not taken for one of another', async () => {
  const here = await lineA()
  const text = JSON.stringify({
    name: 'search_knowledge',
    args: { title: 'Made of a search' },
    call: { call_id: 'call_1', agent_id: here.agent },
  })
  const path = '/v1/webhooks/voice-platform-a/tool/create_task'
  const said = await here.call(path, text, { 'x-retell-signature': await sign(text, KEY) })
  expect(said.body).toEqual({ error: 'This call is of another tool.' })
  expect((await here.asKey.get('/tasks')).body.items).toEqual([])
})

test('callers fill no list of tasks: of so many reports the team is told, and the agent hears why', async () => {
  const here = await lineA()
  const report = (number: number) =>
    here.use(
      'create_task',
      { title: `Noise ${number}` },
      { call_id: `call_${number}`, from_number: `+3460000${number}` },
    )
  for (let number = 1; number <= 30; number++)
    expect((await report(number)).body).toMatchObject({ shortId: expect.stringMatching(/^TK-/) })
  expect((await report(31)).body).toEqual({ error: expect.stringContaining('More was reported in the last hour') })
  const { items } = (await here.asKey.get('/tasks?limit=100')).body
  expect(items).toHaveLength(31)
  expect(items.filter(({ title }: { title: string }) => title.startsWith('30 reports from outside'))).toMatchObject([
    { description: expect.stringContaining('no more are'), priority: 'HIGH' },
  ])
})

test('what cannot be done is said in words that an agent can speak', async () => {
  const here = await lineA({ tools: ['create_task', 'get_task', 'delete_task'] })
  const { body: task } = await here.use('create_task', { title: 'Kept' })
  for (const [tool, args, error] of [
    ['open_all_doors', {}, 'There is no tool called open_all_doors.'],
    ['search_knowledge', { query: 'wifi' }, 'There is no tool called search_knowledge.'],
    ['create_task', {}, expect.stringContaining('title')],
    ['create_task', { title: 'x', colour: 'red' }, expect.stringContaining('colour')],
    ['create_task', 'title', expect.stringContaining('title')],
    ['get_task', { taskId: task.id }, 'There is no tool called get_task.'],
    ['delete_task', { taskId: task.id }, 'There is no tool called delete_task.'],
  ] as const) {
    const answer = await here.use(tool, args)
    expect([tool, answer.status, answer.body]).toEqual([tool, 200, { error }])
  }
  expect((await here.asKey.get(`/tasks/${task.id}`)).status).toBe(200)
})

test('whoever is on the phone is told only what guests may be told, whatever the agent asks for', async () => {
  const here = await lineA({ tools: ['search_knowledge', 'get_article'] })
  const article = async (visibility: string): Promise<string> => {
    const text = { title: `Safe for ${visibility}`, body: `The safe is for ${visibility} use.`, visibility }
    const { id } = (await here.asAdmin.post('/articles', text)).body
    expect((await here.asAdmin.post(`/articles/${id}/publish`)).status).toBe(200)
    return id
  }
  const [ours, theirs] = [await article('internal'), await article('guest')]
  for (const more of [{}, { visibility: 'internal' }]) {
    const { items } = (await here.use('search_knowledge', { q: 'safe', ...more })).body
    expect(items).toMatchObject([{ articleId: theirs, visibility: 'guest' }])
  }
  expect((await here.use('get_article', { articleId: theirs })).body.body).toContain('guest use')
  expect((await here.use('get_article', { articleId: ours })).body).toEqual({
    error: 'No such article in this workspace.',
  })
})

test('a forged call of a tool is refused before anything is done', async () => {
  const here = await lineA()
  expect((await here.use('create_task', { title: 'x' }, {}, 'another_key')).status).toBe(401)
  expect((await here.use('create_task', { title: 'x' }, { agent_id: 'agent_unknown' })).status).toBe(401)
  expect((await here.asKey.get('/tasks')).body.items).toEqual([])
})

test('the tools of platform B get exactly their arguments, under the secret of the workspace in the path', async () => {
  const here = await lineB()
  expect((await here.use('create_task', { title: 'No hot water' })).body).toMatchObject({ title: 'No hot water' })
  expect((await here.use('create_task', { title: 'More' }, { 'x-webhook-secret': SECRET })).status).toBe(200)
  expect((await here.use('create_task', { args: { title: 'x' } })).body.error).toContain('title')
  expect((await here.use('create_task', ['x'])).status).toBe(422)
  const stranger = await lineB()
  for (const headers of [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: SECRET },
    { 'x-webhook-secret': '' },
  ]) {
    expect((await here.use('create_task', { title: 'x' }, headers as Record<string, string>)).status).toBe(401)
  }
  await stranger.asAdmin.patch(`/integrations/${(await stranger.asAdmin.get('/integrations')).body.items[0].id}`, {
    status: 'paused',
  })
  expect((await stranger.use('create_task', { title: 'x' })).status).toBe(401)
  expect((await here.asKey.get('/tasks')).body.items).toHaveLength(2)
})

/** A platform that tells what was used in the call so far. */
const using = (id: string, tool: string, args: object, ended: string[] = []) => ({
  transcript_with_tool_calls: [
    { role: 'user', content: 'It is cold.' },
    { role: 'tool_call_invocation', tool_call_id: 'other', name: 'search_knowledge', arguments: '{}' },
    { role: 'tool_call_invocation', tool_call_id: id, name: tool, arguments: JSON.stringify(args) },
    ...ended.map((each) => ({ role: 'tool_call_result', tool_call_id: each, content: 'done' })),
  ],
})

test('the same use of a tool is done once, and another use with the same words is another', async () => {
  const here = await lineA()
  const args = { title: 'Towels' }
  const ask = async (id: string) => (await here.use('create_task', args, using(id, 'create_task', args))).body.shortId
  expect([await ask('t1'), await ask('t1'), await ask('t2')]).toEqual(['TK-1', 'TK-1', 'TK-2'])
  // The transcript is behind: the last use in it has its result, so it is not this one, and the words decide.
  const behind = using('t2', 'create_task', args, ['t2'])
  const [one, two] = [await here.use('create_task', args, behind), await here.use('create_task', args, behind)]
  expect([one.body.shortId, two.body.shortId]).toEqual(['TK-3', 'TK-3'])
})

test('platform B names the conversation in a header, and its retry changes nothing either', async () => {
  const here = await lineB()
  const named = (conversation: string, use?: string) => ({
    authorization: `Bearer ${SECRET}`,
    'x-conversation-id': conversation,
    ...(use !== undefined && { 'x-tool-call-id': use }),
  })
  const ask = async (headers: Record<string, string>) =>
    (await here.use('create_task', { title: 'Towels' }, headers)).body.shortId
  expect([await ask(named('c1')), await ask(named('c1')), await ask(named('c2'))]).toEqual(['TK-1', 'TK-1', 'TK-2'])
  expect([await ask(named('c1', 'u1')), await ask(named('c1', 'u1')), await ask(named('c1', 'u2'))]).toEqual([
    'TK-3',
    'TK-3',
    'TK-4',
  ])
})

test('what takes long is spoken of in time, goes on, and is not done twice when it is asked for again', async () => {
  const server = await startTestApp({ config: { webhookAnswerMillis: 300 } })
  onTestFinished(() => server.close())
  const [a, b] = [await lineA({}, server), await lineB(server)]
  // From now on it is known who is called.
  await a.use('unknown', {})
  await b.use('unknown', {})
  const [inA, inB] = [{ title: 'Cold' }, { title: 'Dark' }]
  const askA = async (id: string) => (await a.use('create_task', inA, using(id, 'create_task', inA))).body
  const inCall = { authorization: `Bearer ${SECRET}`, 'x-conversation-id': 'c1' }
  const askB = async (headers?: Record<string, string>) => (await b.use('create_task', inB, headers)).body
  await server.runtime.database.pool.transaction(async (tx) => {
    await run(tx, sql`lock table tasks in access exclusive mode`)
    const atIt = { status: 'in_progress', message: expect.stringContaining('still being done') }
    expect(await Promise.all([askA('t1'), askB(inCall)])).toEqual([atIt, atIt])
    // The platform tries again, and an impatient agent uses the tool once more.
    expect(await Promise.all([askA('t1'), askA('t2'), askB(inCall)])).toEqual([atIt, atIt, atIt])
    // Somebody else on the phone has the same trouble: without a conversation nothing says that it is the same.
    expect(await askB()).toEqual(atIt)
  })
  await soon(async () => expect(await askA('t1')).toMatchObject({ title: 'Cold' }))
  await soon(async () => expect(await askB(inCall)).toMatchObject({ title: 'Dark' }))
  const made = async ({ asKey }: { asKey: typeof a.asKey }) => (await asKey.get('/tasks')).body.items.length
  await soon(async () => expect([await made(a), await made(b)]).toEqual([1, 2]))
})
