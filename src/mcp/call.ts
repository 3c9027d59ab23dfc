import type { TxCtx } from '#core/context.ts'
import type { Db, Pool, Tx } from '#core/db.ts'
import { once, recall, type WriteOnce } from '#core/once.ts'
import type { Services } from '#core/services.ts'
import type { Caller } from '#core/tool-caller.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { contextFor, runTool } from '#core/tool-run.ts'
import type { Desk } from './desk.ts'

type Json = Record<string, unknown>

/** What the tool server works with. Handed in, because doors know no nouns. */
export interface Desks {
  pool: Pool
  services: Services
  desk: Desk
  now: () => Date
}

/** What goes with a change, in its transaction; with one that reaches outside, in transactions before and after it. */
export interface Around {
  ifMatch?: number[]
  /** The readers outside the company that a person was told about. */
  agreedTo?: readonly string[]
  before?(ctx: TxCtx): Promise<void>
  after?(ctx: TxCtx): Promise<void>
}

/** Runs the operation and writes its answer as the tool declares it. */
export async function perform(
  desks: Desks,
  caller: Caller,
  ready: ReadyTool,
  args: Json,
  around: Around = {},
): Promise<Json> {
  const write = writeOf(desks, caller, ready, args)
  if (!write) return within(desks, caller, ready, args, around)(desks.pool)
  const kept = await once(desks.pool, write, ready.tool.operation, async (db) => {
    const answer = await within(desks, caller, ready, args, around)(db)
    return { status: 200, headers: {}, body: JSON.stringify(answer) }
  })
  return JSON.parse(kept.body) as Json
}

/** The answer of the same change under the same key, if it was made already. */
export async function recalled(desks: Desks, caller: Caller, ready: ReadyTool, args: Json): Promise<Json | undefined> {
  const write = writeOf(desks, caller, ready, args)
  const kept = write && (await recall(desks.pool, write))
  return kept && (JSON.parse(kept.body) as Json)
}

/** The address is the same for every workspace, so the workspace is said here: a person may work in several. */
function writeOf(desks: Desks, caller: Caller, { tool }: ReadyTool, args: Json): WriteOnce | undefined {
  const { idempotencyKey: key, confirmationToken: _, ...body } = args
  if (tool.effect === 'read' || typeof key !== 'string') return undefined
  const { principal, workspaceId } = caller
  return { key, principal, method: 'TOOL', path: `${workspaceId}/${tool.name}`, body, now: desks.now() }
}

function within(
  desks: Desks,
  caller: Caller,
  ready: ReadyTool,
  args: Json,
  { ifMatch, agreedTo, before, after }: Around,
): (db: Db) => Promise<Json> {
  const { operation, effect } = ready.tool
  const on = (db: Db): Promise<Json> => runTool(contextFor(desks, caller, db, { ifMatch }), ready, args, agreedTo)
  const beside = async (tx: Tx, act: Around['before']): Promise<void> =>
    act?.({ ...contextFor(desks, caller, tx), db: tx })
  return async (db) => {
    if (effect === 'read') return on(db)
    if (isPool(db) && operation.outsideTransaction) {
      if (before) await db.transaction((tx) => beside(tx, before))
      const answer = await on(db)
      if (after) await db.transaction((tx) => beside(tx, after))
      return answer
    }
    const together = async (tx: Tx): Promise<Json> => {
      await beside(tx, before)
      const answer = await on(tx)
      await beside(tx, after)
      return answer
    }
    return isPool(db) ? db.transaction(together) : together(db as Tx)
  }
}

function isPool(db: Db): db is Pool {
  return 'transaction' in db
}
