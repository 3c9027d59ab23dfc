import { actingAlone } from '#core/context.ts'
import { digits, hmac, isHexOf, isRecent } from '#core/signature.ts'
import { headerIn, type Received } from '#core/webhook.ts'
import { getSettings } from '#modules/identity/workspace.service.ts'
import { bySecret, namedIn } from '#modules/inbound/proof.ts'
import { fieldsAt, neededFields, neededText, objectIn, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Desk, Handler, Sender } from '#modules/inbound/sender.ts'
import { callAnalyzed, callEnded, callStarted, VOICE } from '#modules/inbound/voice-call.ts'

const WINDOW_SECONDS = 300
const SIGNATURE = /^v=(\d{1,15}),d=([0-9a-f]{64})$/i

/** HMAC over the body and, behind it, the milliseconds that stand in the header. */
function isVoiceGenuine(received: Received, secret: string): boolean {
  const [, sentAt, mac = ''] = SIGNATURE.exec(headerIn(received, 'x-voice-signature', 'x-retell-signature')) ?? []
  if (!isRecent(digits(sentAt), received.now, WINDOW_SECONDS)) return false
  return isHexOf(hmac(secret, received.bytes, sentAt ?? ''), mac)
}

/** Which of the accounts it is about: the agent, and the number on our side. */
function voiceAccounts(call: unknown): string[] {
  const names = ['agent_id', 'to_number', 'from_number']
  return names.flatMap((name) => textAt(call, name) ?? [])
}

/** By what stands under one of these names. */
export const provesCallIn = (...within: readonly string[]): Sender['prove'] =>
  bySecret({
    kind: 'voice_platform_a',
    secret: 'apiKey',
    setting: 'VOICE_PLATFORM_A_WEBHOOK_SECRET',
    find: (_received, body) => namedIn(within.flatMap((name) => voiceAccounts(fieldsAt(body, name)))),
    isGenuine: isVoiceGenuine,
    workspaceIn: (body) => within.flatMap((name) => textAt(body, name, 'metadata', 'workspace_id') ?? [])[0],
  })

const about = (act: typeof callAnalyzed): Handler => ({
  apply: (ctx, delivery) => act(ctx, fieldsAt(delivery.payload, 'call'), delivery),
})

/** Calls that begin, end and are analyzed. */
export const voiceCalls: Sender = {
  name: VOICE,
  path: '/v1/webhooks/voice-platform-a',
  // Transcripts with the time of each word.
  bodyBytesMax: 5 * 1_048_576,
  // Nothing is done about chats, but they are told here too.
  prove: provesCallIn('call', 'chat'),
  read(received) {
    const payload = objectIn(received)
    const kind = neededText(payload, 'event')
    const callId = textAt(payload, 'call', 'call_id') ?? textAt(payload, 'chat', 'chat_id')
    return { externalId: `${kind} ${callId ?? neededText(payload, 'call', 'call_id')}`, kind, payload }
  },
  handlers: {
    call_started: about(callStarted),
    call_ended: about(callEnded),
    call_analyzed: about(callAnalyzed),
  },
}

/** It waits ten seconds and the call rings meanwhile: we take three at most. */
const DEADLINE_MILLIS = 3000
const UNKNOWN = { call_inbound: { dynamic_variables: {}, metadata: {} } }

/** Asks who is calling, before the call is answered. */
export const voiceInbound: Sender = {
  name: `${VOICE}-inbound`,
  path: '/v1/webhooks/voice-platform-a/inbound',
  prove: provesCallIn('call_inbound'),
  deadline: { millis: DEADLINE_MILLIS, answer: UNKNOWN },
  async read(received, { workspaceId }, { db, services }) {
    neededFields(objectIn(received), 'call_inbound')
    if (workspaceId === undefined) return { outcome: 'ignored', body: UNKNOWN }
    return { outcome: 'answered', body: { call_inbound: await contextOf({ db, services, workspaceId, ...received }) } }
  },
  handlers: {},
}

/**
 * Texts only: the platform inserts them into what the agent says. A number proves nothing, so every caller gets the
 * same texts; the conversation tells the team whose number it may be.
 */
async function contextOf(
  about: Pick<Received, 'requestId' | 'now' | 'log'> & Pick<Desk, 'db' | 'services'> & { workspaceId: string },
): Promise<Fields> {
  const { workspaceId, requestId, now, log, db, services } = about
  const { name } = await getSettings(actingAlone({ db, services, workspaceId, requestId, now, log }))
  return {
    dynamic_variables: { caller_known: 'false', company_name: name },
    metadata: { workspace_id: workspaceId },
  }
}
