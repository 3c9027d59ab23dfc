import { Retell } from 'retell-sdk'
import { sign, symmetric } from 'retell-sdk/lib/webhook_auth'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { dayAfter } from '#test/days.ts'
import { called, type Called } from '#test/webhooks.ts'
import { harness, startTestApp } from '#test/harness.ts'

const KEY = 'key_of_an_account_4711'
const PATH = '/v1/webhooks/voice-platform-a'
const GUEST = '+34 600 000 001'

async function line(on?: Called, apiKey = KEY) {
  const place = on ?? (await called())
  const agent = `agent_${newId()}`
  const { id } = await place.connect({ kind: 'voice_platform_a', accounts: [agent], secrets: { apiKey } })
  const send = async (body: object, path = PATH, key = apiKey) => {
    const text = JSON.stringify(body)
    return place.call(path, text, { 'x-retell-signature': await sign(text, key) })
  }
  const ring = (fields: object = {}) => ({
    call_type: 'phone_call',
    call_id: 'call_7f01',
    agent_id: agent,
    agent_version: 3,
    direction: 'inbound',
    from_number: '+34600000001',
    to_number: '+34910000002',
    start_timestamp: Date.now() - 90_000,
    ...fields,
  })
  return { ...place, id, agent, send, ring }
}

const ended = {
  call_status: 'ended',
  end_timestamp: Date.now() - 20_000,
  duration_ms: 65_000,
  disconnection_reason: 'user_hangup',
  transcript: 'Agent: Hello\nUser: The heater is off\n',
  transcript_object: [
    { role: 'agent', content: 'Hello', words: [] },
    { role: 'user', content: 'The heater is off', words: [] },
  ],
  recording_url: 'https://files.example.test/r.wav',
}
const analysis = (custom: object) => ({
  call_analysis: {
    call_summary: 'Guest reports no heating.',
    user_sentiment: 'Negative',
    call_successful: true,
    custom_analysis_data: custom,
  },
})

async function guest(place: Called) {
  const { id: propertyId } = await place.make.property({ name: 'Casa Sol 2B' })
  const contact = await place.asAdmin.post('/contacts', { fullName: 'Ana Ruiz', phone: GUEST, language: 'es' })
  const stay = await place.asAdmin.post('/reservations', {
    propertyId,
    contactId: contact.body.id,
    checkinDate: dayAfter(-1),
    checkoutDate: dayAfter(3),
  })
  return { propertyId, contactId: contact.body.id, reservationId: stay.body.id }
}

test('a call becomes a conversation with its transcript, its outcome and the task that was asked for', async () => {
  const here = await line()
  const { id: departmentId } = await here.make.department()
  await here.make.department()
  const known = await guest(here)
  expect((await here.send({ event: 'call_started', call: here.ring() })).body).toMatchObject({ status: 'accepted' })
  expect((await here.send({ event: 'call_ended', call: here.ring(ended) })).status).toBe(200)
  const custom = { issue: 'No heating in 2B', task_priority: 'high' }
  await here.send({ event: 'call_analyzed', call: here.ring({ ...ended, ...analysis(custom) }) })
  await here.seen()
  const [talk] = (await here.asAdmin.get('/conversations')).body.items
  expect(talk).toMatchObject({ channel: 'voice', subject: 'Call from +34600000001', contactName: 'Ana Ruiz', ...known })
  const { messages } = (await here.asAdmin.get(`/conversations/${talk.id}/thread`)).body
  expect(messages.map(({ text }: { text: string }) => text)).toEqual([
    'The call began. The number is that of Ana Ruiz, which proves nothing.',
    'Agent: Hello\nCaller: The heater is off',
    'The call lasted 1 min 5 s.\nIt ended with: user hangup.\nRecording: https://files.example.test/r.wav',
    'Summary: Guest reports no heating.\nMood of the caller: negative.\nThe agent could help.',
  ])
  expect((await here.asKey.get('/tasks')).body.items).toMatchObject([
    { title: 'No heating in 2B', source: 'CALL', priority: 'HIGH', isIssue: true, departmentId, ...known },
  ])
})

