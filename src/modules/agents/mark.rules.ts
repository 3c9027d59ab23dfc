import type { Marks } from './session.schema.ts'
import type { LoggedEvent } from './session-event.schema.ts'
import type { Advance, Cursor, Delta, Entry, MessageProgress, Progress, RequestedMarks } from './stream-entry.schema.ts'

export function startOf(messageId: string | null, attempt: number): Progress {
  return { messageId, attempt, streamSeq: 0, reasoningSeq: 0, textOffset: 0 }
}

export function marksOf({ seq, messageId, streamSeq, reasoningSeq, textOffset }: Cursor): Marks {
  return {
    seq,
    message_id: messageId,
    stream_seq: streamSeq,
    reasoning_seq: reasoningSeq,
    text_offset: textOffset,
  }
}

/**
 * The next step of a reader; undefined for what it has already. `isFresh` says that the entry comes from a look into the
 * log made for this very cursor. What others have read for everybody may be old: then only pieces of the message that
 * the reader is at count, the rest of an old one would pass for a new message.
 */
export function advance(cursor: Cursor, entry: Entry, isFresh: boolean): Advance | undefined {
  if ('event' in entry) {
    return entry.event.seq > cursor.seq ? { entry, cursor: after(cursor, entry.event) } : undefined
  }
  const { messageId, attempt } = entry.delta
  const isSame = messageId === cursor.messageId && attempt === cursor.attempt
  if (!isSame && !isFresh) return undefined
  const reader = isSame ? cursor : { ...startOf(messageId, attempt), seq: cursor.seq }
  const delta = rest(reader, entry.delta)
  if (!delta) return undefined
  return { entry: delta === entry.delta ? entry : { delta }, cursor: { ...reader, ...reached(reader, delta) } }
}

/** An event, or a piece of the message that the reader is at, was missed between. */
export function isGap(cursor: Cursor, entry: Entry): boolean {
  if ('event' in entry) return entry.event.seq > cursor.seq + 1
  const { messageId, attempt, channel, fromOffset, firstMark } = entry.delta
  if (messageId !== cursor.messageId || attempt !== cursor.attempt) return false
  if (channel === 'text') return fromOffset > cursor.textOffset
  return firstMark > (channel === 'reasoning' ? cursor.reasoningSeq : cursor.streamSeq) + 1
}

function after(cursor: Cursor, event: LoggedEvent): Cursor {
  const { seq } = event
  switch (event.type) {
    case 'reasoning.started':
    case 'text.started':
    case 'tool.started':
      return event.message_id === cursor.messageId ? { ...cursor, seq } : { ...startOf(event.message_id, 1), seq }
    case 'message.reset':
      return { ...startOf(event.message_id, event.attempt), seq }
    default:
      return { ...cursor, seq }
  }
}

/** The part that the reader does not have. Rows may have been put together since it got its marks. */
function rest(reader: Progress, delta: Delta): Delta | undefined {
  const { fromOffset, firstMark, ends } = delta
  if (delta.channel === 'text') return cutAt(delta, reader.textOffset)
  const mark = delta.channel === 'reasoning' ? reader.reasoningSeq : reader.streamSeq
  return cutAt(delta, mark < firstMark ? fromOffset : (ends[mark - firstMark] ?? endOffsetOf(delta)))
}

function cutAt(delta: Delta, offset: number): Delta | undefined {
  if (endOffsetOf(delta) <= offset) return undefined
  if (delta.fromOffset >= offset) return delta
  const held = delta.ends.filter((end) => end <= offset).length
  return {
    ...delta,
    fromOffset: offset,
    firstMark: delta.firstMark + held,
    ends: delta.ends.slice(held),
    content: delta.content.slice(offset - delta.fromOffset),
  }
}

function reached(reader: Progress, delta: Delta): Partial<Progress> {
  const mark = lastMarkOf(delta)
  if (delta.channel === 'reasoning') return { reasoningSeq: mark }
  const streamSeq = Math.max(reader.streamSeq, mark)
  return delta.channel === 'text' ? { streamSeq, textOffset: endOffsetOf(delta) } : { streamSeq }
}

function lastMarkOf({ firstMark, ends }: Delta): number {
  return firstMark + ends.length - 1
}

function endOffsetOf({ fromOffset, content }: Delta): number {
  return fromOffset + content.length
}

interface Situation {
  readonly lastSeq: number
  /** The message that is being written. */
  readonly active: MessageProgress | undefined
  /** The message that the marks are about. */
  readonly marked: MessageProgress | undefined
}

export interface Start {
  readonly cursor: Cursor
  /** The reader holds what is not in the log: it has to begin the message anew. */
  readonly isReset: boolean
  /** What the reader holds until it is told that: who leaves before comes back with these marks. */
  readonly held: Cursor
}

/** Where a stream begins. Marks beyond the end of the log count as its end. */
export function startFor(requested: RequestedMarks, isLiveOnly: boolean, situation: Situation): Start {
  const { lastSeq, active, marked } = situation
  const seq = isLiveOnly ? lastSeq : Math.min(requested.seq ?? 0, lastSeq)
  // One that ended with the event that the reader has may still be new to it, if it was to begin it anew.
  const hasMarks = marked !== undefined && (marked.endSeq === null || marked.endSeq >= seq)
  if (!hasMarks) return from({ ...unmarked(seq, isLiveOnly, active), seq })
  // All of the attempt lies ahead of the reader: behind the event that tells it to begin anew, unless it is the first.
  if (marked.attemptSeq > seq) return from({ ...startOf(marked.messageId, marked.attempt === 1 ? 1 : 0), seq })
  const { streamSeq = 0, reasoningSeq = 0, textOffset = 0 } = requested
  const isReset =
    streamSeq > marked.streamSeq ||
    reasoningSeq > marked.reasoningSeq ||
    textOffset > marked.textOffset ||
    (requested.seq !== undefined && requested.seq < marked.attemptSeq)
  const begin = startOf(marked.messageId, marked.attempt)
  const held = { ...begin, streamSeq, reasoningSeq, textOffset, seq }
  if (!isReset) return from(held)
  return { cursor: { ...begin, seq }, isReset, held: { ...held, seq: Math.min(requested.seq ?? seq, seq) } }
}

function from(cursor: Cursor): Start {
  return { cursor, isReset: false, held: cursor }
}

function unmarked(seq: number, isLiveOnly: boolean, active: MessageProgress | undefined): Progress {
  if (!active || active.attemptSeq > seq + 1) return startOf(null, 0)
  if (!isLiveOnly) return startOf(active.messageId, active.attempt)
  const { messageId, attempt, streamSeq, reasoningSeq, textOffset } = active
  return { messageId, attempt, streamSeq, reasoningSeq, textOffset }
}
