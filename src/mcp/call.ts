import type { Ctx } from '#core/context.ts'
import type { Db, Pool, Tx } from '#core/db.ts'
import type { Operation } from '#core/operation.ts'
import type { Principal } from '#core/principal.ts'
import type { Services } from '#core/services.ts'
import type { Caller } from '#core/tool-caller.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { contextFor, runTool } from '#core/tool-run.ts'
import type { Desk } from './desk.ts'

type Json = Record<string, unknown>

interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** What the tool server works with. Handed in, because doors know no nouns. */
export interface Desks {
  pool: Pool
  services: Services
  desk: Desk
  now: () => Date
  /** Runs a write at most once for a key. */
  once(
    write: { key: string; principal: Principal; method: string; path: string; body: unknown; now: Date },
    operation: Operation,
    work: (db: Db) => Promise<KeptAnswer>,
  ): Promise<KeptAnswer>
}

/** Runs the operation and writes its answer as the tool declares it. `before` runs in the transaction of a change. */
export async function perform(
  desks: Desks,
  caller: Caller,
  ready: ReadyTool,
  args: Json,
  { ifMatch, before }: { ifMatch?: number[]; before?: (ctx: Ctx & { db: Tx }) => Promise<void> } = {},
): Promise<Json> {
  const { operation, effect } = ready.tool
  const on = (db: Db): Promise<Json> => runTool(contextFor(desks, caller, db, { ifMatch }), ready, args)
  const within = async (db: Db): Promise<Json> => {
    if (!before) return on(db)
    if (!isPool(db)) return before(contextFor(desks, caller, db) as never).then(() => on(db))
    if (!operation.outsideTransaction) {
      return db.transaction(async (tx) => {
        await before(contextFor(desks, caller, tx) as never)
        return on(tx)
      })
    }
    await db.transaction((tx) => before(contextFor(desks, caller, tx) as never))
    return on(db)
  }
  const key = args['idempotencyKey']
  if (effect === 'read' || typeof key !== 'string') return within(desks.pool)
  const { idempotencyKey: _, confirmationToken: __, ...body } = args
  const write = { key, principal: caller.principal, method: 'TOOL', path: ready.tool.name, body, now: desks.now() }
  const kept = await desks.once(write, operation, async (db) => ({
    status: 200,
    headers: {},
    body: JSON.stringify(await within(db)),
  }))
  return JSON.parse(kept.body) as Json
}

function isPool(db: Db): db is Pool {
  return 'transaction' in db
}
