import { many, one, run, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'

interface Pace {
  account: string
  now: Date
  everySeconds: number
  /** How many unused tries accumulate. */
  atOnce: number
}

/** How many tries are free now, and when the next one is. */
export async function findFree(
  db: Db,
  { account, now, everySeconds, atOnce }: Pace,
): Promise<{ free: number; nextAt: Date }> {
  const row = await one<{ at: string }>(db, sql`select next_at as at from sign_in_paces where account = ${account}`)
  const everyMillis = everySeconds * 1000
  const nextMillis = Math.max(row ? Date.parse(row.at) : 0, now.getTime() - (atOnce - 1) * everyMillis)
  const free = nextMillis > now.getTime() ? 0 : Math.floor((now.getTime() - nextMillis) / everyMillis) + 1
  return { free, nextAt: new Date(nextMillis) }
}

/** Takes a free try; false if others were quicker. */
export async function takeFree(db: Db, { account, now, everySeconds, atOnce }: Pace): Promise<boolean> {
  const oldest = new Date(now.getTime() - (atOnce - 1) * everySeconds * 1000)
  const taken = await run(
    db,
    sql`
    insert into sign_in_paces as p (account, next_at)
    values (${account}, ${oldest}::timestamptz + make_interval(secs => ${everySeconds}))
    on conflict (account) do update
      set next_at = greatest(p.next_at, ${oldest}::timestamptz) + make_interval(secs => ${everySeconds})
      where p.next_at <= ${now}
    returning account`,
  )
  return taken > 0
}

/** Joins the line, or keeps its place. Returns how many are ahead, counting only those seen since `since`. */
export async function lineUp(
  db: Db,
  { account, network, now, since }: { account: string; network: string; now: Date; since: Date },
): Promise<number> {
  const row = await one<{ askedAt: string }>(
    db,
    sql`
    insert into sign_in_waits as w (account, network, asked_at, seen_at) values (${account}, ${network}, ${now}, ${now})
    on conflict (account, network) do update set seen_at = excluded.seen_at,
      asked_at = case when w.seen_at < ${since} then excluded.asked_at else w.asked_at end
    returning asked_at as "askedAt"`,
  )
  const before = await one<{ count: number }>(
    db,
    sql`
    select count(*) as count from sign_in_waits where account = ${account} and seen_at >= ${since}
      and (asked_at, network) < (${row?.askedAt ?? now}::timestamptz, ${network})`,
  )
  return before?.count ?? 0
}

export async function leaveLine(db: Db, account: string, network: string): Promise<void> {
  await run(db, sql`delete from sign_in_waits where account = ${account} and network = ${network}`)
}

/** The people who have signed in with this browser, and from this network. */
export interface KnownKinds {
  browser: string[]
  network: string[]
}

/** Which of these people have signed in from here before. */
export async function findKnown(
  db: Db,
  userIds: readonly string[],
  { browser, network }: { browser: Buffer | undefined; network: Buffer },
): Promise<KnownKinds> {
  const rows = await many<{ kind: keyof KnownKinds; userId: string }>(
    db,
    sql`
    select kind, user_id as "userId" from sign_in_devices where user_id = any(${userIds}::uuid[])
      and (kind = 'browser' and name = ${browser ?? null} or kind = 'network' and name = ${network})
    order by user_id`,
  )
  const of = (kind: keyof KnownKinds): string[] => rows.filter((row) => row.kind === kind).map(({ userId }) => userId)
  return { browser: of('browser'), network: of('network') }
}

export async function hasDevices(db: Db, userId: string): Promise<boolean> {
  return (await one(db, sql`select 1 from sign_in_devices where user_id = ${userId} limit 1`)) !== undefined
}

export async function noteDevice(
  db: Db,
  { userId, kind, name, now }: { userId: string; kind: keyof KnownKinds; name: Buffer; now: Date },
): Promise<void> {
  await run(
    db,
    sql`
    insert into sign_in_devices (user_id, kind, name, first_at, last_at)
    values (${userId}, ${kind}, ${name}, ${now}, ${now})
    on conflict (user_id, kind, name) do update set last_at = greatest(sign_in_devices.last_at, excluded.last_at)`,
  )
}

/** Forgets every place except the kept ones. */
export async function forgetDevices(db: Db, userId: string, kept: readonly Buffer[]): Promise<void> {
  await run(db, sql`delete from sign_in_devices where user_id = ${userId} and name <> all(${kept}::bytea[])`)
}

/** Whether anybody has signed in with this browser. */
export async function findBrowser(db: Db, name: Buffer): Promise<boolean> {
  const row = await one(db, sql`select 1 from sign_in_devices where kind = 'browser' and name = ${name} limit 1`)
  return row !== undefined
}
