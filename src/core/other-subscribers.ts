import type { PgBoss } from 'pg-boss'
import { createBell } from './bell.ts'
import type { Bus } from './bus.ts'
import { newId } from './crypto.ts'
import { many, run, type Pool } from './db.ts'
import { queueOf, type Taker } from './job-queues.ts'
import type { Report } from './report.ts'
import { sql } from './sql.ts'

const TOPIC = 'subscribers'
const TELL_MILLIS = 60_000
/** A worker that has not told of itself for so long is gone. */
const GONE_SECONDS = 5 * 60

interface Parts {
  boss: PgBoss
  pool: Pool
  bus: Bus
  subscribers: readonly Taker[]
  report: Report
}

/** What only other workers hear of: those of another version, during a rolling update. */
export interface OtherSubscribers {
  /** Of a subscriber that is ours too, what ours does not hear of. */
  all(): readonly Taker[]
  /** From now on nobody hands events to subscribers because of this worker. */
  leave(): Promise<void>
}

/**
 * Tells the other workers of our subscribers, whose queues are there, and keeps in mind theirs. An event is handed out
 * once, by whichever relay takes it: one of an older version must not lose it for a subscriber it has never heard of, or
 * that hears of such events only now.
 */
export async function joinSubscribers({ boss, pool, bus, subscribers, report }: Parts): Promise<OtherSubscribers> {
  const workerId = newId()
  const ours = JSON.stringify(subscribers.map(({ name, on: events }) => ({ name, events })))
  const bell = createBell()
  const life = new AbortController()
  let others: readonly Taker[] = []

  async function tell(): Promise<void> {
    await run(
      pool,
      sql`
      insert into subscribers (worker_id, name, events, seen_at)
      select ${workerId}::uuid, name, events, clock_timestamp()
      from jsonb_to_recordset(${ours}::jsonb) as ours (name text, events text[])
      on conflict (worker_id, name) do update set seen_at = excluded.seen_at`,
    )
  }

  async function look(): Promise<void> {
    const found = await many<{ name: string; on: string[] }>(
      pool,
      sql`
      select name, array_agg(distinct event) as on from subscribers, unnest(events) as event
      where seen_at > clock_timestamp() - make_interval(secs => ${GONE_SECONDS})
      group by name`,
    )
    const foreign = found.flatMap(beyondOurs)
    // pg-boss reads a queue at its first use. It must not do that in the relay's transaction, on a second connection.
    for (const { name } of foreign)
      if (!others.some((known) => known.name === name)) await boss.insert(queueOf(name), [])
    others = foreign
  }

  function beyondOurs({ name, on }: { name: string; on: string[] }): Taker[] {
    const known = subscribers.find((each) => each.name === name)?.on ?? []
    const beyond = known.includes('*') ? [] : on.filter((type) => !known.includes(type))
    if (beyond.length === 0) return []
    return [{ name, on: beyond, isShared: true, isFor: ({ type }) => !known.includes(type) }]
  }

  async function keepUp(): Promise<void> {
    while (!life.signal.aborted) {
      await bell.wait(TELL_MILLIS)
      if (life.signal.aborted) return
      await tell()
        .then(look)
        .catch((error: unknown) => report(error, 'the subscribers of other workers cannot be looked up now'))
    }
  }

  await run(
    pool,
    sql`delete from subscribers where seen_at < clock_timestamp() - make_interval(secs => ${GONE_SECONDS})`,
  )
  await tell()
  await look()
  bus.on(TOPIC, () => bell.ring())
  bus.onGap(() => bell.ring())
  await bus.publish(TOPIC)
  const ended = keepUp()
  return {
    all: () => others,
    async leave() {
      life.abort()
      bell.ring()
      await ended
      try {
        await run(pool, sql`delete from subscribers where worker_id = ${workerId}::uuid`)
        await bus.publish(TOPIC)
      } catch (error) {
        report(error, 'the other workers could not be told that this one leaves; they will notice')
      }
    },
  }
}
