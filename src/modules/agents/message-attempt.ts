import type { TxCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { listDeltas, replaceDeltas } from './delta.queries.ts'
import { merged, writtenIn } from './delta.rules.ts'
import * as log from './event.queries.ts'
import { appendEvents } from './event.service.ts'
import { closersOf, toolNamesIn } from './message-draft.rules.ts'
import { failures } from './session.service.ts'

export interface Attempt extends log.Fence {
  /** The newest event of the session. */
  readonly lastSeq: number
}

/**
 * Makes this the message that is being written. Begun by somebody who died over it, it is begun again, and whoever reads
 * it is told; another one that was left unfinished ends as it is. Undefined for a message that is finished.
 */
export async function beginAttempt(ctx: TxCtx, sessionId: string, messageId: string): Promise<Attempt | undefined> {
  const session = (await log.lockLog(ctx, sessionId)) ?? fail(failures.session_not_found)
  if (session.activeMessageId !== null && session.activeMessageId !== messageId) await closeMessage(ctx, sessionId)
  const earlier = await log.findMessage(ctx, sessionId, messageId)
  if (earlier && earlier.endSeq !== null) return undefined
  const attempt = earlier ? earlier.attempt + 1 : 1
  if (earlier) {
    const events = await log.listMessageEvents(ctx, sessionId, messageId, earlier.startSeq)
    const reset = { type: 'message.reset', message_id: messageId, attempt } as const
    const { lastSeq: attemptSeq } = await appendEvents(ctx, sessionId, [...closersOf(events), reset])
    await replaceDeltas(ctx, sessionId, messageId, [])
    await log.setAttempt(ctx, sessionId, messageId, { attempt, attemptSeq })
  }
  const { lastSeq } = (await log.lockLog(ctx, sessionId)) ?? fail(failures.session_not_found)
  if (!earlier) {
    const message = { id: messageId, role: 'assistant', startSeq: lastSeq + 1, endSeq: null, content: {} } as const
    await log.insertMessage(ctx, sessionId, message)
  }
  await log.setActiveMessage(ctx, sessionId, { messageId, attempt })
  return { messageId, attempt, lastSeq }
}

/** For a message that ended without its writer: then it can be begun again. */
export async function reopenMessage(ctx: TxCtx, sessionId: string, messageId: string): Promise<void> {
  const { lastSeq } = (await log.lockLog(ctx, sessionId)) ?? fail(failures.session_not_found)
  await log.reopenMessage(ctx, sessionId, messageId, lastSeq + 1)
}

/** Ends the message that somebody left unfinished, with what there is of it. Its writer can write no more. */
export async function closeMessage(ctx: TxCtx, sessionId: string): Promise<void> {
  const { activeMessageId: messageId } = (await log.lockLog(ctx, sessionId)) ?? fail(failures.session_not_found)
  if (messageId === null) return
  const message = (await log.findMessage(ctx, sessionId, messageId)) ?? fail(failures.session_not_found)
  const events = await log.listMessageEvents(ctx, sessionId, messageId, message.startSeq)
  const deltas = await listDeltas(ctx, sessionId, messageId, message.attempt)
  const { lastSeq } = await appendEvents(ctx, sessionId, closersOf(events))
  await replaceDeltas(ctx, sessionId, messageId, merged(deltas))
  await log.endMessage(ctx, sessionId, messageId, {
    endSeq: lastSeq,
    content: writtenIn(deltas, toolNamesIn(events)),
  })
  await log.setActiveMessage(ctx, sessionId)
}
