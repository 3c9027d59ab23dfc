import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { listDeltas, replaceDeltas } from '#modules/agents/delta.queries.ts'
import { merged } from '#modules/agents/delta.rules.ts'
import { lockLog } from '#modules/agents/event.queries.ts'
import { appendEvents } from '#modules/agents/event.service.ts'
import { openMessage, type MessageWriter } from '#modules/agents/message-writer.ts'
import type { Delta } from '#modules/agents/stream-entry.schema.ts'
import type { SessionEvent } from '#modules/agents/session-event.schema.ts'

const PIECES = ['Hello ', 'a', '😀', 'über', ' the door ', 'x'.repeat(60), '\n', '{"', '": ', '0', '\ud83d', '\ude00']

const chance = (share: number): boolean => Math.random() < share
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most)
const piece = (): string => PIECES[Math.floor(Math.random() * PIECES.length)] ?? ''

/** How rows are put together in the log; a test may do it wrongly on purpose. */
export type Merge = (deltas: readonly Delta[]) => Delta[]

/** Talks into a session as agents do, with everything that can happen to them, until it is enough. */
export async function talk(
  ctx: WorkspaceCtx,
  sessionId: string,
  isEnough: () => boolean,
  { merge = merged, piecesMax = 40 }: { merge?: Merge | undefined; piecesMax?: number } = {},
): Promise<void> {
  const append = async (...events: SessionEvent[]): Promise<void> => {
    await inTransaction({ ...ctx, now: new Date() }, (ctx) => appendEvents(ctx, sessionId, events))
    ctx.services.sessionLog.tell(sessionId)
  }
  while (!isEnough()) {
    const runId = newId()
    const parts = [{ type: 'text' as const, text: piece() }]
    await append(
      { type: 'message.user', message_id: newId(), parts, sender_user_id: null },
      { type: 'run.started', run_id: runId },
    )
    const messageId = newId()
    let writer = await openMessage(ctx, { sessionId, messageId })
    const around = {
      compact: () => compact(ctx, sessionId, writer, merge),
      // Others write into the session too.
      interrupt: () => append({ type: 'state.changed', state: { piece: piece() } }),
    }
    // A model thinks before its first word.
    if (chance(0.5)) await sleep(upTo(50))
    // Some die over it, and somebody else begins again.
    while (chance(0.25)) {
      await speak(writer, upTo(15), around)
      await writer.flush()
      writer = await openMessage(ctx, { sessionId, messageId })
    }
    await speak(writer, upTo(piecesMax), around)
    const { tool_calls: calls } = await writer.end()
    for (const { id } of calls) {
      await append({
        type: 'tool.result',
        message_id: newId(),
        tool_call_id: id,
        status: 'ok',
        output: { piece: piece() },
      })
    }
    await append({ type: 'run.finished', run_id: runId, outcome: 'success' })
  }
}

async function speak(
  writer: MessageWriter,
  pieces: number,
  { compact, interrupt }: { compact: () => Promise<void>; interrupt: () => Promise<void> },
): Promise<void> {
  let call: string | undefined
  for (let count = 0; count < pieces; count++) {
    if (chance(0.15)) await writer.reasoning(piece())
    else if (call !== undefined) await writer.toolArguments(call, piece())
    else await writer.text(piece())
    if (chance(0.1) && call !== undefined) {
      await writer.toolCall(call, { done: true })
      call = undefined
    } else if (chance(0.1) && call === undefined) {
      call = `call_${newId()}`
      await writer.toolStart({ id: call, name: 'list_tasks' })
    }
    if (chance(0.4)) await writer.flush()
    if (chance(0.15)) await compact()
    if (chance(0.1)) await interrupt()
    if (chance(0.3)) await sleep(upTo(15))
  }
}

/** Rows that follow each other become one while the message is written. What is added meanwhile is not touched. */
async function compact(
  ctx: WorkspaceCtx,
  sessionId: string,
  { messageId, attempt, flush }: MessageWriter,
  merge: Merge,
): Promise<void> {
  await flush()
  await inTransaction(ctx, async (ctx) => {
    await lockLog(ctx, sessionId)
    await replaceDeltas(ctx, sessionId, messageId, merge(await listDeltas(ctx, sessionId, messageId, attempt)))
  })
}
