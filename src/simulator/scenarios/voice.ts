import { partIn, type Json } from '#src/simulator/service.ts'
import { retell } from '#src/simulator/signing.ts'
import {
  integrationOf,
  made,
  seen,
  send,
  shortIdIn,
  showConversation,
  showTask,
  type Scenario,
  type Stage,
} from '#src/simulator/stage.ts'

const PATH = '/v1/webhooks/voice-platform-a'
const OURS = '+351210000001'
const AGENT = 'agent_simulated'

async function line(stage: Stage): Promise<void> {
  await integrationOf(stage, 'voice_platform_a', { accounts: [AGENT, OURS], secrets: { apiKey: stage.ownSecret } })
}

const say = (stage: Stage, path: string, body: Json): Promise<Json> => {
  const text = JSON.stringify(body)
  return send(stage, path, text, retell(text, stage.ownSecret))
}

/** A guest whose stay is on or comes next, with a number to be known by. */
async function guest(stage: Stage): Promise<{ name: string; phone: string }> {
  const stays = await stage.list('/reservations?status=CONFIRMED&limit=50')
  const today = new Date().toISOString().slice(0, 10)
  const stay = stays.find((each) => each['contactId'] && String(each['checkoutDate']) >= today)
  if (!stay) return { name: 'somebody unknown', phone: '+34600000001' }
  const path = `/contacts/${stay['contactId']}`
  const { fullName, phone } = await stage.get(path)
  const called = phone ?? (await stage.patch(path, { phone: '+351 912 000 147' }))['phone']
  return { name: String(fullName), phone: String(called) }
}

export const voiceCall: Scenario = {
  name: 'voice-call',
  summary: 'a guest calls (Retell): who calls is known, and the call becomes a conversation and a task',
  async play(stage) {
    await line(stage)
    const { name, phone } = await guest(stage)
    const from = `+${phone.replace(/\D/g, '')}`
    stage.say(`${name} calls from ${from}.`)
    const known = await say(stage, `${PATH}/inbound`, {
      event: 'call_inbound',
      call_inbound: { agent_id: AGENT, from_number: from, to_number: OURS },
    })
    const began = Date.now() - 95_000
    const call = {
      call_id: made('call_'),
      agent_id: AGENT,
      direction: 'inbound',
      from_number: from,
      to_number: OURS,
      start_timestamp: began,
      metadata: partIn(known, 'call_inbound')['metadata'],
    }
    await seen(stage, await say(stage, PATH, { event: 'call_started', call }))
    const spoken = [
      ['agent', 'Good evening, how can I help?'],
      ['user', 'There is no hot water in the shower.'],
      ['agent', 'I am sorry. Somebody will look at the boiler today.'],
    ].map(([role, content]) => ({ role, content, words: [] }))
    const over = {
      ...call,
      end_timestamp: began + 95_000,
      duration_ms: 95_000,
      disconnection_reason: 'user_hangup',
      transcript_object: spoken,
    }
    await seen(stage, await say(stage, PATH, { event: 'call_ended', call: over }))
    const analysis = {
      call_summary: 'The guest has no hot water in the shower and wants it looked at today.',
      user_sentiment: 'Negative',
      call_successful: true,
      custom_analysis_data: { create_task: true, issue: 'No hot water in the shower', task_priority: 'high' },
    }
    const analyzed = { event: 'call_analyzed', call: { ...over, call_analysis: analysis } }
    const { outcome } = await seen(stage, await say(stage, PATH, analyzed))
    await showConversation(stage, 'voice-platform-a')
    await showTask(stage, shortIdIn(outcome))
  },
}

export const voiceTool: Scenario = {
  name: 'voice-tool',
  summary: 'a voice agent uses tools during a call (Retell, ElevenLabs): the tasks that come of it',
  async play(stage) {
    await line(stage)
    const call = { call_id: made('call_'), agent_id: AGENT, from_number: '+34600000001', to_number: OURS }
    const args = { title: 'Bring a cot for tonight', priority: 'NORMAL' }
    const first = await say(stage, `${PATH}/tool/create_task`, { name: 'create_task', call, args })
    await showTask(stage, first['shortId'])
    await integrationOf(stage, 'voice_platform_b', { secrets: { webhookSecret: stage.ownSecret } })
    const path = `/v1/webhooks/voice-platform-b/${stage.workspaceId}/tool/create_task`
    const text = JSON.stringify({ title: 'Late check-out: tell the cleaners' })
    const second = await send(stage, path, text, { authorization: `Bearer ${stage.ownSecret}` })
    await showTask(stage, second['shortId'])
  },
}
