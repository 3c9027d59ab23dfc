import type { Interaction } from '../../../../src/modules/agents/interaction.schema.ts'

/** Something that the agent has done, or wants to do. */
export interface ToolCall {
  id: string
  name: string
  /** As it is written, piece by piece: JSON once it is whole. */
  input: string
  isWhole: boolean
  output?: string
  status?: 'ok' | 'error' | 'denied'
}

export interface Answer {
  kind: 'answer'
  id: string
  text: string
  reasoning: string
  calls: readonly ToolCall[]
  isWriting: boolean
}

export type Turn =
  | Answer
  | { kind: 'said'; id: string; text: string }
  | { kind: 'question'; id: string; interaction: Interaction }
  | { kind: 'failed'; id: string; code: string; text: string }
  | { kind: 'stopped'; id: string }

/** A session as it is shown. */
export interface SessionView {
  turns: readonly Turn[]
  /** `asking`: nothing goes on until a person answers. */
  state: 'idle' | 'queued' | 'running' | 'asking'
  runId: string | undefined
  isCaughtUp: boolean
  /** Why the stream was closed for good. */
  ended: string | undefined
}

export const EMPTY: SessionView = { turns: [], state: 'idle', runId: undefined, isCaughtUp: false, ended: undefined }

/** An event of AG-UI, as far as it is looked at. */
export type AgentEvent = { type: string } & Record<string, unknown>

/** The session after one more event. What is unknown changes nothing. */
export function applied(view: SessionView, event: AgentEvent): SessionView {
  const messageId = text(event['messageId']).replace(/:reasoning$/, '')
  const delta = text(event['delta'])
  switch (event.type) {
    case 'RUN_STARTED':
      return { ...view, state: 'running', runId: text(event['parentRunId'] ?? event['runId']) }
    case 'RUN_FINISHED':
      return finished(view, event)
    case 'RUN_ERROR': {
      const turn = { kind: 'failed', code: text(event['code']), text: text(event['message']) } as const
      return { ...settled(view), turns: [...still(view.turns), { ...turn, id: `failed-${view.turns.length}` }] }
    }
    case 'TEXT_MESSAGE_START':
    case 'REASONING_MESSAGE_START':
      return answering(view, messageId, (answer) => answer)
    case 'TEXT_MESSAGE_CONTENT':
      return answering(view, messageId, (answer) => ({ ...answer, text: answer.text + delta }))
    case 'REASONING_MESSAGE_CONTENT':
      return answering(view, messageId, (answer) => ({ ...answer, reasoning: answer.reasoning + delta }))
    case 'TEXT_MESSAGE_END':
      return answering(view, messageId, (answer) => ({ ...answer, isWriting: false }))
    case 'MESSAGES_SNAPSHOT':
      return { ...view, turns: snapshot(event['messages']) }
    case 'STATE_SNAPSHOT':
      return record(event['snapshot'])['status'] === 'cancelled' ? stopped(view) : view
    case 'CUSTOM':
      return custom(view, text(event['name']), record(event['value']))
    default:
      return event.type.startsWith('TOOL_CALL_') ? calling(view, event) : view
  }
}

function finished(view: SessionView, event: AgentEvent): SessionView {
  const outcome = record(event['outcome'])['type']
  const turns = still(view.turns)
  if (outcome === 'interrupt') return { ...view, turns, state: 'asking' }
  if (outcome !== 'cancelled') return { ...settled(view), turns }
  return { ...settled(view), turns: [...turns, { kind: 'stopped', id: `stopped-${turns.length}` }] }
}

function settled(view: SessionView): SessionView {
  return { ...view, state: 'idle', runId: undefined }
}

/** Nobody writes any more. */
function still(turns: readonly Turn[]): Turn[] {
  return turns.map((turn) => (turn.kind === 'answer' && turn.isWriting ? { ...turn, isWriting: false } : turn))
}

function custom(view: SessionView, name: string, value: Record<string, unknown>): SessionView {
  switch (name) {
    case 'message.user': {
      const message = record(value['message'])
      const state = view.state === 'running' ? view.state : 'queued'
      return { ...said(view, text(message['id']), contentOf(message['content'])), state }
    }
    case 'message.reset':
      return {
        ...view,
        turns: view.turns.map((turn) =>
          turn.kind === 'answer' && turn.id === value['message_id']
            ? { ...turn, text: '', reasoning: '', calls: [] }
            : turn,
        ),
      }
    case 'interaction.requested':
    case 'interaction.resolved':
      return asked(view, value as Interaction)
    case 'stream.caught_up':
      return { ...view, isCaughtUp: true }
    case 'stream.closing':
      return value['reason'] === 'access_ended' ? { ...view, ended: 'access_ended' } : view
    default:
      return view
  }
}