test('events out of order, twice and replayed have their effect once', async () => {
  const here = await line()
  await here.make.department()
  const bodies = [
    { event: 'call_analyzed', call: here.ring({ ...ended, ...analysis({ create_task: true }) }) },
    { event: 'call_ended', call: here.ring(ended) },
    { event: 'call_started', call: here.ring() },
  ]
  const answers = []
  for (const body of [...bodies, ...bodies]) answers.push(await here.send(body))
  expect(answers.map(({ body }) => body.duplicate)).toEqual([false, false, false, true, true, true])
  await here.seen()
  await here.asAdmin.post(`/inbound-deliveries/${answers[0]?.body.eventId}/replay`)
  await here.seen()
  expect(await here.kept()).toMatchObject(bodies.map(() => ({ status: 'done' })))
  const count = async (table: 'conversations' | 'tasks') => (await here.asAdmin.get(`/${table}`)).body
  expect((await count('conversations')).items).toHaveLength(1)
  expect((await here.asKey.get('/tasks')).body.items).toMatchObject([
    { title: 'Guest reports no heating.', source: 'CALL' },
  ])
})

test('an analysis that asks for no task creates none', async () => {
  const here = await line()
  await here.make.department()
  for (const [index, custom] of [{}, { create_task: false, issue: 'x' }, { issue: '' }].entries()) {
    const call = here.ring({ call_id: `call_${index}`, ...analysis(custom) })
    await here.send({ event: 'call_analyzed', call })
  }
  await here.seen()
  expect((await here.asKey.get('/tasks')).body.items).toEqual([])
  expect(await here.kept()).toMatchObject([{ status: 'done' }, { status: 'done' }, { status: 'done' }])
})

test('before the call is answered nothing is told of whom the number is: anybody can show it', async () => {
  const here = await line()
  const { propertyId, reservationId } = await guest(here)
  const { id: departmentId } = await here.make.department()
  await here.asKey.post('/tasks', { title: 'Bring a cot', departmentId, reservationId, propertyId })
  const ask = (from_number: string) =>
    here.send({ event: 'call_inbound', call_inbound: { agent_id: here.agent, from_number } }, `${PATH}/inbound`)
  for (const number of ['0034600000001', GUEST, '+34999999999', 'anonymous', '', '1']) {
    expect((await ask(number)).body.call_inbound).toEqual({
      dynamic_variables: { caller_known: 'false', company_name: expect.any(String) },
      metadata: { workspace_id: here.workspaceId },
    })
  }
  expect(await here.kept()).toEqual([])
})

test('when the database is slow the caller gets an answer that tells nothing', async () => {
  const here = await line()
  await guest(here)
  const body = { event: 'call_inbound', call_inbound: { agent_id: here.agent, from_number: '+34600000001' } }
  const { pool } = here.runtime.database
  await pool.transaction(async (tx) => {
    await run(tx, sql`lock table workspaces in access exclusive mode`)
    const answer = await here.send(body, `${PATH}/inbound`)
    expect([answer.status, answer.body]).toEqual([200, { call_inbound: { dynamic_variables: {}, metadata: {} } }])
  })
  expect((await here.send(body, `${PATH}/inbound`)).body.call_inbound.dynamic_variables.caller_known).toBe('false')
})

test('what the platform’s own library would refuse is refused', async () => {
  const here = await line()
  const text = JSON.stringify({ event: 'call_started', call: here.ring() })
  const good = await sign(text, KEY)
  const at = (millis: number) => symmetric.sign(text, KEY, Date.now() + millis)
  const cases: [string, string][] = [
    ['missing', ''],
    ['cut', good.slice(0, -1)],
    ['without time', good.replace(/^v=\d+,/, '')],
    ['with another time', good.replace(/v=\d/, 'v=9')],
    ['of another key', await sign(text, 'key_of_another_account')],
    ['over other bytes', await sign(`${text} `, KEY)],
    ['old', await at(-301_000)],
    ['early', await at(301_000)],
  ]
  for (const [name, signature] of cases) {
    expect([name, await Retell.verify(text, KEY, signature)]).toEqual([name, false])
    for (const path of [PATH, `${PATH}/inbound`]) {
      const refused = await here.call(path, text, { 'x-retell-signature': signature })
      expect([name, path, refused.status]).toEqual([name, path, 401])
    }
  }
  expect(await Retell.verify(text, KEY, good)).toBe(true)
  expect((await here.call(PATH, text, { 'x-voice-signature': good })).status).toBe(200)
})

