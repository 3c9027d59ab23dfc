import type { TxCtx, WorkspaceCtx } from '#core/context.ts'
import { sha256 } from '#core/crypto.ts'
import type { Db, Pool, Tx } from '#core/db.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import type { Operation } from '#core/operation.ts'
import type { Principal } from '#core/principal.ts'
import type { Services } from '#core/services.ts'
import type { Caller } from './caller.ts'
import type { ReadyTool } from './catalogue.ts'
import { cursorAt, offsetOf } from './cursor.ts'
import type { Desk } from './desk.ts'

type Json = Record<string, unknown>

const failures = defineFailures({
  cursor_unknown: { status: 400, text: 'This cursor did not come from here. Begin without one.' },
})

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
  once(write: WriteOnce, operation: Operation, work: (db: Db) => Promise<KeptAnswer>): Promise<KeptAnswer>
  /** What was answered to this write, if it was done. */
  recall(write: WriteOnce): Promise<KeptAnswer | undefined>
}

interface WriteOnce {
  key: string
  principal: Principal
  method: string
  path: string
  body: unknown
  now: Date
}

/** About 8,000 tokens: more than a client keeps in one answer is given in pages. */
const ANSWER_CHARS_MAX = 32_000
const LIMIT_DEFAULT = 20

export function contextFor({ services, now }: Desks, caller: Caller, db: Db, ifMatch?: number[]): WorkspaceCtx {
  const { principal, workspaceId, requestId, log } = caller
  return { db, workspaceId, principal, now: now(), requestId, log, services, ifMatch }
}

/** The operation's own arguments: without what the tool server adds, with what the tool decides. */
export function argumentsOf({ tool }: ReadyTool, args: Json): Json {
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => name in tool.input.properties))
  return { ...own, ...tool.sets, ...(tool.isPaged ? pageIn(args) : {}) }
}

export function hashOf(args: Json): string {
  const entries = Object.entries(args).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return sha256(JSON.stringify(entries)).toString('base64url')
}

function pageIn({ limit = LIMIT_DEFAULT, cursor }: Json): { limit: number; offset: number } {
  const offset = typeof cursor === 'string' ? offsetOf(cursor) : 0
  if (offset === undefined) fail(failures.cursor_unknown)
  return { limit: Number(limit), offset }
}

/** What goes with a change, in its transaction; with one that reaches outside, in transactions before and after it. */
export interface Around {
  ifMatch?: number[]
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
  const kept = await desks.once(write, ready.tool.operation, async (db) => {
    const answer = await within(desks, caller, ready, args, around)(db)
    return { status: 200, headers: {}, body: JSON.stringify(answer) }
  })
  return JSON.parse(kept.body) as Json
}

/** The answer of the same change under the same key, if it was made already. */
export async function recalled(desks: Desks, caller: Caller, ready: ReadyTool, args: Json): Promise<Json | undefined> {
  const write = writeOf(desks, caller, ready, args)
  const kept = write && (await desks.recall(write))
  return kept && (JSON.parse(kept.body) as Json)
}

function writeOf(desks: Desks, { principal }: Caller, { tool }: ReadyTool, args: Json): WriteOnce | undefined {
  const { idempotencyKey: key, confirmationToken: _, ...body } = args
  if (tool.effect === 'read' || typeof key !== 'string') return undefined
  return { key, principal, method: 'TOOL', path: tool.name, body, now: desks.now() }
}

function within(
  desks: Desks,
  caller: Caller,
  ready: ReadyTool,
  args: Json,
  { ifMatch, before, after }: Around,
): (db: Db) => Promise<Json> {
  const { operation, effect } = ready.tool
  const input = argumentsOf(ready, args)
  const on = async (db: Db): Promise<Json> =>
    answered(ready, await operation.run(contextFor(desks, caller, db, ifMatch), input))
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

function answered(ready: ReadyTool, result: unknown): Json {
  if (!ready.tool.isPaged) return ready.render(result)
  const { items, pagination } = result as { items: unknown[]; pagination: { total: number; offset: number } }
  let shown = items
  for (;;) {
    const next = pagination.offset + shown.length
    const nextCursor = next < pagination.total && shown.length > 0 ? cursorAt(next) : null
    const page = ready.render({ items: shown, total: pagination.total, nextCursor })
    if (shown.length <= 1 || JSON.stringify(page).length <= ANSWER_CHARS_MAX) return page
    shown = shown.slice(0, Math.ceil(shown.length / 2))
  }
}

export function refuseFaults(ready: Pick<ReadyTool, 'check'>, args: Json): void {
  const faults = ready.check(args)
  if (faults.length === 0) return
  const [first] = faults
  const detail = `${first?.pointer || 'The arguments'}: ${first?.message}`
  fail(coreFailures.invalid_request, { detail, errors: faults })
}
