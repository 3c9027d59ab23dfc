import { coreFailures, fail } from '#core/errors.ts'
import { marksIn, marksInQuery } from './mark-text.rules.ts'
import { findRunSince } from './run.queries.ts'
import type { AgentSession } from './session.schema.ts'
import { agUiProjection, uiMessagesOf } from './stream-frame.ts'
import type { StreamHub } from './stream-hub.ts'
import type { StreamQuery } from './stream.schema.ts'
import { streamOf } from './stream.service.ts'
import type { RequestedMarks } from './stream-entry.schema.ts'

interface Asked {
  readonly query: StreamQuery
  readonly accept: string
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
}

interface OpenedStream {
  readonly texts: AsyncIterable<string | Buffer>
  readonly headers: Record<string, string>
}

const UI_MESSAGES = /text\/event-stream\s{0,9};[^,]{0,200}profile="?ai-sdk-ui\b/i

/** The stream that is asked for; undefined when the AI SDK asks for an answer and none is under way. */
export function openStream(hub: StreamHub, session: AgentSession, asked: Asked): OpenedStream | undefined {
  const { query, signal } = asked
  const requested = requestedIn(asked)
  if (!UI_MESSAGES.test(asked.accept)) {
    const request = { session, requested, isLiveOnly: query.live_only ?? false, projection: agUiProjection, signal }
    return { texts: streamOf(hub, request), headers: {} }
  }
  // Its client has no marks within a message: it always gets the whole answer.
  const { activeRunSeq } = session
  const seq = requested.seq ?? (activeRunSeq === null ? undefined : activeRunSeq - 1)
  if (seq === undefined) return undefined
  const isOfRun = requested.seq !== undefined && !asked.lastEventId
  const texts = isOfRun ? answerOfRun(hub, session, seq, signal) : answerFrom(hub, session, seq, signal)
  return { texts, headers: { 'x-vercel-ai-ui-message-stream': 'v1' } }
}

/** The run that was put in line there may have to wait for others, whose answers are not what was asked for. */
async function* answerOfRun(hub: StreamHub, session: AgentSession, seq: number, signal: AbortSignal) {
  const run = await findRunSince({ db: hub.pool, workspaceId: session.workspaceId }, session.id, seq)
  yield* answerFrom(hub, session, seq, signal, run?.id)
}

function answerFrom(hub: StreamHub, session: AgentSession, seq: number, signal: AbortSignal, runId?: string) {
  const request = { session, requested: { seq }, isLiveOnly: false, signal }
  return streamOf(hub, { ...request, projection: uiMessagesOf(runId) })
}

/** What the browser remembers wins over the address. */
function requestedIn({ query, lastEventId }: Asked): RequestedMarks {
  if (lastEventId === undefined || lastEventId === '') return marksInQuery(query)
  const message = 'Must be the id of an event of this stream.'
  const errors = [{ parameter: 'Last-Event-ID', code: 'wrong_format', message }]
  return marksIn(lastEventId) ?? fail(coreFailures.invalid_request, { detail: `Last-Event-ID: ${message}`, errors })
}
