import type { Channel, SessionEvent } from './session-event.schema.ts'
import type { Delta } from './stream-entry.schema.ts'

/** What is written of a message, in its order: an event of the log, or a piece of one of its texts. */
export type Step =
  | { readonly event: SessionEvent }
  | { readonly channel: Channel; readonly toolCallId: string | null; readonly text: string }

/** How far a message is written. */
export interface Draft {
  readonly messageId: string
  readonly attempt: number
  /** Its newest event in the log. */
  readonly afterSeq: number
  readonly streamSeq: number
  readonly reasoningSeq: number
  readonly ordinal: number
  readonly lengths: ReadonlyMap<string, number>
}

export function newDraft(messageId: string, attempt: number, afterSeq: number): Draft {
  return { messageId, attempt, afterSeq, streamSeq: 0, reasoningSeq: 0, ordinal: 0, lengths: new Map() }
}

export function eventsIn(steps: readonly Step[]): SessionEvent[] {
  return steps.flatMap((step) => ('event' in step ? [step.event] : []))
}

/** The pieces as rows, and the draft after them. `firstSeq` is the number that the first event of the steps got. */
export function drafted(draft: Draft, steps: readonly Step[], firstSeq: number): { deltas: Delta[]; draft: Draft } {
  const { messageId, attempt } = draft
  const lengths = new Map(draft.lengths)
  const deltas: Delta[] = []
  let { afterSeq, streamSeq, reasoningSeq, ordinal } = draft
  let nextSeq = firstSeq
  for (const step of together(steps)) {
    if ('event' in step) {
      afterSeq = nextSeq++
      continue
    }
    const { channel, toolCallId, text: content } = step
    const name = `${channel}:${toolCallId ?? ''}`
    const fromOffset = lengths.get(name) ?? 0
    const firstMark = channel === 'reasoning' ? ++reasoningSeq : ++streamSeq
    const place = { messageId, attempt, afterSeq, ordinal: ++ordinal }
    const ends = [fromOffset + content.length]
    deltas.push({ ...place, channel, toolCallId, firstMark, fromOffset, ends, content })
    lengths.set(name, fromOffset + content.length)
  }
  return { deltas, draft: { ...draft, afterSeq, streamSeq, reasoningSeq, ordinal, lengths } }
}

/** What came on one channel without a break is one piece. */
function together(steps: readonly Step[]): Step[] {
  const made: Step[] = []
  for (const step of steps) {
    const last = made.at(-1)
    const isMore =
      last !== undefined &&
      !('event' in last) &&
      !('event' in step) &&
      last.channel === step.channel &&
      last.toolCallId === step.toolCallId
    if (isMore) made[made.length - 1] = { ...last, text: last.text + step.text }
    else made.push(step)
  }
  return made
}

/** Events that close what these have opened and left open. */
export function closersOf(events: readonly SessionEvent[]): SessionEvent[] {
  const open = new Map<string, SessionEvent>()
  for (const event of events) {
    switch (event.type) {
      case 'message.reset':
        open.clear()
        break
      case 'reasoning.started':
        open.set('reasoning', { type: 'reasoning.ended', message_id: event.message_id })
        break
      case 'text.started':
        open.set('text', { type: 'text.ended', message_id: event.message_id })
        break
      case 'tool.started':
        open.set(event.tool_call_id, { ...event, type: 'tool.dropped' })
        break
      case 'reasoning.ended':
      case 'text.ended':
        open.delete(event.type.split('.')[0] ?? '')
        break
      case 'tool.called':
      case 'tool.dropped':
        open.delete(event.tool_call_id)
        break
      default:
    }
  }
  return [...open.values()]
}

/** The names of the tools that these call, by the ids of the calls. */
export function toolNamesIn(events: readonly SessionEvent[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'message.reset') names.clear()
    if (event.type === 'tool.started') names.set(event.tool_call_id, event.tool_name)
  }
  return names
}
