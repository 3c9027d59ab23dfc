import { one, run, type Db, type Pool, type Tx } from './db.ts'
import { sha256 } from './crypto.ts'
import { coreFailures, fail } from './errors.ts'
import type { Operation } from './operation.ts'
import { principalId, type Principal } from './principal.ts'
import { sql } from './sql.ts'

/** What a door answers, as it is kept for a key. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

interface Kept extends Answer {
  bodyHash: Buffer
}

/** A write of a caller who may send it again under the same key. */
export interface WriteOnce {
  key: string
  principal: Principal
  method: string
  path: string
  body: unknown
  now: Date
}

/** Longer than any operation takes that has an effect outside: a claim that is older belongs to a process that is gone. */
const LEASE_SECONDS = 120
/** In place of a status while such an operation runs. */
const CLAIMED = 0

interface Entry {
  scope: Buffer
  bodyHash: Buffer
  now: Date
}

function entryOf({ key, principal, method, path, body, now }: WriteOnce): Entry {
  const scope = sha256([principalId(principal), method, path, key].join('\n'))
  return { scope, bodyHash: sha256(JSON.stringify(body ?? null)), now }
}

/** What was answered to this write, if it was done. */
export function recall(pool: Pool, write: WriteOnce): Promise<Answer | undefined> {
  return pool.transaction((tx) => find(tx, entryOf(write)))
}

/** Runs a write at most once per key. A refusal keeps nothing: the same key may try again. */
export async function once(
  pool: Pool,
  write: WriteOnce,
  operation: Operation,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  const entry = entryOf(write)
  return operation.outsideTransaction
    ? aroundEffect(pool, entry, operation, work)
    : pool.transaction((tx) => withEffect(tx, entry, operation, work))
}

/** The answer is kept in the transaction of the effect, so a crash can neither lose the one nor double the other. */
async function withEffect(
  tx: Tx,
  entry: Entry,
  operation: Operation,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  const kept = await find(tx, entry)
  if (kept) return kept
  const answer = await work(tx)
  await keep(tx, entry, operation, answer)
  return answer
}

/** An effect outside waits for no transaction: a claim is committed before it, and the answer after it. */
async function aroundEffect(
  pool: Pool,
  entry: Entry,
  operation: Operation,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  const kept = await pool.transaction(async (tx) => {
    const found = await find(tx, entry)
    if (!found) await keep(tx, entry, operation, { status: CLAIMED, headers: {}, body: '{}' })
    return found
  })
  if (kept) return kept
  try {
    const answer = await work(pool)
    await keep(pool, entry, operation, answer)
    return answer
  } catch (error) {
    // If the database is away, the lease ends the claim.
    await dropClaim(pool, entry).catch(() => {})
    throw error
  }
}

/** The kept answer, if there is one. Twins are refused, and so is another body under the same key. */
async function find(tx: Tx, { scope, bodyHash, now }: Entry): Promise<Answer | undefined> {
  const lock = await one<{ got: boolean }>(
    tx,
    sql`
    select pg_try_advisory_xact_lock(${scope.readBigInt64BE(0).toString()}) as got`,
  )
  if (!lock?.got) fail(coreFailures.idempotency_in_progress, { retryAfterSeconds: 1 })

  const kept = await one<Kept>(
    tx,
    sql`
    select body_hash as "bodyHash", status, headers, body from idempotency_keys
    where scope = ${scope} and created_at > ${now}::timestamptz
      - case when status = ${CLAIMED} then make_interval(secs => ${LEASE_SECONDS}) else interval '24 hours' end`,
  )
  if (!kept) return undefined
  if (!kept.bodyHash.equals(bodyHash)) fail(coreFailures.idempotency_key_reused)
  if (kept.status === CLAIMED) fail(coreFailures.idempotency_in_progress, { retryAfterSeconds: 1 })
  return { ...kept, headers: { ...kept.headers, 'idempotency-replayed': 'true' } }
}

async function keep(db: Db, { scope, bodyHash, now }: Entry, operation: Operation, answer: Answer): Promise<void> {
  await run(
    db,
    sql`
    insert into idempotency_keys (scope, body_hash, status, headers, body, created_at)
    values (${scope}, ${bodyHash}, ${answer.status}, ${JSON.stringify(answer.headers)},
            ${withoutSecrets(operation, answer.body)}, ${now})
    on conflict (scope) do update set body_hash = excluded.body_hash, status = excluded.status,
      headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`,
  )
}

/** Only our own: after its lease another may have taken it. */
async function dropClaim(pool: Pool, { scope, now }: Entry): Promise<void> {
  await run(
    pool,
    sql`
    delete from idempotency_keys where scope = ${scope} and status = ${CLAIMED} and created_at = ${now}`,
  )
}

function withoutSecrets({ secrets }: Operation, body: string): string {
  if (secrets.length === 0) return body
  return JSON.stringify({ ...JSON.parse(body), ...Object.fromEntries(secrets.map((field) => [field, null])) })
}
