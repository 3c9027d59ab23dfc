import { isUuid } from '#core/uuid.ts'
import type { Cursor, RequestedMarks } from './stream-entry.schema.ts'
import type { StreamQuery } from './stream.schema.ts'

const ID = /^(\d{1,10});([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?;(\d{1,10});(\d{1,10});(\d{1,10})$/

/** The marks as the `id` of an event. */
export function eventIdOf({ seq, messageId, streamSeq, reasoningSeq, textOffset }: Cursor): string {
  return `${seq};${messageId ?? ''};${streamSeq};${reasoningSeq};${textOffset}`
}

/** The marks in `Last-Event-ID`; undefined when no event has such an id. */
export function marksIn(eventId: string): RequestedMarks | undefined {
  const [, seq, messageId, streamSeq, reasoningSeq, textOffset] = ID.exec(eventId) ?? []
  if (seq === undefined) return undefined
  if (messageId === undefined) return { seq: counted(seq) }
  return {
    seq: counted(seq),
    messageId,
    streamSeq: counted(streamSeq),
    reasoningSeq: counted(reasoningSeq),
    textOffset: counted(textOffset),
  }
}

const COUNT_MAX = 2_147_483_647

/** The marks in the query. They are about the message that it names; one that we did not name is none of ours. */
export function marksInQuery(query: StreamQuery): RequestedMarks {
  const { since_seq: seq, message_id: messageId = '' } = query
  const about = seq === undefined ? {} : { seq: counted(seq) }
  if (!isUuid(messageId)) return about
  const { after_stream_seq: streamSeq, after_reasoning_seq: reasoningSeq, text_offset: textOffset } = query
  return {
    ...about,
    messageId,
    ...(streamSeq !== undefined && { streamSeq: counted(streamSeq) }),
    ...(reasoningSeq !== undefined && { reasoningSeq: counted(reasoningSeq) }),
    ...(textOffset !== undefined && { textOffset: counted(textOffset) }),
  }
}

/** Beyond what we count to is beyond the end in any case. */
function counted(mark: number | string | undefined): number {
  return Math.min(Number(mark ?? 0), COUNT_MAX)
}
