import { sameText } from '#core/crypto.ts'
import type { Tool } from '#core/tool.ts'
import { headerIn, type Received, type WebhookAnswer } from '#core/webhook.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { fieldsAt, objectIn, textAt } from '#modules/inbound/reading.ts'
import type { Desk, Proof, Sender } from '#modules/inbound/sender.ts'
import { callVoiceTool, voiceTools, type VoiceCall } from '#modules/inbound/voice-tool.ts'
import { provesCallIn } from './voice-platform-a.ts'

/** A tool that an agent of platform A uses during a call: the arguments come with the call around them. */
export function voiceToolsA(tools: readonly Tool[]): Sender {
  const find = voiceTools(tools)
  return {
    name: 'voice-platform-a-tool',
    path: '/v1/webhooks/voice-platform-a/tool/:toolName',
    // The call brings its transcript along.
    bodyBytesMax: 5 * 1_048_576,
    prove: provesCallIn('call'),
    read(received, proof, desk) {
      const body = objectIn(received)
      const conversation = textAt(body, 'call', 'call_id')
      return answer(desk, received, find, proof, {
        tool: received.params['toolName'] ?? '',
        args: fieldsAt(body, 'args'),
        about: aboutIn(fieldsAt(body, 'call', 'metadata')),
        client: 'voice platform A',
        ...(conversation !== undefined && { conversation }),
      })
    },
    handlers: {},
  }
}

/** A tool of platform B: the body is its arguments and nothing else. */
export function voiceToolsB(tools: readonly Tool[]): Sender {
  const find = voiceTools(tools)
  return {
    name: 'voice-platform-b-tool',
    path: '/v1/webhooks/voice-platform-b/:workspaceId/tool/:toolName',
    prove: bySecret({
      kind: 'voice_platform_b',
      secret: 'webhookSecret',
      find: ({ params }) => ({ workspaceId: params['workspaceId'] ?? '' }),
      isGenuine: isShown,
    }),
    read: (received, proof, desk) =>
      answer(desk, received, find, proof, {
        tool: received.params['toolName'] ?? '',
        args: objectIn(received),
        about: {},
        client: 'voice platform B',
      }),
    handlers: {},
  }
}

/** It signs nothing: the tool's own headers carry the secret. */
function isShown(received: Received, secret: string): boolean {
  const isBearer = sameText(headerIn(received, 'authorization'), `Bearer ${secret}`)
  return sameText(headerIn(received, 'x-webhook-secret'), secret) || isBearer
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ABOUT: Readonly<Record<string, string>> = {
  contactId: 'contact_id',
  reservationId: 'reservation_id',
  propertyId: 'property_id',
}

function aboutIn(metadata: object): Record<string, string> {
  const pairs = Object.entries(ABOUT).map(([field, name]) => [field, textAt(metadata, name)] as const)
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => UUID.test(pair[1] ?? '')))
}

async function answer(
  desk: Desk,
  { requestId, now, log }: Received,
  find: Parameters<typeof callVoiceTool>[2],
  proof: Proof,
  call: VoiceCall,
): Promise<WebhookAnswer> {
  const { workspaceId } = proof
  if (workspaceId === undefined) return { outcome: 'ignored', body: { error: 'Nobody here knows this agent.' } }
  const { db, services } = desk
  const ctx = { db, services, workspaceId, requestId, now, log, principal: { kind: 'system' } as const }
  return { outcome: 'answered', body: await callVoiceTool(desk, ctx, find, proof, call) }
}
