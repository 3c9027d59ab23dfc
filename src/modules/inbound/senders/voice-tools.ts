import { actingAlone } from '#core/context.ts'
import { coreFailures, Refusal } from '#core/errors.ts'
import type { Tool } from '#core/tool.ts'
import { hashOf } from '#core/tool-run.ts'
import { headerIn, type Received, type WebhookAnswer } from '#core/webhook.ts'
import { isRecord } from '#core/json-record.ts'
import { bySecret, isShown } from '#modules/inbound/proof.ts'
import { fieldsAt, listAt, looseJson, neededFields, objectIn, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Desk, Proof, Sender } from '#modules/inbound/sender.ts'
import { AT_IT, callVoiceTool, voiceTools, type VoiceCall } from '#modules/inbound/voice-tool.ts'
import { provesCallIn } from './voice-platform-a.ts'

/** How long after its end it is known what came of something slow. */
const TOLD_MILLIS = 60_000
const BUSY = { error: 'This cannot be done right now.' }

interface Toolroom {
  find: Parameters<typeof callVoiceTool>[2]
  /** What was not done in time, by what was asked. */
  late: Map<string, Promise<object>>
}

const toolroom = (tools: readonly Tool[]): Toolroom => ({ find: voiceTools(tools), late: new Map() })

/** A tool that an agent of platform A uses during a call: the arguments come with the call around them. */
export function voiceToolsA(tools: readonly Tool[]): Sender {
  const room = toolroom(tools)
  return {
    name: 'voice-platform-a-tool',
    path: '/v1/webhooks/voice-platform-a/tool/:toolName',
    // The call brings its transcript along.
    bodyBytesMax: 5 * 1_048_576,
    prove: provesCallIn('call'),
    read(received, proof, desk) {
      const body = objectIn(received)
      const call = neededFields(body, 'call')
      const [tool, args] = [received.params['toolName'] ?? '', fieldsAt(body, 'args')]
      // The path is not signed. If the body names a tool, as the platform's does, the two must match.
      const named = textAt(body, 'name')
      if (named !== undefined && named !== tool)
        return { outcome: 'answered', body: { error: 'This call is of another tool.' } }
      return answer(desk, received, room, proof, {
        tool,
        args,
        client: 'voice platform A',
        conversation: textAt(call, 'call_id'),
        toolCallId: toolCallIn(body, tool, args),
      })
    },
    handlers: {},
  }
}

/** A tool of platform B: the body is its arguments and nothing else. */
export function voiceToolsB(tools: readonly Tool[]): Sender {
  const room = toolroom(tools)
  return {
    name: 'voice-platform-b-tool',
    path: '/v1/webhooks/voice-platform-b/:workspaceId/tool/:toolName',
    secretIn: (received) => `${headerIn(received, 'x-webhook-secret')} ${headerIn(received, 'authorization')}`,
    prove: bySecret({
      kind: 'voice_platform_b',
      secret: 'webhookSecret',
      find: ({ params }) => ({ workspaceId: params['workspaceId'] ?? '' }),
      isGenuine: isShown,
    }),
    read: (received, proof, desk) =>
      answer(desk, received, room, proof, {
        tool: received.params['toolName'] ?? '',
        args: objectIn(received),
        client: 'voice platform B',
        conversation: headerIn(received, 'x-conversation-id') || undefined,
        toolCallId: headerIn(received, 'x-tool-call-id') || undefined,
      }),
    handlers: {},
  }
}

/** The call tells what was used in it so far: this is the use that has no result yet. */
function toolCallIn(body: Fields, tool: string, args: Fields): string | undefined {
  const said = listAt(body, 'call', 'transcript_with_tool_calls')
  const ended = said.flatMap((each) =>
    textAt(each, 'role') === 'tool_call_result' ? [textAt(each, 'tool_call_id')] : [],
  )
  const isThis = (each: unknown): boolean => {
    if (textAt(each, 'role') !== 'tool_call_invocation' || textAt(each, 'name') !== tool) return false
    const told = looseJson(Buffer.from(textAt(each, 'arguments') ?? ''))
    return isRecord(told) && hashOf(told) === hashOf(args) && !ended.includes(textAt(each, 'tool_call_id'))
  }
  return textAt(body, 'tool_call_id') ?? textAt(said.findLast(isThis), 'tool_call_id')
}

async function answer(
  desk: Desk,
  { requestId, now, log }: Received,
  { find, late }: Toolroom,
  proof: Proof,
  call: VoiceCall,
): Promise<WebhookAnswer> {
  const { workspaceId } = proof
  if (workspaceId === undefined) return { outcome: 'ignored', body: { error: 'Nobody here knows this agent.' } }
  const { db, services } = desk
  const ctx = actingAlone({ db, services, workspaceId, requestId, now, log })
  // Without a conversation nothing says that two ask for the same: each is a use of its own.
  const where = call.conversation ?? requestId
  const name = JSON.stringify([workspaceId, proof.integrationId, where, call.tool, hashOf(call.args)])
  const work = (): Promise<object> => late.get(name) ?? callVoiceTool(desk, ctx, find, proof, call)
  return { outcome: 'answered', body: await spokenInTime(desk, { late, name, work }) }
}

/** What takes too long goes on, and whoever asks for the same meanwhile or shortly after hears how it went. */
function spokenInTime(
  { background, answerMillis: millis }: Desk,
  { late, name, work }: Pick<Toolroom, 'late'> & { name: string; work(): Promise<object> },
): Promise<object> {
  let begun: Promise<object> | undefined
  const begin = (): Promise<object> => (begun = work())
  const atIt = (): object => {
    if (begun && !late.has(name)) {
      late.set(name, begun)
      const forget = (): unknown => setTimeout(() => late.delete(name), TOLD_MILLIS).unref()
      begun.then(forget, forget)
    }
    return AT_IT
  }
  return background.within(begin, { lane: 'voice tools', millis, late: atIt }).catch((error: unknown) => {
    if (error instanceof Refusal && error.failure === coreFailures.unavailable) return BUSY
    throw error
  })
}
