import type { TxCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { insertEvents, insertMessage, type Fence } from './event.queries.ts'
import type { SessionEvent } from './session-event.schema.ts'
import { failures } from './session.service.ts'

export interface Appended {
  readonly firstSeq: number
  readonly lastSeq: number
}

/**
 * Puts events at the end of the session's log, in the caller's transaction. After the commit say
 * `services.sessionLog.tell(sessionId)`, so that those who watch see them at once.
 *
 * The session is locked from here to the commit, so this belongs to the end of the work.
 */
export async function appendEvents(ctx: TxCtx, sessionId: string, events: readonly SessionEvent[]): Promise<Appended> {
  return (await append(ctx, sessionId, events)) ?? fail(failures.session_not_found)
}

/** The same for whoever writes this attempt of this message; undefined when somebody else does by now. */
export function appendFenced(
  ctx: TxCtx,
  sessionId: string,
  events: readonly SessionEvent[],
  fence: Fence,
): Promise<Appended | undefined> {
  return append(ctx, sessionId, events, fence)
}

async function append(
  ctx: TxCtx,
  sessionId: string,
  events: readonly SessionEvent[],
  fence?: Fence,
): Promise<Appended | undefined> {
  const lastSeq = await insertEvents(ctx, sessionId, events, fence)
  if (lastSeq === undefined) return undefined
  const firstSeq = lastSeq - events.length + 1
  for (const [index, event] of events.entries()) await keepMessage(ctx, sessionId, event, firstSeq + index)
  return { firstSeq, lastSeq }
}

/** Messages outlive the events that brought them. */
async function keepMessage(ctx: TxCtx, sessionId: string, event: SessionEvent, seq: number): Promise<void> {
  if (event.type !== 'message.user' && event.type !== 'tool.result') return
  const { type, message_id: id, ...content } = event
  const role = type === 'message.user' ? 'user' : 'tool'
  await insertMessage(ctx, sessionId, { id, role, startSeq: seq, endSeq: seq, content })
}
