import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { many, one } from '#core/db.ts'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { errorText } from '#core/error-text.ts'
import { sql } from '#core/sql.ts'
import { appendEvents } from '#modules/agents/event.service.ts'
import { createSession } from '#modules/agents/session.service.ts'
import { createAgentReader, type AgentReader, type Fault } from './agent-reader.ts'
import { talk, type Merge } from './agent-talk.ts'
import { openEvents } from './event-source.ts'

/** A server takes some seconds to come back. */
const TRIES_MAX = 600

/** Many readers that are astray, and messages of few words, meet at each other's edges: what ordinary ones do in weeks. */
const ORDINARY = { astrayShare: 0.1, piecesMax: 40 }
const HURRIED = { astrayShare: 0.5, piecesMax: 6 }

export interface Stage {
  /** Writes as a worker does, in a process that serves nobody. */
  ctx: WorkspaceCtx
  userId: string
  token: string
  /** The addresses of the servers; some may be down. */
  urls(): readonly string[]
}

interface Plan {
  sessions: number
  readersEach: number
  /** How often readers of a session come before the talk in it ends. */
  visits: number
  fault?: Fault
  merge?: Merge
}

export interface Outcome {
  visits: number
  events: number
  /** What a reader ended up with that is not what was written. */
  wrong: string[]
}

/** Sessions are talked into while readers come, take some, and go; then each reader must have all of it, once. */
export async function followSessions(stage: Stage, plan: Plan): Promise<Outcome> {
  const outcomes = await Promise.all(Array.from({ length: plan.sessions }, () => followOne(stage, plan)))
  return {
    visits: outcomes.reduce((sum, { visits }) => sum + visits, 0),
    events: outcomes.reduce((sum, { events }) => sum + events, 0),
    wrong: outcomes.flatMap(({ wrong }) => wrong),
  }
}

async function followOne({ ctx, userId, token, urls }: Stage, plan: Plan): Promise<Outcome> {
  const { id: sessionId } = await createSession(ctx, { userId })
  const { astrayShare, piecesMax } = Math.random() < 0.5 ? ORDINARY : HURRIED
  const readers = Array.from({ length: plan.readersEach }, () => createAgentReader(astrayShare, plan.fault))
  let head = Infinity
  const talking = (async () => {
    await talk(ctx, sessionId, () => visitsOf(readers) >= plan.visits, { merge: plan.merge, piecesMax })
    // Known before it is there, so that whoever gets the last event knows that it is the last.
    head = (await lastSeqOf(ctx, sessionId)) + 1
    const last = { type: 'step.started', step_name: 'the end' } as const
    await inTransaction(ctx, (ctx) => appendEvents(ctx, sessionId, [last]))
    ctx.services.sessionLog.tell(sessionId)
  })()
  const reading = readers.map(async (reader) => {
    while (reader.seq() < head) {
      const url = addressOf(urls, sessionId)
      const eventsMax = 1 + Math.floor(Math.random() ** 4 * 40)
      // A server that dies takes the connection with it: that is one more way to leave.
      await reader.visit(url, token, eventsMax, () => head).catch(() => {})
      if (Math.random() < 0.2) await sleep(Math.random() * 200)
    }
  })
  await Promise.all([talking, ...reading])
  const written = await writtenIn(ctx, sessionId)
  const beyond = await beyondHead(urls, token, sessionId, head)
  return {
    visits: visitsOf(readers),
    events: readers.reduce((sum, reader) => sum + reader.seqs.length, 0),
    wrong: [...readers.flatMap((reader) => differences(reader, head, written)), ...beyond],
  }
}

/** Who comes with a mark beyond the end of the log is at its end, and is told so. */
async function beyondHead(
  urls: Stage['urls'],
  token: string,
  sessionId: string,
  head: number,
  triesLeft = TRIES_MAX,
): Promise<string[]> {
  const url = `${addressOf(urls, sessionId)}?since_seq=${head + 7}`
  try {
    const events = await openEvents(url, { authorization: `Bearer ${token}` })
    const told = await events.until('stream.caught_up').finally(() => events.close())
    const seen = told.map(({ id, data: { name, value } }) => [name, id.split(';')[0], value?.['is_beyond_head']])
    const expected = [
      ['stream.ready', `${head}`, true],
      ['stream.caught_up', `${head}`, undefined],
    ]
    return isDeepStrictEqual(seen, expected) ? [] : [`beyond the head: ${JSON.stringify(seen)}`]
  } catch (error) {
    // That is how `fetch` tells of a connection that broke: the server may have been killed, and another one is asked.
    if (!(error instanceof TypeError) || triesLeft === 0) return [`beyond the head: ${errorText(error)}`]
    await sleep(100)
    return beyondHead(urls, token, sessionId, head, triesLeft - 1)
  }
}

function addressOf(urls: Stage['urls'], sessionId: string): string {
  const all = urls()
  return `${all[Math.floor(Math.random() * all.length)]}/v1/agent/sessions/${sessionId}/subscribe_direct`
}

function visitsOf(readers: readonly AgentReader[]): number {
  return readers.reduce((sum, reader) => sum + reader.visits(), 0)
}

async function lastSeqOf({ db }: WorkspaceCtx, sessionId: string): Promise<number> {
  const row = await one<{ seq: number }>(db, sql`select last_seq as seq from agent_sessions where id = ${sessionId}`)
  return row?.seq ?? 0
}

interface Message {
  id: string
  content: { text: string; reasoning: string; tool_calls: { id: string; arguments: string }[] }
}

function writtenIn({ db }: WorkspaceCtx, sessionId: string): Promise<Message[]> {
  return many(db, sql`select id, content from agent_messages where session_id = ${sessionId} and role = 'assistant'`)
}

function differences({ seqs, messages }: AgentReader, head: number, written: readonly Message[]): string[] {
  const wrong: string[] = []
  const isExact = seqs.length === head && seqs.every((seq, index) => seq === index + 1)
  if (!isExact) wrong.push(`events: ${seqs.length} in place of ${head}`)
  for (const { id, content } of written) {
    const held = messages.get(id) ?? { text: '', reasoning: '', calls: new Map<string, string>() }
    const compare = (what: string, got: string, wanted: string): void => {
      if (got !== wanted) wrong.push(`${what}: ${JSON.stringify(got)} in place of ${JSON.stringify(wanted)}`)
    }
    compare('text', held.text, content.text)
    compare('reasoning', held.reasoning, content.reasoning)
    for (const call of content.tool_calls) compare('arguments', held.calls.get(call.id) ?? '', call.arguments)
  }
  return wrong
}