test('what is genuine and tells of no call is 422 with the field', async () => {
  // With a key of its own: what names nobody goes to whoever has this key.
  const here = await line(undefined, `key_${newId()}`)
  const cases: [string, object, string][] = [
    [PATH, { event: 'call_started' }, '/call/call_id'],
    [`${PATH}/inbound`, { event: 'call_inbound', call_inbound: null }, '/call_inbound'],
    [`${PATH}/tool/create_task`, { args: { title: 'x' } }, '/call'],
    [`${PATH}/tool/create_task`, { args: { title: 'x' }, call: [] }, '/call'],
  ]
  for (const [path, body, pointer] of cases) {
    expect(await here.send(body, path)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
    expect((await here.send(body, path, 'key_of_another_account')).status).toBe(401)
  }
})

test('what is told of chats is kept and ignored, and refused of an agent that is not ours', async () => {
  const here = await line()
  const chat = { chat_id: 'chat_1', agent_id: here.agent, chat_status: 'ended' }
  const told = await here.send({ event: 'chat_ended', chat })
  expect([told.status, told.body.status]).toEqual([200, 'ignored'])
  expect((await here.send({ event: 'chat_ended', chat }, PATH, 'key_of_another_account')).status).toBe(401)
  expect((await here.send({ event: 'chat_ended', chat: { ...chat, agent_id: 'agent_x' } })).status).toBe(401)
  expect(await here.kept()).toMatchObject([{ kind: 'chat_ended', externalId: 'chat_ended chat_1' }])
})

test('whoever claims an account without its key gets nothing of it', async () => {
  const here = await line()
  const squatter = await called()
  const accounts = [here.agent, '+34910000002']
  await squatter.connect({ kind: 'voice_platform_a', accounts, secrets: { apiKey: 'key_of_a_squatter' } })
  expect((await here.send({ event: 'call_started', call: here.ring() })).body).toMatchObject({ status: 'accepted' })
  expect([await here.kept(), await squatter.kept()]).toMatchObject([[{ kind: 'call_started' }], []])
})

test('under the installation’s key a call goes where its metadata says, or to nobody', async () => {
  const shared = 'key_of_the_whole_installation'
  const server = await startTestApp({
    config: { webhookSecrets: { VOICE_PLATFORM_A_WEBHOOK_SECRET: ['old_key_1', shared] } },
  })
  onTestFinished(() => server.close())
  const here = await called(await harness(server))
  const send = async (call: object) => {
    const text = JSON.stringify({ event: 'call_started', call: { call_id: newId(), agent_id: 'agent_x', ...call } })
    return here.call(PATH, text, { 'x-retell-signature': await sign(text, shared) })
  }
  expect((await send({ metadata: { workspace_id: here.workspaceId } })).body.status).toBe('accepted')
  for (const call of [{}, { metadata: { workspace_id: 'nobody' } }]) {
    expect((await send(call)).body.status).toBe('ignored')
  }
  expect((await send({ metadata: { workspace_id: '\u0000' } })).status).toBe(422)
  const claimant = await here.connect({ kind: 'voice_platform_a', accounts: ['agent_x'], secrets: { apiKey: KEY } })
  expect((await send({})).body.status).toBe('ignored')
  const { pool } = server.runtime.database
  await many(pool, sql`update integrations set is_proven = true where id = ${claimant.id} returning id`)
  const { bus } = server.runtime
  await bus.publish('integrations')
  await bus.settle()
  expect((await send({})).body.status).toBe('accepted')
  expect(await here.kept()).toHaveLength(2)
})
