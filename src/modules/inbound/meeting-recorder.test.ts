import { Webhook } from 'svix'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { called } from '#test/webhooks.ts'

const SECRET = `whsec_${Buffer.from('a secret of the recorder!').toString('base64')}`
const TOKEN = 'a-token-in-the-address'
const PATH = '/v1/webhooks/meeting-recorder'

async function recorded() {
  const place = await called()
  await place.make.department()
  await place.connect({ kind: 'meeting_recorder', secrets: { webhookSecret: SECRET, transcriptToken: TOKEN } })
  const bot = `b-${newId()}`
  const send = (body: object, { family = 'webhook', secret = SECRET, id = newId() } = {}) => {
    const text = JSON.stringify(body)
    const at = new Date()
    const headers = {
      [`${family}-id`]: id,
      [`${family}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
      [`${family}-signature`]: new Webhook(secret).sign(id, at, text),
    }
    return place.call(`${PATH}/status`, text, headers)
  }
  const state = (code: string, minute: number, sub_code: string | null = null) => ({
    event: `bot.${code}`,
    data: {
      data: { code, sub_code, updated_at: new Date(Date.UTC(2026, 10, 15, 9, minute)).toISOString() },
      bot: { id: bot, metadata: { workspace_id: place.workspaceId } },
    },
  })
  const legacy = (code: string, minute: number) => ({
    event: 'bot.status_change',
    data: {
      bot_id: bot,
      status: {
        code,
        created_at: new Date(Date.UTC(2026, 10, 15, 9, minute)).toISOString(),
        sub_code: null,
        message: null,
      },
    },
  })
  const say = (text: string, seconds: number, name: string | null = 'Ana', token = TOKEN) => {
    const words = text
      .split(' ')
      .map((word, index) => ({ text: word, start_timestamp: { relative: seconds + index / 10 } }))
    const data = { words, participant: { id: name === null ? 9 : name.length, name } }
    const body = {
      event: 'transcript.data',
      data: { data, transcript: { id: 'tr-1' }, bot: { id: bot, metadata: {} } },
    }
    return place.call(`${PATH}/${place.workspaceId}/transcript?token=${token}`, JSON.stringify(body))
  }
  const meetings = async () => (await place.asAdmin.get('/meetings')).body.items
  return { ...place, bot, send, state, legacy, say, meetings }
}

test('a meeting is followed through its states, and at its end summed up with tasks proposed as drafts', async () => {
  const here = await recorded()
  await here.send(here.state('joining_call', 0))
  await here.send(here.state('in_call_recording', 1))
  await here.say('Good morning everybody.', 5)
  await here.say('Please fix the lock in 2B. It rains.', 12)
  await here.say('We need to order towels!', 80, 'Rui')
  await here.say('We need to order towels!', 80, 'Rui')
  await here.send(here.state('call_ended', 30, 'call_ended_by_host'))
  await here.send(here.state('done', 31))
  await here.seen()
  const [meeting] = await here.meetings()
  expect(meeting).toMatchObject({
    state: 'done',
    startedAt: '2026-11-15T09:01:00.000Z',
    endedAt: '2026-11-15T09:30:00.000Z',
    summaryMethod: 'rules',
    summary:
      'Ana, Rui spoke for about 1 min.\n\nAsked for:\n- Ana: Please fix the lock in 2B.\n- Rui: We need to order towels!\n\nMade by rules: no model is set up.',
  })
  expect((await here.asAdmin.get(`/meetings/${meeting.id}/lines`)).body.items).toMatchObject([
    { speaker: 'Ana', text: 'Good morning everybody.' },
    { speaker: 'Ana' },
    { speaker: 'Rui', beginsAtSeconds: 80 },
  ])
  expect((await here.asKey.get('/tasks')).body.items).toMatchObject([
    { title: 'We need to order towels!', source: 'MEETING_BOT', status: 'DRAFT' },
    { title: 'Please fix the lock in 2B.', source: 'MEETING_BOT', status: 'DRAFT' },
  ])
})

test('words that do not say when they began are known by their clock or by themselves', async () => {
  const here = await recorded()
  const say = async (text: string, start?: object) => {
    const words = text.split(' ').map((word) => ({ text: word, ...(start && { start_timestamp: start }) }))
    const data = { data: { words, participant: { id: 1 } }, transcript: { id: 't' }, bot: { id: here.bot } }
    const body = JSON.stringify({ event: 'transcript.data', data })
    return (await here.call(`${PATH}/${here.workspaceId}/transcript?token=${TOKEN}`, body)).body.duplicate
  }
  const at = (second: number) => ({ absolute: `2026-11-15T09:00:0${second}.000Z` })
  expect([await say('first'), await say('second thing'), await say('first')]).toEqual([false, false, true])
  expect([await say('Yes', at(1)), await say('Yes', at(2)), await say('Yes', at(1))]).toEqual([false, false, true])
  await here.seen()
  const [{ id } = {}] = await here.meetings()
  const { items } = (await here.asAdmin.get(`/meetings/${id}/lines`)).body
  expect(items.map(({ text }: { text: string }) => text).toSorted()).toEqual(['Yes', 'Yes', 'first', 'second thing'])
})

test('the older generation says the same, and the end told twice proposes once', async () => {
  const here = await recorded()
  await here.say('Please call the plumber.', 3)
  await here.send(here.legacy('in_call_recording', 1), { family: 'svix' })
  await here.send(here.legacy('analysis_done', 9), { family: 'svix' })
  await here.send(here.legacy('done', 8), { family: 'svix' })
  await here.seen()
  expect(await here.meetings()).toMatchObject([{ state: 'analysis_done', startedAt: '2026-11-15T09:01:00.000Z' }])
  expect((await here.asKey.get('/tasks')).body.items).toHaveLength(1)
})

test('a meeting is not summed up while words of it are still to be taken down', async () => {
  const here = await recorded()
  await here.send(here.state('done', 9))
  const { pool } = here.runtime.database
  await run(
    pool,
    sql`update inbound_deliveries set received_at = now() + interval '1 minute' where workspace_id = ${here.workspaceId}`,
  )
  await here.say('Please call the plumber.', 3)
  await expect(here.seen()).rejects.toMatchObject({ message: 'Words are still being taken down.', isFinal: false })
  await run(
    pool,
    sql`delete from outbox where workspace_id = ${here.workspaceId} and payload->>'deliveryId' in (
    select id::text from inbound_deliveries where kind = 'done')`,
  )
  await here.seen()
  expect((await here.kept('?status=pending')).map(({ kind }) => kind)).toEqual(['done'])
})

test('news that come late change no newer state, and unknown ones are kept and ignored', async () => {
  const here = await recorded()
  await here.send(here.state('call_ended', 30))
  await here.send(here.state('in_waiting_room', 2))
  await here.send(here.state('fatal', 31, 'bot_kicked'))
  expect((await here.send(here.state('breathing', 3))).body.status).toBe('ignored')
  expect(
    (
      await here.send({
        event: 'recording.done',
        data: { bot: { id: here.bot, metadata: { workspace_id: here.workspaceId } } },
      })
    ).body.status,
  ).toBe('ignored')
  await here.seen()
  expect(await here.meetings()).toMatchObject([{ state: 'fatal', reason: 'bot_kicked' }])
})

test('forged states and words are refused; words of other kinds are 200', async () => {
  const here = await recorded()
  const other = `whsec_${Buffer.from('another secret of somebody').toString('base64')}`
  expect((await here.send(here.state('done', 1), { secret: other })).status).toBe(401)
  expect((await here.send(here.legacy('done', 1), { secret: other })).status).toBe(401)
  for (const token of ['', 'wrong', TOKEN.slice(1)]) expect((await here.say('Hello', 1, 'Ana', token)).status).toBe(401)
  const bare = `${PATH}/${here.workspaceId}/transcript`
  expect((await here.call(bare, '{"event":"transcript.data"}')).status).toBe(401)
  const stranger = await recorded()
  const partial = JSON.stringify({ event: 'transcript.partial_data', data: {} })
  expect((await stranger.call(`${bare}?token=${TOKEN}`, partial)).body.status).toBe('ignored')
  expect((await here.call(`${bare}?token=${TOKEN}`, '{"event":"transcript.data"}')).status).toBe(422)
  await here.seen()
  expect(await here.meetings()).toEqual([])
  const unset = await called()
  await unset.connect({ kind: 'meeting_recorder', secrets: { webhookSecret: SECRET } })
  const empty = `${PATH}/${unset.workspaceId}/transcript?token=`
  expect((await unset.call(empty, partial)).status).toBe(401)
})
