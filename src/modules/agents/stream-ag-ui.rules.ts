import type { LoggedEvent, MessagePart } from './session-event.schema.ts'
import type { Delta, Entry } from './stream-entry.schema.ts'

type AgUiEvent = { type: string } & Record<string, unknown>

const PROTOCOL_VERSION = '1.0'

/** An entry of the log as an event of AG-UI. */
export function agUiOf(sessionId: string, entry: Entry): AgUiEvent {
  return 'delta' in entry ? pieceOf(entry.delta) : eventOf(sessionId, entry.event)
}

export function custom(name: string, value: unknown): AgUiEvent {
  return { type: 'CUSTOM', name, value }
}

/** Reasoning is a message of its own there. */
function reasoningId(messageId: string): string {
  return `${messageId}:reasoning`
}

function pieceOf({ channel, messageId, toolCallId, content: delta }: Delta): AgUiEvent {
  if (channel === 'text') return { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }
  if (channel === 'reasoning') {
    return { type: 'REASONING_MESSAGE_CONTENT', messageId: reasoningId(messageId), delta }
  }
  return { type: 'TOOL_CALL_ARGS', toolCallId, delta }
}

function eventOf(threadId: string, event: LoggedEvent): AgUiEvent {
  switch (event.type) {
    case 'run.started':
    case 'run.finished':
    case 'run.failed':
      return runEventOf(threadId, event)
    case 'step.started':
      return { type: 'STEP_STARTED', stepName: event.step_name }
    case 'step.finished':
      return { type: 'STEP_FINISHED', stepName: event.step_name }
    case 'message.user': {
      const { message_id: id, parts, sender_user_id } = event
      return custom('message.user', { message: { id, role: 'user', content: contentOf(parts) }, sender_user_id })
    }
    case 'reasoning.started':
      return { type: 'REASONING_MESSAGE_START', messageId: reasoningId(event.message_id), role: 'reasoning' }
    case 'reasoning.ended':
      return { type: 'REASONING_MESSAGE_END', messageId: reasoningId(event.message_id) }
    case 'text.started':
      return { type: 'TEXT_MESSAGE_START', messageId: event.message_id, role: 'assistant' }
    case 'text.ended':
      return { type: 'TEXT_MESSAGE_END', messageId: event.message_id }
    case 'call.started':
    case 'call.arguments':
    case 'call.ended':
    case 'call.result':
      return callEventOf(event)
    case 'message.reset':
      return custom('message.reset', { message_id: event.message_id, attempt: event.attempt })
    case 'interaction.requested':
    case 'interaction.resolved':
      return custom(event.type, event.interaction)
    case 'state.changed':
      return { type: 'STATE_SNAPSHOT', snapshot: event.state }
    default:
      return toolEventOf(event)
  }
}

type RunEvent = Extract<LoggedEvent, { type: `run.${string}` }>

function runEventOf(threadId: string, event: RunEvent): AgUiEvent {
  const { run_id: runId, parent_run_id: parentRunId } = event
  if (event.type === 'run.started') {
    return {
      type: 'RUN_STARTED',
      threadId,
      runId,
      protocolVersion: PROTOCOL_VERSION,
      ...(parentRunId && { parentRunId }),
    }
  }
  const usage = event.usage && { usage: event.usage.map(camelCased) }
  if (event.type === 'run.failed') {
    return { type: 'RUN_ERROR', message: event.message, code: event.code, ...usage }
  }
  const { result, interrupts = [], finish_reason } = event
  const outcome =
    event.outcome === 'interrupt'
      ? { type: event.outcome, interrupts: interrupts.map(camelCased) }
      : { type: event.outcome }
  const metadata = finish_reason && { metadata: { finish_reason } }
  return { type: 'RUN_FINISHED', threadId, runId, outcome, ...(result != null && { result }), ...usage, ...metadata }
}

type ToolEvent = Extract<LoggedEvent, { type: `tool.${string}` }>

function toolEventOf(event: ToolEvent): AgUiEvent {
  const { tool_call_id: toolCallId } = event
  if (event.type === 'tool.started') {
    return { type: 'TOOL_CALL_START', toolCallId, toolCallName: event.tool_name, parentMessageId: event.message_id }
  }
  if (event.type === 'tool.called') return { type: 'TOOL_CALL_END', toolCallId }
  if (event.type === 'tool.dropped') return { type: 'TOOL_CALL_END', toolCallId, metadata: { dropped: true } }
  const { message_id: messageId, output, status } = event
  const metadata = { ...event.metadata, status }
  return { type: 'TOOL_CALL_RESULT', messageId, toolCallId, role: 'tool', content: textOf(output), metadata }
}

type CallEvent = Extract<LoggedEvent, { type: `call.${string}` }>

function callEventOf(event: CallEvent): AgUiEvent {
  const { tool_call_id: toolCallId, metadata } = event
  switch (event.type) {
    case 'call.started':
      return { type: 'TOOL_CALL_START', toolCallId, toolCallName: event.tool_name, metadata }
    case 'call.arguments':
      return { type: 'TOOL_CALL_ARGS', toolCallId, delta: event.arguments, metadata }
    case 'call.ended':
      return { type: 'TOOL_CALL_END', toolCallId, metadata }
    default: {
      const { output, status } = event
      const about = { messageId: `${toolCallId}:result`, toolCallId, role: 'tool', content: textOf(output) }
      return { type: 'TOOL_CALL_RESULT', ...about, metadata: { ...metadata, status } }
    }
  }
}

/** Messages that are over, for a reader whose events are gone. */
export function snapshotOf(
  messages: readonly { id: string; role: string; content: Record<string, unknown> }[],
): AgUiEvent {
  return { type: 'MESSAGES_SNAPSHOT', messages: messages.flatMap(snapshotMessagesOf) }
}

function snapshotMessagesOf({
  id,
  role,
  content,
}: {
  id: string
  role: string
  content: Record<string, unknown>
}): object[] {
  if (role === 'user') return [{ id, role, content: contentOf(content['parts'] as MessagePart[]) }]
  if (role === 'tool') return [{ id, role, toolCallId: content['tool_call_id'], content: textOf(content['output']) }]
  const {
    text,
    reasoning,
    tool_calls: calls,
  } = content as {
    text: string
    reasoning: string
    tool_calls: { id: string; name: string; arguments: string }[]
  }
  const toolCalls = calls.map(({ id, ...call }) => ({ id, type: 'function', function: call }))
  return [
    ...(reasoning === '' ? [] : [{ id: reasoningId(id), role: 'reasoning', content: reasoning }]),
    { id, role, content: text, ...(toolCalls.length > 0 && { toolCalls }) },
  ]
}

function contentOf(parts: readonly MessagePart[]): string | object[] {
  const [first] = parts
  if (parts.length === 1 && first?.type === 'text') return first.text
  return parts.map((part) => {
    if (part.type === 'text') return part
    const kind = /^(image|audio|video)\//.exec(part.media_type)?.[1] ?? 'document'
    return { type: kind, source: { type: 'url', value: part.url, mimeType: part.media_type } }
  })
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output ?? null)
}

function camelCased(fields: object): object {
  const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [camel(name), value]))
}
