import { Type, type Static, type TProperties } from 'typebox'
import { CustomFields, DateTime, Nullable, oneOf, Uuid } from '#core/schema.ts'

/** Names are as the wire of the agents' routes has them. `type` tells which event it is. */
function event<const Tag extends string, P extends TProperties>(type: Tag, properties: P) {
  return Type.Object({ type: Type.Literal(type), ...properties })
}

const Json = Type.Unknown()
const Text = Type.String()

/** A part of what a person wrote. */
export const MessagePart = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Text }),
  Type.Object({ type: Type.Literal('file'), media_type: Text, url: Text }),
])
export type MessagePart = Static<typeof MessagePart>

/** What a run waits for. */
const Interrupt = Type.Object({
  id: Uuid,
  reason: Text,
  message: Type.Optional(Text),
  tool_call_id: Type.Optional(Text),
  response_schema: Type.Optional(CustomFields),
  expires_at: Type.Optional(DateTime),
})

const Usage = Type.Object({
  provider: Type.Optional(Text),
  model: Type.Optional(Text),
  input_tokens: Type.Optional(Type.Integer()),
  output_tokens: Type.Optional(Type.Integer()),
  total_tokens: Type.Optional(Type.Integer()),
  reasoning_tokens: Type.Optional(Type.Integer()),
  cached_input_tokens: Type.Optional(Type.Integer()),
})

const FINISH_REASONS = ['stop', 'length', 'tool-calls', 'content-filter', 'error', 'other'] as const

/** A run that was woken goes on under an id of its own; `parent_run_id` is then the run. */
const run = { run_id: Uuid, parent_run_id: Type.Optional(Uuid) }
const ended = { ...run, usage: Type.Optional(Type.Array(Usage)) }

/** What the log keeps, each with a number of its own. */
export const SessionEvent = Type.Union([
  /** `message_id`: what the answer will be called. */
  event('run.started', { ...run, message_id: Type.Optional(Uuid), agent_id: Type.Optional(Text) }),
  event('run.finished', {
    ...ended,
    outcome: oneOf(['success', 'interrupt', 'cancelled']),
    interrupts: Type.Optional(Type.Array(Interrupt)),
    result: Type.Optional(Json),
    finish_reason: Type.Optional(oneOf(FINISH_REASONS)),
  }),
  event('run.failed', { ...ended, message: Text, code: Text }),
  event('step.started', { step_name: Text }),
  event('step.finished', { step_name: Text }),
  event('message.user', { message_id: Uuid, parts: Type.Array(MessagePart), sender_user_id: Nullable(Uuid) }),
  event('reasoning.started', { message_id: Uuid }),
  event('reasoning.ended', { message_id: Uuid }),
  event('text.started', { message_id: Uuid }),
  event('text.ended', { message_id: Uuid }),
  event('tool.started', { message_id: Uuid, tool_call_id: Text, tool_name: Text }),
  /** The arguments are complete. */
  event('tool.called', { message_id: Uuid, tool_call_id: Text, tool_name: Text, input: Json }),
  /** The message ended before the arguments were complete: nothing is called. */
  event('tool.dropped', { message_id: Uuid, tool_call_id: Text, tool_name: Text }),
  /** `message_id`: of the message that the result is. */
  event('tool.result', {
    message_id: Uuid,
    tool_call_id: Text,
    status: oneOf(['ok', 'error', 'denied']),
    output: Json,
    metadata: Type.Optional(CustomFields),
  }),
  /** A call that no message holds: a program makes it for the run. */
  event('call.started', { tool_call_id: Text, tool_name: Text, metadata: CustomFields }),
  event('call.arguments', { tool_call_id: Text, arguments: Text, metadata: CustomFields }),
  event('call.ended', { tool_call_id: Text, tool_name: Text, input: Json, metadata: CustomFields }),
  event('call.result', {
    tool_call_id: Text,
    status: oneOf(['ok', 'error', 'denied']),
    output: Json,
    metadata: CustomFields,
  }),
  /** What was written of the message does not count: it is written again. */
  event('message.reset', { message_id: Uuid, attempt: Type.Integer() }),
  event('interaction.requested', {
    interaction_id: Uuid,
    tool_call_id: Type.Optional(Text),
    interaction: CustomFields,
  }),
  event('interaction.resolved', { interaction_id: Uuid, interaction: CustomFields }),
  event('state.changed', { state: CustomFields }),
])
export type SessionEvent = Static<typeof SessionEvent>

/** A kept event with its number. */
export type LoggedEvent = SessionEvent & { readonly seq: number }

/** What of a message comes in pieces. */
export type Channel = 'text' | 'reasoning' | 'arguments'
