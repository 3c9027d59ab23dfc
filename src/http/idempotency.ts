import { one, run, type Pool, type Tx } from '#core/db.ts'
import { sha256 } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { Operation } from '#core/operation.ts'
import { principalId, type Principal } from '#core/principal.ts'
import { sql } from '#core/sql.ts'
import type { Answer } from './render.ts'

interface Kept extends Answer {
  bodyHash: Buffer
}

/** The caller's key for this write; undefined when it sent none. */
export function idempotencyKeyIn(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header) || header.trim() === '') {
    fail(coreFailures.idempotency_key_invalid, {
      errors: [{ parameter: 'Idempotency-Key', code: 'invalid', message: 'Must be 1 to 255 printable characters.' }],
    })
  }
  return header
}

export interface WriteOnce {
  key: string
  principal: Principal
  method: string
  path: string
  body: unknown
  now: Date
}

/**
 * Runs a write at most once per key. The answer is kept in the transaction of the effect, so a crash can neither
 * lose the one nor double the other. A refusal keeps nothing: the same key may try again.
 */
export function once(
  pool: Pool,
  write: WriteOnce,
  operation: Operation,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const scope = sha256([principalId(write.principal), write.method, write.path, write.key].join('\n'))
  const bodyHash = sha256(JSON.stringify(write.body ?? null))
  return pool.transaction(async (tx) => {
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
      where scope = ${scope} and created_at > ${write.now}::timestamptz - interval '24 hours'`,
    )
    if (kept) {
      if (!kept.bodyHash.equals(bodyHash)) fail(coreFailures.idempotency_key_reused)
      return { ...kept, headers: { ...kept.headers, 'idempotency-replayed': 'true' } }
    }

    const answer = await work(tx)
    await run(
      tx,
      sql`
      insert into idempotency_keys (scope, body_hash, status, headers, body, created_at)
      values (${scope}, ${bodyHash}, ${answer.status}, ${JSON.stringify(answer.headers)},
              ${withoutSecrets(operation, answer.body)}, ${write.now})
      on conflict (scope) do update set body_hash = excluded.body_hash, status = excluded.status,
        headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`,
    )
    return answer
  })
}

function withoutSecrets({ secrets }: Operation, body: string): string {
  if (secrets.length === 0) return body
  return JSON.stringify({ ...JSON.parse(body), ...Object.fromEntries(secrets.map((field) => [field, null])) })
}