/** What the person says; shown before the server has heard of it, and once. */
export function said(view: SessionView, id: string, words: string): SessionView {
  if (view.turns.some((turn) => turn.id === id)) return view
  return { ...view, turns: [...view.turns, { kind: 'said', id, text: words }] }
}

/** A run that is stopped before its turn. */
function stopped(view: SessionView): SessionView {
  if (view.state !== 'queued') return view
  return { ...settled(view), turns: [...view.turns, { kind: 'stopped', id: `stopped-${view.turns.length}` }] }
}

/** What the server refused was not said. */
export function unsaid(view: SessionView, id: string): SessionView {
  return { ...view, turns: view.turns.filter((turn) => turn.id !== id) }
}

/** A question, or the answer that it got. */
export function asked(view: SessionView, interaction: Interaction): SessionView {
  const turn: Turn = { kind: 'question', id: interaction.id, interaction }
  const isKnown = view.turns.some(({ id }) => id === interaction.id)
  const turns = isKnown ? view.turns.map((each) => (each.id === turn.id ? turn : each)) : [...view.turns, turn]
  return { ...view, turns }
}

function answering(view: SessionView, id: string, change: (answer: Answer) => Answer): SessionView {
  const fresh: Answer = { kind: 'answer', id, text: '', reasoning: '', calls: [], isWriting: true }
  const isKnown = view.turns.some((turn) => turn.id === id)
  const turns = isKnown ? view.turns : [...view.turns, fresh]
  return { ...view, turns: turns.map((turn) => (turn.kind === 'answer' && turn.id === id ? change(turn) : turn)) }
}

function calling(view: SessionView, event: AgentEvent): SessionView {
  const id = text(event['toolCallId'])
  if (event.type === 'TOOL_CALL_START') {
    // What a program calls for the run belongs to no message.
    const owner = text(event['parentMessageId']) || `calls-${text(view.runId)}`
    const call: ToolCall = { id, name: text(event['toolCallName']), input: '', isWhole: false }
    return answering(view, owner, (answer) => ({ ...answer, calls: [...answer.calls, call] }))
  }
  const change = (call: ToolCall): ToolCall | undefined => {
    const metadata = record(event['metadata'])
    if (event.type === 'TOOL_CALL_ARGS') return { ...call, input: call.input + text(event['delta']) }
    if (event.type === 'TOOL_CALL_END') return metadata['dropped'] === true ? undefined : { ...call, isWhole: true }
    const status = metadata['status'] as ToolCall['status']
    return { ...call, isWhole: true, output: text(event['content']), status: status ?? 'ok' }
  }
  const turns = view.turns.map((turn) => {
    if (turn.kind !== 'answer' || !turn.calls.some((call) => call.id === id)) return turn
    return { ...turn, calls: turn.calls.flatMap((call) => (call.id === id ? (change(call) ?? []) : call)) }
  })
  return { ...view, turns }
}

/** What is left of events that are kept no longer. */
function snapshot(messages: unknown): Turn[] {
  let view: SessionView = EMPTY
  for (const each of Array.isArray(messages) ? messages : []) {
    const message = record(each)
    const [id, content] = [text(message['id']), message['content']]
    if (message['role'] === 'user') view = said(view, id, contentOf(content))
    else if (message['role'] === 'tool') {
      view = calling(view, { type: 'TOOL_CALL_RESULT', toolCallId: message['toolCallId'], content })
    } else if (message['role'] === 'reasoning') {
      view = applied(view, { type: 'REASONING_MESSAGE_CONTENT', messageId: id, delta: content })
    } else view = wholeAnswer(view, id, text(content), message['toolCalls'])
  }
  return still(view.turns)
}

function wholeAnswer(view: SessionView, id: string, words: string, toolCalls: unknown): SessionView {
  const calls = (Array.isArray(toolCalls) ? toolCalls : []).map((each): ToolCall => {
    const call = record(each)
    const { name, arguments: input } = record(call['function'])
    return { id: text(call['id']), name: text(name), input: text(input), isWhole: true }
  })
  return answering(view, id, (answer) => ({ ...answer, text: words, calls, isWriting: false }))
}

/** Texts of a message; files are named by their address. */
function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return text(content)
  return content.map((part) => text(record(part)['text'] ?? record(record(part)['source'])['value'])).join('\n')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
