import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { insertDeltasOf, replaceDeltas } from './delta.queries.ts'
import { merged, writtenIn, type Written } from './delta.rules.ts'
import { endMessage, lockLog, setActiveMessage } from './event.queries.ts'
import { appendFenced, type Appended } from './event.service.ts'
import { drafted, eventsIn, type Draft, type Step } from './message-draft.rules.ts'
import type { Delta } from './stream-entry.schema.ts'

const ROWS_MAX = 256

/** The message is somebody else's by now, or finished: whoever gets this writes no more and changes nothing. */
export class MessageLost extends Error {}

export interface EndedMessage extends Written {
  readonly endSeq: number
}

/** One message in the database. Its calls are made one after the other: each goes on where the one before it ended. */
export interface MessagePage {
  write(steps: readonly Step[]): Promise<void>
  /** `also` is done in the same transaction: both are there or neither is. */
  end(steps: readonly Step[], toolNames: ReadonlyMap<string, string>, also?: Also): Promise<EndedMessage>
}

export type Also = (ctx: TxCtx) => Promise<void>

export function openPage(ctx: WorkspaceCtx, sessionId: string, begun: Draft): MessagePage {
  const { sessionLog } = ctx.services
  const { messageId, attempt } = begun
  let draft = begun
  let rows: Delta[] = []
  /** A message may take minutes; each of its events has its own time. */
  const current = (): WorkspaceCtx => ({ ...ctx, now: new Date() })

  async function appended(ctx: TxCtx, steps: readonly Step[]): Promise<Appended> {
    return (await appendFenced(ctx, sessionId, eventsIn(steps), begun)) ?? raise(lost())
  }

  /** Without an event nothing is locked, and the pieces of many messages share a statement. */
  async function writePieces(steps: readonly Step[]): Promise<Drafted> {
    const made = drafted(draft, steps, 0)
    const batch = { workspaceId: ctx.workspaceId, sessionId, messageId, attempt, rows: made.deltas }
    return (await sessionLog.write(batch)) ? made : raise(lost())
  }

  async function writeWithEvents(ctx: TxCtx, steps: readonly Step[]): Promise<Drafted> {
    const { firstSeq } = await appended(ctx, steps)
    const made = drafted(draft, steps, firstSeq)
    await insertDeltasOf(ctx, sessionId, made.deltas)
    return made
  }

  /** Whoever comes late has fewer rows to read. */
  async function compact(): Promise<void> {
    const fewer = merged(rows)
    await inTransaction(current(), async (ctx) => {
      const session = await lockLog(ctx, sessionId)
      if (session?.activeMessageId !== messageId || session.activeAttempt !== attempt) throw lost()
      await replaceDeltas(ctx, sessionId, messageId, fewer)
    })
    rows = fewer
  }

  return {
    async write(steps) {
      const hasEvents = eventsIn(steps).length > 0
      const made = await (hasEvents
        ? inTransaction(current(), (ctx) => writeWithEvents(ctx, steps))
        : writePieces(steps))
      draft = made.draft
      rows.push(...made.deltas)
      sessionLog.tell(sessionId)
      if (rows.length >= ROWS_MAX) await compact()
    },
    async end(steps, toolNames, also) {
      const ended = await inTransaction(current(), async (ctx) => {
        const { firstSeq, lastSeq: endSeq } = await appended(ctx, steps)
        const all = [...rows, ...drafted(draft, steps, firstSeq).deltas]
        const content = writtenIn(all, toolNames)
        await replaceDeltas(ctx, sessionId, messageId, merged(all))
        await endMessage(ctx, sessionId, messageId, { endSeq, content })
        await setActiveMessage(ctx, sessionId)
        await also?.(ctx)
        return { ...content, endSeq }
      })
      sessionLog.tell(sessionId)
      return ended
    },
  }
}

interface Drafted {
  deltas: Delta[]
  draft: Draft
}

function lost(): MessageLost {
  return new MessageLost('the message is written by somebody else')
}

function raise(error: Error): never {
  throw error
}
