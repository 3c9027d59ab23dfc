import { until, type Json } from '#src/simulator/service.ts'
import { svix } from '#src/simulator/signing.ts'
import { integrationOf, made, seen, send, type Scenario } from '#src/simulator/stage.ts'

const PATH = '/v1/webhooks/meeting-recorder'
const SAID = [
  ['Ana', 'The new linen for Casa Azul has come.'],
  ['Rui', 'We need to replace the lock of the garage this week.'],
] as const

export const meeting: Scenario = {
  name: 'meeting',
  summary: 'a recorder sits in a meeting (Recall): what is said, the summary, and the tasks that it proposes',
  async play(stage) {
    await integrationOf(stage, 'meeting_recorder', {
      secrets: { webhookSecret: stage.ownSecret, transcriptToken: stage.ownSecret },
    })
    const bot = { id: made('bot-'), metadata: { workspace_id: stage.workspaceId } }
    const state = (code: string): Promise<Json> => {
      const data = { code, sub_code: null, updated_at: new Date().toISOString() }
      const text = JSON.stringify({ event: `bot.${code}`, data: { data, bot } })
      return send(stage, `${PATH}/status`, text, svix(text, stage.ownSecret, made('msg_')))
    }
    await seen(stage, await state('in_call_recording'))
    for (const [index, [name, words]] of SAID.entries()) {
      const spoken = words.split(' ').map((text, place) => ({
        text,
        start_timestamp: { relative: index * 10 + place / 2 },
        end_timestamp: { relative: index * 10 + place / 2 + 0.4 },
      }))
      const participant = { id: 100 + index, name, is_host: index === 0, platform: 'desktop', extra_data: {} }
      const data = { data: { words: spoken, participant }, transcript: { id: 'tr-1', metadata: {} }, bot }
      const path = `${PATH}/${stage.workspaceId}/transcript?token=${stage.ownSecret}`
      stage.say(`In the meeting, ${name}: "${words}"`)
      await seen(stage, await send(stage, path, JSON.stringify({ event: 'transcript.data', data }), {}))
    }
    await seen(stage, await state('call_ended'))
    await seen(stage, await state('done'))
    const held = await until('summary', async () => {
      const meetings = await stage.list('/meetings?limit=1')
      return meetings.find((each) => each['summary'])
    })
    stage.say(`Summary:\n  ${String(held['summary']).replaceAll('\n', '\n  ')}`)
    const proposed = (await stage.tasks()).find(({ source }) => source === 'MEETING_BOT')
    if (proposed) stage.say(`Proposed: ${proposed['shortId']} ${proposed['title']} (${proposed['status']})`)
  },
}
