import type { JobInsert, PgBoss, Queue } from 'pg-boss'
import { derivedId } from './crypto.ts'
import { many, type Tx } from './db.ts'
import type { Delivery } from './dead-letters.ts'
import { bossOn } from './job-boss.ts'
import { wants } from './job-context.ts'
import { HEARTBEAT_SECONDS } from './job-worker.ts'
import type { OutboxEvent } from './relay.ts'
import type { Routine, Subscriber } from './jobs.ts'
import { sql } from './sql.ts'

/** What the relay has to know of a subscriber. */
export type Taker = Pick<Subscriber, 'name' | 'on' | 'where' | 'isFor' | 'isShared'>

export const DEAD_LETTER_QUEUE = 'dead-letters'
export const ROUTINE_QUEUE = 'routines'

export function queueOf(subscriber: string): string {
  return `event.${subscriber}`
}

const DAY = 24 * 60 * 60

type QueueSettings = Omit<Queue, 'name'>

const everyQueue = {
  policy: 'standard',
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  expireInSeconds: 15 * 60,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  // An event that waits for its worker must not be thrown away; one that is done may go soon.
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: 10 * 60,
}

function queuesFor(subscribers: readonly Subscriber[]): Map<string, QueueSettings> {
  const queues = new Map<string, QueueSettings>()
  // Writing a dead letter down fails only while the database does, so it is tried for as long as that takes.
  queues.set(DEAD_LETTER_QUEUE, { ...everyQueue, retryLimit: 1_000_000, retryDelay: 5 })
  queues.set(ROUTINE_QUEUE, { ...everyQueue, policy: 'exclusive', retryLimit: 2, retryDelay: 60 })
  for (const { name, retryLimit = 4, retryDelaySeconds = 5 } of subscribers) {
    queues.set(queueOf(name), {
      ...everyQueue,
      retryLimit,
      retryDelay: retryDelaySeconds,
      // pg-boss waits at least a second before a retry with back-off, unless the longest wait is less.
      retryDelayMax: retryDelaySeconds === 0 ? 0 : Math.max(everyQueue.retryDelayMax, retryDelaySeconds),
      deadLetter: DEAD_LETTER_QUEUE,
    })
  }
  return queues
}

interface Prepared {
  subscribers: readonly Subscriber[]
  routines: readonly Routine[]
  retiredRoutines: readonly string[]
}

/**
 * Makes the queues and the schedule what this version of the code says; a start that changes nothing costs two reads.
 * What it does not know stays: it may be of a later version, whose workers run beside this one.
 */
export async function prepareQueues(boss: PgBoss, { subscribers, routines, retiredRoutines }: Prepared): Promise<void> {
  const [present, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules(ROUTINE_QUEUE)])
  for (const [name, wanted] of queuesFor(subscribers)) {
    const found = present.find((queue) => queue.name === name)
    const { policy: _fixed, ...changeable } = wanted
    if (!found) await boss.createQueue(name, wanted)
    else if (differs(found, wanted)) await boss.updateQueue(name, changeable)
    else continue
    // pg-boss now has to read the queue anew. It must not do that in the relay's transaction, on a second connection.
    await boss.insert(name, [])
  }
  for (const { name, cron } of routines) {
    if (schedules.some((schedule) => schedule.key === name && schedule.cron === cron)) continue
    await boss.schedule(
      ROUTINE_QUEUE,
      cron,
      { routine: name },
      { key: name, singletonKey: name, tz: 'UTC', missed: 'once' },
    )
  }
  for (const { key } of schedules) {
    if (retiredRoutines.includes(key)) await boss.unschedule(ROUTINE_QUEUE, key)
  }
}

function differs(found: QueueSettings, wanted: QueueSettings): boolean {
  const names = Object.keys(wanted) as (keyof QueueSettings)[]
  return names.some((name) => found[name] !== wanted[name])
}

/**
 * Turns events into jobs, one for each subscriber that wants it and has anything to do there, with one statement for
 * each subscriber. What an operator replays goes to its subscriber in any case.
 */
export async function insertDeliveries(
  boss: PgBoss,
  tx: Tx,
  events: OutboxEvent[],
  subscribers: readonly Taker[],
): Promise<string[]> {
  const jobs = new Map<string, JobInsert<Delivery>[]>()
  const idle = await idleIn(tx, events, subscribers)
  for (const { subscriber: only, outboxId, ...event } of events) {
    // Ours may have a namesake of another version, for events that ours does not hear of: our condition is not its own.
    const isIdle = ({ name, where }: Taker): boolean =>
      where !== undefined && idle.get(event.workspaceId)?.includes(name) === true
    const takers = only
      ? subscribers.filter(({ name }) => name === only).slice(0, 1)
      : subscribers.filter((each) => wants(each, event) && !isIdle(each))
    for (const { name, isShared } of takers)
      append(
        jobs,
        queueOf(name),
        outboxId,
        { subscriber: name, event },
        isShared ? { id: event.workspaceId } : undefined,
      )
    // What an operator replays must not get lost, even when nobody answers to the name any more.
    if (only && takers.length === 0)
      append(jobs, DEAD_LETTER_QUEUE, outboxId, { subscriber: only, event, undeliverable: NOBODY })
  }
  for (const [queue, batch] of jobs) await boss.insert(queue, batch, { db: bossOn(tx) })
  return [...jobs.keys()]
}

/** Who has nothing to do in which of the workspaces. */
async function idleIn(
  tx: Tx,
  events: readonly OutboxEvent[],
  subscribers: readonly Taker[],
): Promise<ReadonlyMap<string, string[]>> {
  const forAll = events.filter(({ subscriber }) => subscriber === null)
  const workspaceIds = [...new Set(forAll.map(({ workspaceId }) => workspaceId))]
  const choosy = subscribers.flatMap(({ name, where }) => (where ? [{ name, where }] : []))
  if (workspaceIds.length === 0 || choosy.length === 0) return new Map()
  let cases = sql`null::text`
  for (const { name, where } of choosy) cases = sql`${cases}, case when not (${where}) then ${name} end`
  const rows = await many<{ id: string; idle: string[] }>(
    tx,
    sql`select w.id, array_remove(array[${cases}], null) as idle from unnest(${workspaceIds}::text[]) as w (id)`,
  )
  return new Map(rows.map(({ id, idle }) => [id, idle]))
}

const NOBODY = 'No worker has a subscriber of this name.'

/** The id comes from the outbox row and the subscriber: the same delivery is never queued twice, a replay is a new one. */
function append(
  jobs: Map<string, JobInsert<Delivery>[]>,
  queue: string,
  outboxId: number,
  delivery: Delivery,
  group?: { id: string },
): void {
  const batch = jobs.get(queue) ?? []
  const id = derivedId(delivery.event.id, `${delivery.subscriber}@${outboxId}`)
  batch.push({ id, data: delivery, ...(group && { group }) })
  jobs.set(queue, batch)
}
