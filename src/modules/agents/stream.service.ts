import { createBell } from '#core/bell.ts'
import { advance, isGap, marksOf, startFor, startOf } from './mark.rules.ts'
import type { AgentSession } from './session.schema.ts'
import type { Feed, News } from './stream-feed.ts'
import type { Projection } from './stream-frame.ts'
import { situationOf, type StreamHub } from './stream-hub.ts'
import { PAGE_ENTRIES_MAX } from './stream-reader.ts'
import { findProgress, listMessagesBefore, textOffsetAt } from './stream.queries.ts'
import type { Advance, Cursor, Entry, RequestedMarks } from './stream-entry.schema.ts'

const SNAPSHOT_MESSAGES_MAX = 1000
const CHUNK_LENGTH_MAX = 65_536
/** Nothing depends on it: news ends the wait. */
const WAIT_MILLIS = 60_000

export interface StreamRequest {
  readonly session: AgentSession
  readonly requested: RequestedMarks
  readonly isLiveOnly: boolean
  readonly projection: Projection
  /** Aborted with the reason why the stream has to end. */
  readonly signal: AbortSignal
}

type Chunk = string | Buffer

/**
 * The stream of a session as the texts that go out: from the marks to the end of the log, and then on. It takes the next
 * step when it is asked for more, so a slow reader holds nothing but its place.
 */
export async function* streamOf(hub: StreamHub, request: StreamRequest): AsyncGenerator<Chunk> {
  const { session, projection, signal } = request
  const bell = createBell()
  // First the feed, then the log: what happens between the two is in both, and taken once.
  const { feed, detach } = await hub.attach(session, bell.ring)
  signal.addEventListener('abort', bell.ring)
  try {
    const start = await startOfStream(hub, request)
    const reader = createReader(hub, request, feed, start.cursor)
    yield* start.notices
    yield* reader.catchUp()
    yield projection.notice('stream.caught_up', { head_seq: reader.cursor().seq }, reader.cursor())
    while (!signal.aborted && !reader.isOver()) {
      const news = reader.news()
      if (news === 'lost') yield* reader.catchUp()
      else if (news.length > 0) yield* news
      else await bell.wait(WAIT_MILLIS)
    }
    if (signal.aborted) yield projection.notice('stream.closing', { reason: signal.reason }, reader.cursor())
  } finally {
    signal.removeEventListener('abort', bell.ring)
    detach()
  }
}

interface StreamReader {
  cursor(): Cursor
  isOver(): boolean
  /** Reads the log to its end. */
  catchUp(): AsyncGenerator<Chunk>
  /** What the feed has for this reader; `lost` when that is not all. */
  news(): Chunk[] | 'lost'
}

function createReader(hub: StreamHub, request: StreamRequest, feed: Feed, start: Cursor): StreamReader {
  const { session, projection, signal } = request
  const place = { workspaceId: session.workspaceId, sessionId: session.id }
  let cursor = start
  let next = feed.next()
  let isBegun = false
  let isOver = false

  function taken(news: Advance, shared?: News): Chunk {
    cursor = news.cursor
    isBegun ||= projection.isFirst(news)
    if (!isBegun) return ''
    isOver = projection.isLast(news)
    // Who stands where the feed stood gets the same bytes as everybody.
    if (!shared || news.entry !== shared.entry || !sameCursor(news.cursor, shared.cursor)) {
      return projection.frame(session.id, news)
    }
    const made = shared.frames.get(projection.name) ?? Buffer.from(projection.frame(session.id, news))
    shared.frames.set(projection.name, made)
    return made
  }

  async function* page(entries: readonly Entry[]): AsyncGenerator<Chunk> {
    let text = ''
    for (const entry of entries) {
      // The place no longer moves then: what comes behind the answer would look like a gap.
      if (isOver) break
      if ('event' in entry && isGap(cursor, entry)) {
        yield text
        text = ''
        yield* overGap()
      }
      const step = advance(cursor, entry, true)
      if (!step) continue
      text += String(taken(step))
      if (text.length < CHUNK_LENGTH_MAX) continue
      yield text
      text = ''
    }
    yield text
  }

  /** Events that are no longer there are replaced by the messages that came of them. */
  async function* overGap(): AsyncGenerator<Chunk> {
    const { oldestSeq } = (await situationOf(hub.pool, session.id)).session
    if (oldestSeq <= cursor.seq + 1) throw new Error('events are missing in the log')
    const scope = { db: hub.pool, workspaceId: session.workspaceId }
    const messages = await listMessagesBefore(scope, session.id, oldestSeq, SNAPSHOT_MESSAGES_MAX)
    cursor = { ...startOf(null, 0), seq: oldestSeq - 1 }
    yield projection.notice('stream.gap', { oldest_seq: oldestSeq }, cursor)
    yield projection.snapshot(messages, cursor)
  }

  return {
    cursor: () => cursor,
    isOver: () => isOver,
    async *catchUp() {
      next = feed.next()
      for (let isMore = true; isMore;) {
        const entries = await hub.read({ ...place, cursor })
        yield* page(entries)
        isMore = entries.length === PAGE_ENTRIES_MAX && !signal.aborted && !isOver
      }
    },
    news() {
      const news = feed.since(next)
      if (!news) return 'lost'
      const chunks: Chunk[] = []
      for (const each of news) {
        if (isOver) break
        // What was taken before it goes out first; the next call comes upon it again.
        if (isGap(cursor, each.entry)) return chunks.length > 0 ? chunks : 'lost'
        next += 1
        const step = advance(cursor, each.entry, false)
        if (step) chunks.push(taken(step, each))
      }
      return chunks
    },
  }
}

/** Where it begins, and what is said about that. */
async function startOfStream(
  hub: StreamHub,
  { session: { id: sessionId, workspaceId }, requested, isLiveOnly, projection }: StreamRequest,
): Promise<{ cursor: Cursor; notices: Chunk[] }> {
  const scope = { db: hub.pool, workspaceId }
  const { session, lastSeq, active } = await situationOf(hub.pool, sessionId)
  const { messageId, streamSeq } = requested
  const marked = messageId === undefined ? undefined : await findProgress(scope, sessionId, messageId)
  const textOffset =
    requested.textOffset ??
    (marked && streamSeq !== undefined ? await textOffsetAt(scope, sessionId, marked, streamSeq) : 0)
  const { cursor, isReset, held } = startFor({ ...requested, textOffset }, isLiveOnly, { lastSeq, active, marked })
  const ready = {
    head_seq: lastSeq,
    active_run_id: session.activeRunId,
    active_message_id: session.activeMessageId,
    is_beyond_head: (requested.seq ?? 0) > lastSeq,
    marks: marksOf(cursor),
  }
  const notices = [projection.notice('stream.ready', ready, held)]
  if (isReset && marked) {
    notices.push(projection.notice('message.reset', { message_id: messageId, attempt: marked.attempt }, cursor))
  }
  return { cursor, notices }
}

function sameCursor(one: Cursor, other: Cursor): boolean {
  return (
    one.seq === other.seq &&
    one.messageId === other.messageId &&
    one.streamSeq === other.streamSeq &&
    one.reasoningSeq === other.reasoningSeq &&
    one.textOffset === other.textOffset
  )
}
