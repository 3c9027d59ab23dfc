import type { TxCtx } from '#core/context.ts'
import { sameText, sha256 } from '#core/crypto.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import type { Received } from '#core/webhook.ts'
import { hasPendingBefore, isFirstEffect } from '#modules/inbound/delivery.queries.ts'
import { departmentFor } from '#modules/inbound/department-choice.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { fieldsAt, listAt, neededText, numberAt, objectIn, refuseField, textAt } from '#modules/inbound/reading.ts'
import type { Delivery, Handler, Sender } from '#modules/inbound/sender.ts'
import { isStandardGenuine, standardId } from '#modules/inbound/standard-webhook.ts'
import { addLine, noteState, summarize } from '#modules/meetings/meeting.service.ts'
import { proposeTask } from '#modules/tasks/task.service.ts'

const SOURCE = 'meeting-recorder'
const STATES = [
  'joining_call',
  'in_waiting_room',
  'in_call_not_recording',
  'in_call_recording',
  'call_ended',
  'done',
  'fatal',
  'analysis_done',
]
const AT_THE_END = ['done', 'analysis_done']

/** Two generations of the recorder say the same in two ways. */
function stateIn(payload: unknown): { bot: string | undefined; code: string | undefined; at: string; reason?: string } {
  const [now, legacy] = [fieldsAt(payload, 'data', 'data'), fieldsAt(payload, 'data', 'status')]
  const reason = textAt(now, 'sub_code') ?? textAt(legacy, 'sub_code') ?? textAt(legacy, 'message')
  return {
    bot: textAt(payload, 'data', 'bot', 'id') ?? textAt(payload, 'data', 'bot_id'),
    code: textAt(now, 'code') ?? textAt(legacy, 'code'),
    at: textAt(now, 'updated_at') ?? textAt(legacy, 'created_at') ?? '',
    ...(reason !== undefined && { reason }),
  }
}

const WORDS = `${SOURCE}-transcript`
const WAIT_SECONDS = 5

const fares: Handler = {
  /** All that was said is taken down before it is summed up. */
  async reach(ctx, { payload, receivedAt }) {
    if (!AT_THE_END.includes(stateIn(payload).code ?? '')) return
    if (await hasPendingBefore(ctx, { sender: WORDS, receivedAt }))
      throw new DeliveryFailure('Words are still being taken down.', { retryAfterSeconds: WAIT_SECONDS })
  },
  async apply(ctx, delivery) {
    const { bot = '', code = '', at, reason } = stateIn(delivery.payload)
    const saidAt = new Date(at)
    const meetingId = await noteState(
      ctx,
      { source: SOURCE, externalId: bot },
      { state: code, at: Number.isNaN(saidAt.getTime()) ? ctx.now : saidAt, reason: reason ? oneLine(reason) : null },
    )
    if (!AT_THE_END.includes(code)) return `The recorder is at ${code}.`
    const proposed = await propose(ctx, delivery, meetingId, bot)
    return `The meeting was summed up; ${proposed} tasks were proposed.`
  },
}

/** One draft for each thing that was asked for, however often the end is told. */
async function propose(ctx: TxCtx, delivery: Delivery, meetingId: string, bot: string): Promise<number> {
  const asked = await summarize(ctx, meetingId)
  const departmentId = asked.length > 0 ? await departmentFor(ctx, delivery) : ''
  let proposed = 0
  for (const { speaker, text } of asked) {
    const what = `task of ${bot} ${sha256(text).toString('base64url')}`
    if (!(await isFirstEffect(ctx, { sender: SOURCE, what, targetId: meetingId }))) continue
    const description = `${speaker} said so in a meeting. Proposed by rules: look at it before it is given to anybody.`
    await proposeTask(ctx, { title: text, description, departmentId, source: 'MEETING_BOT' })
    proposed += 1
  }
  return proposed
}

/** How the recorder fares in a meeting. */
export const meetingStatus: Sender = {
  name: SOURCE,
  path: '/v1/webhooks/meeting-recorder/status',
  prove: bySecret({
    kind: 'meeting_recorder',
    secret: 'webhookSecret',
    setting: 'MEETING_RECORDER_WEBHOOK_SECRET',
    find(_received, body) {
      const workspaceId = textAt(body, 'data', 'bot', 'metadata', 'workspace_id')
      return workspaceId === undefined ? 'anybody' : { workspaceId }
    },
    isGenuine: isStandardGenuine,
    workspaceIn: (body) => textAt(body, 'data', 'bot', 'metadata', 'workspace_id'),
  }),
  read(received) {
    const payload = objectIn(received)
    const { bot, code } = stateIn(payload)
    const kind = code ?? neededText(payload, 'event')
    if (STATES.includes(kind) && bot === undefined) refuseField('/data/bot/id', 'Must be a text.')
    return { externalId: standardId(received), kind, payload }
  },
  handlers: Object.fromEntries(STATES.map((state) => [state, fares])),
}

const heard: Handler = {
  async apply(ctx, { payload, externalId }) {
    const words = listAt(payload, 'data', 'data', 'words')
    const text = oneLine(words.map((word) => textAt(word, 'text') ?? '').join(' '))
    if (text === '') return undefined
    const added = await addLine(
      ctx,
      { source: SOURCE, externalId: neededText(payload, 'data', 'bot', 'id') },
      {
        lineKey: externalId,
        beginsAtSeconds: numberAt(words[0], 'start_timestamp', 'relative') ?? 0,
        speaker: shortened(oneLine(textAt(payload, 'data', 'data', 'participant', 'name') ?? ''), 200) || 'Somebody',
        text: shortened(text, 10_000),
      },
    )
    return added ? 'The words joined the meeting.' : 'The words were there already.'
  },
}

/** When the first of them was said, if that is told. */
function beginningOf([first]: readonly unknown[]): number | string | undefined {
  return numberAt(first, 'start_timestamp', 'relative') ?? textAt(first, 'start_timestamp', 'absolute')
}

const transcriptTokenIn = ({ query }: Received): string => query['token'] ?? ''

/** What is said in a meeting, while it is said. It names no delivery: the same words of the same person are the same. */
export const meetingTranscript: Sender = {
  name: WORDS,
  path: '/v1/webhooks/meeting-recorder/:workspaceId/transcript',
  secretIn: transcriptTokenIn,
  prove: bySecret({
    kind: 'meeting_recorder',
    secret: 'transcriptToken',
    find: ({ params }) => ({ workspaceId: params['workspaceId'] ?? '' }),
    isGenuine: (received, token) => sameText(transcriptTokenIn(received), token),
  }),
  read(received) {
    const payload = objectIn(received)
    const kind = neededText(payload, 'event')
    const { data } = payload
    const words = listAt(data, 'data', 'words')
    const said = [
      textAt(data, 'bot', 'id'),
      textAt(data, 'transcript', 'id'),
      beginningOf(words) ?? words.map((word) => textAt(word, 'text')),
      numberAt(data, 'data', 'participant', 'id'),
    ]
    if (kind === 'transcript.data') neededText(payload, 'data', 'bot', 'id')
    const isKnown = kind === 'transcript.data'
    const key = isKnown ? JSON.stringify(said) : received.bytes
    return { externalId: `${kind} ${sha256(key).toString('base64url')}`, kind, payload }
  },
  handlers: { 'transcript.data': heard },
}
