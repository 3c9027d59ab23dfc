import type { Ctx, WorkspaceCtx } from '#core/context.ts'
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
  once(
    write: { key: string; principal: Principal; method: string; path: string; body: unknown; now: Date },
    operation: Operation,
    work: (db: Db) => Promise<KeptAnswer>,
  ): Promise<KeptAnswer>
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

/** Runs the operation and writes its answer as the tool declares it. `before` runs in the transaction of a change. */
export async function perform(
  desks: Desks,
  caller: Caller,
  ready: ReadyTool,
  args: Json,
  { ifMatch, before }: { ifMatch?: number[]; before?: (ctx: Ctx & { db: Tx }) => Promise<void> } = {},
): Promise<Json> {
  const { operation, effect } = ready.tool
  const input = argumentsOf(ready, args)
  const on = async (db: Db): Promise<Json> =>
    answered(ready, await operation.run(contextFor(desks, caller, db, ifMatch), input))
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
