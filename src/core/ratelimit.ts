import { BoundedMap } from './bounded-map.ts'
import { sha256 } from './crypto.ts'
import { coreFailures, fail } from './errors.ts'
import { one, type Db, type Pool } from './db.ts'
import { sql } from './sql.ts'

export interface Verdict {
  allowed: boolean
  limit: number
  remaining: number
  /** How long an empty bucket takes to fill. */
  windowSeconds: number
  /** Seconds until the bucket is full again. */
  resetSeconds: number
  /** Seconds until one more request is allowed. */
  retryAfterSeconds: number
}

export interface Limiter {
  take(key: string): Promise<Verdict>
}

export interface LeasedLimiter extends Limiter {
  /** Whether the next one would be refused, as far as this node knows. Asks nobody and takes nothing. */
  isEmpty(key: string): boolean
  /** Whether somebody was counted under it here. */
  isKnown(key: string): boolean
}

/** Keys contain what strangers send, and an index limits their length. */
const KEY_BYTES_MAX = 200

function shortKey(key: string): string {
  return Buffer.byteLength(key) <= KEY_BYTES_MAX ? key : `${key.slice(0, 40)}:${sha256(key).toString('base64url')}`
}

interface Bucket {
  /** Tokens this node has leased and not used. */
  tokens: number
  /** Tokens left in the shared bucket when last asked, and when that was. */
  shared: number
  askedAt: number
  pending?: Promise<void>
}

const BUCKETS_MAX = 50_000

/**
 * A token bucket shared by all nodes without a write per request: a node leases tokens in batches from an unlogged
 * table and spends them by itself.
 */
export function leasedLimiter(pool: Pool, settings: { perMinute: number; burst: number }): LeasedLimiter {
  const { burst } = settings
  const perSecond = settings.perMinute / 60
  const batch = Math.max(1, Math.floor(burst / 10))
  // Forgetting all is safe: the shared table has the truth.
  const buckets = new BoundedMap<string, Bucket>(BUCKETS_MAX)

  async function lease(key: string, bucket: Bucket): Promise<void> {
    const row = await one<{ granted: number; tokens: number }>(
      pool,
      sql`
      insert into rate_buckets as b (key, tokens, granted, updated_at)
      values (${shortKey(key)}, ${burst - batch}, ${batch}, clock_timestamp())
      on conflict (key) do update set
        granted = least(${batch}, floor(${refilled(burst, perSecond)})),
        tokens = ${refilled(burst, perSecond)} - least(${batch}, floor(${refilled(burst, perSecond)})),
        updated_at = clock_timestamp()
      returning granted, tokens`,
    )
    bucket.tokens += row?.granted ?? 0
    bucket.shared = row?.tokens ?? 0
    bucket.askedAt = performance.now()
  }

  function estimate(bucket: Bucket): number {
    const elapsedSeconds = (performance.now() - bucket.askedAt) / 1000
    return Math.min(burst, bucket.tokens + bucket.shared + elapsedSeconds * perSecond)
  }

  return {
    isEmpty(key) {
      const bucket = buckets.get(key)
      return bucket !== undefined && estimate(bucket) < 1
    },
    isKnown: (key) => buckets.has(key),
    async take(key) {
      const bucket = buckets.get(key) ?? { tokens: 0, shared: burst, askedAt: performance.now() }
      if (!buckets.has(key)) buckets.set(key, bucket)
      // Many may wait for one lease and find it spent; each then asks again, until the shared bucket is empty.
      while (bucket.tokens < 1 && estimate(bucket) >= 1) {
        bucket.pending ??= lease(key, bucket).finally(() => (bucket.pending = undefined))
        await bucket.pending
      }
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      const left = estimate(bucket)
      return {
        allowed,
        limit: burst,
        remaining: Math.max(0, Math.floor(left)),
        windowSeconds: Math.max(1, Math.round(burst / perSecond)),
        resetSeconds: Math.ceil((burst - left) / perSecond),
        retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / perSecond)),
      }
    },
  }
}

function refilled(burst: number, perSecond: number) {
  return sql`least(${burst}::float8, b.tokens + extract(epoch from clock_timestamp() - b.updated_at)::float8 * ${perSecond}::float8)`
}

/** The verdict if this key has used up the minute's attempts, otherwise undefined. Counts nothing. */
export async function findOver(db: Db, key: string, perMinute: number): Promise<Verdict | undefined> {
  const row = await one<{ hits: number; firstSeconds: number; lastSeconds: number }>(
    db,
    sql`
    select cardinality(r.hits) as hits,
      ceil(extract(epoch from r.hits[1] + interval '1 minute' - clock_timestamp()))::int as "firstSeconds",
      ceil(extract(epoch from r.hits[cardinality(r.hits)] + interval '1 minute' - clock_timestamp()))::int as "lastSeconds"
    from rate_windows w cross join lateral (select ${RECENT} as hits) r where w.key = ${key}`,
  )
  return row && row.hits >= perMinute ? verdictOf({ ...row, allowed: false }, perMinute) : undefined
}

/** Refuses the one too many in a sliding minute. For small limits. */
export async function countAttempt(db: Db, key: string, perMinute: number): Promise<void> {
  const verdict = await counted(db, key, perMinute)
  if (!verdict.allowed) refuseOver(verdict)
}

/** The headers are of the limit that refuses: another one may have let the request in. */
export function refuseOver(verdict: Verdict): never {
  const { retryAfterSeconds } = verdict
  const detail = `Too many requests. Try again in ${retryAfterSeconds} s.`
  fail(coreFailures.rate_limited, { detail, retryAfterSeconds, headers: limitHeaders(verdict) })
}

export function limitHeaders({ limit, remaining, windowSeconds, resetSeconds }: Verdict): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  }
}

/** The same as a limiter. */
export function exactLimiter(db: Db, perMinute: number): Limiter {
  return { take: (key) => counted(db, key, perMinute) }
}

/** Counts one attempt exactly, over a sliding minute and over all nodes. */
async function counted(db: Db, key: string, perMinute: number): Promise<Verdict> {
  const row = await one<{ allowed: boolean; hits: number; firstSeconds: number; lastSeconds: number }>(
    db,
    sql`
    insert into rate_windows as w (key, hits, allowed) values (${shortKey(key)}, array[clock_timestamp()], true)
    on conflict (key) do update set
      hits = case when cardinality(${RECENT}) < ${perMinute} then ${RECENT} || clock_timestamp() else ${RECENT} end,
      allowed = cardinality(${RECENT}) < ${perMinute}
    returning allowed, cardinality(hits) as hits,
      ceil(extract(epoch from hits[1] + interval '1 minute' - clock_timestamp()))::int as "firstSeconds",
      ceil(extract(epoch from hits[cardinality(hits)] + interval '1 minute' - clock_timestamp()))::int as "lastSeconds"`,
  )
  if (!row) throw new Error('a count of attempts answered nothing')
  return verdictOf(row, perMinute)
}

function verdictOf(
  row: { allowed: boolean; hits: number; firstSeconds: number; lastSeconds: number },
  perMinute: number,
): Verdict {
  return {
    allowed: row.allowed,
    limit: perMinute,
    remaining: Math.max(0, perMinute - row.hits),
    windowSeconds: 60,
    resetSeconds: Math.max(0, row.lastSeconds),
    retryAfterSeconds: Math.max(1, row.firstSeconds),
  }
}

const RECENT = sql`array(select hit from unnest(w.hits) hit where hit > clock_timestamp() - interval '1 minute' order by hit)`
