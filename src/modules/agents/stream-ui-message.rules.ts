import type { LoggedEvent } from './session-event.schema.ts'
import type { Delta, Entry } from './stream-entry.schema.ts'

type Chunk = { type: string } & Record<string, unknown>

/** An entry of the log as chunks of the AI SDK's stream of one UI message; none for what has no place in it. */
export function uiChunksOf(entry: Entry, runId: string | undefined): Chunk[] {
  if ('delta' in entry) return [pieceOf(entry.delta)]
  return isNeverBegun(entry, runId) ? [{ type: 'abort' }] : chunksOf(entry.event)
}

/** What others do before the run begins is not of its answer. */
export function isFirstOfAnswer(entry: Entry, runId: string | undefined): boolean {
  if (runId === undefined) return true
  if (!('event' in entry) || entry.event.type !== 'run.started') return isNeverBegun(entry, runId)
  return (entry.event.parent_run_id ?? entry.event.run_id) === runId
}

/** Its stream is about one answer: with the run it is over. */
export function isLastOfAnswer(entry: Entry, runId: string | undefined): boolean {
  if (!('event' in entry)) return false
  return entry.event.type === 'run.finished' || entry.event.type === 'run.failed' || isNeverBegun(entry, runId)
}

/** It was cancelled while it waited in line. */
function isNeverBegun(entry: Entry, runId: string | undefined): boolean {
  if (runId === undefined || !('event' in entry) || entry.event.type !== 'state.changed') return false
  const { run_id: changed, status } = entry.event.state
  return changed === runId && status === 'cancelled'
}

function pieceOf({ channel, messageId, toolCallId, content }: Delta): Chunk {
  if (channel === 'arguments') return { type: 'tool-input-delta', toolCallId, inputTextDelta: content }
  return { type: `${channel}-delta`, id: messageId, delta: content }
}

function chunksOf(event: LoggedEvent): Chunk[] {
  switch (event.type) {
    case 'run.started':
      return [{ type: 'start', messageId: event.message_id ?? event.run_id }]
    case 'run.finished':
      if (event.outcome === 'cancelled') return [{ type: 'abort' }]
      return [{ type: 'finish', finishReason: event.outcome === 'interrupt' ? 'tool-calls' : event.finish_reason }]
    case 'run.failed':
      return [{ type: 'error', errorText: event.message }]
    case 'step.started':
      return [{ type: 'start-step' }]
    case 'step.finished':
      return [{ type: 'finish-step' }]
    case 'reasoning.started':
    case 'text.started':
      return [{ type: event.type.replace('.started', '-start'), id: event.message_id }]
    case 'reasoning.ended':
    case 'text.ended':
      return [{ type: event.type.replace('.ended', '-end'), id: event.message_id }]
    case 'message.reset':
      return [{ type: 'reset-step' }]
    case 'interaction.requested':
      return requestOf(event)
    case 'interaction.resolved':
      return [{ type: 'data-interaction', id: event.interaction_id, data: event.interaction }]
    case 'message.user':
    case 'state.changed':
      return []
    case 'call.started':
      return [startOf(event)]
    case 'call.arguments':
      return [{ type: 'tool-input-delta', toolCallId: event.tool_call_id, inputTextDelta: event.arguments }]
    case 'call.ended':
      return [inputOf(event)]
    case 'call.result':
      return [resultOf(event)]
    default:
      return toolChunksOf(event)
  }
}

function requestOf(event: Extract<LoggedEvent, { type: 'interaction.requested' }>): Chunk[] {
  const { interaction_id: id, tool_call_id: toolCallId, interaction } = event
  if (toolCallId !== undefined) return [{ type: 'tool-approval-request', approvalId: id, toolCallId }]
  return [{ type: 'data-interaction', id, data: interaction }]
}

type ToolEvent = Extract<LoggedEvent, { type: `tool.${string}` }>

function toolChunksOf(event: ToolEvent): Chunk[] {
  const { tool_call_id: toolCallId } = event
  switch (event.type) {
    case 'tool.started':
      return [startOf(event)]
    case 'tool.called':
      return [inputOf(event)]
    case 'tool.dropped': {
      const errorText = 'The call was not completed.'
      return [
        { type: 'tool-input-error', toolCallId, toolName: event.tool_name, input: null, errorText, dynamic: true },
      ]
    }
    default:
      return [resultOf(event)]
  }
}

interface Called {
  tool_call_id: string
  tool_name: string
}

function startOf({ tool_call_id: toolCallId, tool_name: toolName }: Called): Chunk {
  return { type: 'tool-input-start', toolCallId, toolName, dynamic: true }
}

function inputOf({ tool_call_id: toolCallId, tool_name: toolName, input }: Called & { input: unknown }): Chunk {
  return { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true }
}

function resultOf(event: { tool_call_id: string; status: string; output: unknown }): Chunk {
  const { tool_call_id: toolCallId, status, output } = event
  if (status === 'denied') return { type: 'tool-output-denied', toolCallId }
  if (status === 'ok') return { type: 'tool-output-available', toolCallId, output }
  return { type: 'tool-output-error', toolCallId, errorText: errorTextOf(output) }
}

function errorTextOf(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output ?? null)
}
