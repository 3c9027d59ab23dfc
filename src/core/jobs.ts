import type { PgBoss } from 'pg-boss'
import { createBell } from './bell.ts'
import type { Bus } from './bus.ts'
import { noteChanges } from './changes.ts'
import type { Ctx, Log, WorkspaceCtx } from './context.ts'
import type { Database } from './database.ts'
import { one } from './db.ts'
import { keepDeadLetter, type Delivery } from './dead-letters.ts'
import { coreFailures, Refusal } from './errors.ts'
import { deliveryContext, hears, refuseWrongNames, routineContext } from './job-context.ts'
import { closeBoss, openBoss } from './job-boss.ts'
import { DEAD_LETTER_QUEUE, insertDeliveries, prepareQueues, queueOf, ROUTINE_QUEUE } from './job-queues.ts'
import { NotOurs, startWorker, type JobWorker } from './job-worker.ts'
import { leftIn, leftTeller, takeLeftJobs } from './left-jobs.ts'
import { joinSubscribers, type OtherSubscribers } from './other-subscribers.ts'
import { RELAY_TOPIC, startRelay, type Relay } from './relay.ts'
import { reporter, type Report } from './report.ts'
import type { Services } from './services.ts'
import { sql, type Sql } from './sql.ts'

export interface DeliveredEvent {
  /** The same at every try of every subscriber. */
  id: string
  type: string
  workspaceId: string
  payload: Record<string, unknown>
  occurredAt: string
  requestId: string | null
}

/**
 * Something that acts on events. It gets each one at least once, in no certain order. It throws when it fails; a
 * `DeliveryFailure` also says whether and when another try makes sense.
 */
export interface Subscriber {
  name: string
  /** Event types; `*` for all. */
  on: readonly string[]
  /**
   * Event types that earlier versions handled and this one does not: their jobs are dropped. Jobs of any other type that
   * this version does not know are left to workers of a later one.
   */
  retired?: readonly string[]
  /**
   * The workspaces in which it has anything to do, as an SQL condition on `w.id`; all of them unless said. The relay asks
   * before it makes jobs of events, after those were committed. Jobs for nothing are dear: three of them were a quarter
   * of what a change of a task cost.
   */
  where?: Sql
  /** Whether the event says anything that concerns it, as far as the event alone tells; every one does unless said. */
  isFor?(event: DeliveredEvent): boolean
  handle(ctx: WorkspaceCtx, event: DeliveredEvent): Promise<void>
  /** It waits for servers that somebody in the workspace chose: a workspace whose servers hang holds up only itself. */
  isShared?: boolean
  /** How often a failed delivery is tried again before it is a dead letter. */
  retryLimit?: number
  /** Before the first retry; doubles with each. 0 means at once. */
  retryDelaySeconds?: number
  /** Told when a delivery has failed for good and is a dead letter, perhaps more than once. */
  onGivenUp?(ctx: WorkspaceCtx, event: DeliveredEvent, error: string): Promise<void>
}

/** Work at fixed times, done by one node at a time. */
export interface Routine {
  name: string
  /** In UTC. */
  cron: string
  run(ctx: Ctx): Promise<void>
}

export interface Jobs {
  /** Throws when events and jobs are not being worked on: readiness. */
  check(): Promise<void>
  /** Takes nothing new, lets what runs finish for a while, hands the rest back. */
  stop(): Promise<void>
  /** Events and jobs that are due and not begun, and how long the oldest has been. */
  lag(): Promise<{ waiting: number; oldestSeconds: number }>
  /** Jobs that were put back, because only a worker of another version can do them. */
  left(): Promise<number>
}

export interface JobsParts {
  database: Database
  bus: Bus
  services: Services
  log: Log
  subscribers: readonly Subscriber[]
  routines: readonly Routine[]
  /** Names of those that earlier versions had. What is merely unknown may be of a later one and is left alone. */
  retiredRoutines?: readonly string[]
}

/** How often it looks by itself; nothing depends on these for being right, only for being quick. */
export interface Pace {
  pollSeconds: number
  superviseSeconds: number
  cronSeconds: number
  graceSeconds: number
}
const PACE: Pace = { pollSeconds: 5, superviseSeconds: 30, cronSeconds: 30, graceSeconds: 10 }

/** Deliveries of one subscriber at a time, on each worker. An embedded database has one connection, for which people wait too. */
const SLOTS = { embedded: 2, postgres: 20 }
/** Of these, what one workspace may have of a shared subscriber, on all workers together. */
const SLOTS_OF_WORKSPACE = { embedded: 1, postgres: 5 }
const START_AGAIN_MILLIS = 1000
/** The relay looks each second; a batch, or a wait for a connection, can take some more. */
const SILENCE_MILLIS_MAX = 15_000

/** Starts the delivery of events and the background work of this process. A database that is down is waited for. */
export async function startJobs(parts: JobsParts, pace: Pace = PACE): Promise<Jobs> {
  refuseWrongNames(parts.subscribers)
  refuseWrongNames(parts.routines)
  const report = reporter(parts.log)
  const bell = createBell()
  const life = new AbortController()
  let running: Running | undefined

  async function attempt(): Promise<void> {
    try {
      running = await openJobs(parts, pace, report)
    } catch (error) {
      if (!(error instanceof Refusal && error.failure === coreFailures.unavailable)) throw error
      report(error, 'jobs cannot start without the database; trying again')
    }
  }

  async function insist(): Promise<void> {
    while (!running && !life.signal.aborted) {
      await bell.wait(START_AGAIN_MILLIS)
      if (life.signal.aborted) return
      await attempt().catch((error: unknown) => report(error, 'jobs cannot start; trying again'))
    }
  }

  await attempt()
  const started = insist()
  return {
    async check() {
      if (!running) throw new Error('jobs have not started')
      const silenceMillis = performance.now() - running.relay.lookedAt()
      if (silenceMillis > SILENCE_MILLIS_MAX)
        throw new Error(`no event could be looked for in ${Math.round(silenceMillis)} ms`)
    },
    async stop() {
      life.abort()
      bell.ring()
      await started
      await running?.stop()
    },
    lag: () => lagOf(parts.database),
    left: () => leftIn(parts.database.pool),
  }
}

interface Running {
  relay: Relay
  stop(): Promise<void>
}

async function openJobs(parts: JobsParts, pace: Pace, report: Report): Promise<Running> {
  const boss = await openBoss(parts.database, pace, report)
  let others: OtherSubscribers
  try {
    await prepareQueues(boss, { retiredRoutines: [], ...parts })
    await takeLeftJobs(parts.database.pool)
    others = await joinSubscribers({ ...parts, boss, pool: parts.database.pool, report })
  } catch (error) {
    await closeBoss(boss, report)
    throw error
  }
  const workers = startWorkers(boss, parts, others, pace, report)
  const relay = startRelay({
    pool: parts.database.pool,
    async handOver(tx, events) {
      const queues = await insertDeliveries(boss, tx, events, [...parts.subscribers, ...others.all()])
      await noteChanges(tx, events)
      return () => queues.forEach((queue) => workers.get(queue)?.wake())
    },
    report,
  })
  parts.bus.on(RELAY_TOPIC, () => relay.wake())
  parts.bus.onGap(() => relay.wake())
  return {
    relay,
    async stop() {
      await Promise.all([others.leave(), relay.stop()])
      const until = performance.now() + pace.graceSeconds * 1000
      await Promise.all([...workers.values()].map((worker) => worker.stop(until)))
      await closeBoss(boss, report)
    },
  }
}

function startWorkers(
  boss: PgBoss,
  parts: JobsParts,
  others: OtherSubscribers,
  pace: Pace,
  report: Report,
): Map<string, JobWorker> {
  const { pool } = parts.database
  const around = { pool, services: parts.services, log: parts.log }
  const common = { boss, pool, pollSeconds: pace.pollSeconds, report }
  const tellLeft = leftTeller(parts.log)
  const deadLetters = startWorker<Delivery>({
    ...common,
    queue: DEAD_LETTER_QUEUE,
    slots: 2,
    async run(job) {
      const { subscriber: name, event } = job.data
      const subscriber = parts.subscribers.find((each) => each.name === name)
      if (!subscriber && others.all().some((each) => each.name === name)) throw new NotOurs()
      const error = await keepDeadLetter(pool, job, new Date())
      await subscriber?.onGivenUp?.(deliveryContext(around, name, event), event, error)
    },
    onFailed: ({ data }, error) => parts.log.error({ err: error, ...data }, 'a dead letter could not be told'),
    onLeft: ({ data }) => tellLeft({ queue: DEAD_LETTER_QUEUE, subscriber: data.subscriber }),
  })
  const routines = startWorker<{ routine: string }>({
    ...common,
    queue: ROUTINE_QUEUE,
    slots: 4,
    async run({ data }) {
      const routine = parts.routines.find(({ name }) => name === data.routine)
      if (!routine && !parts.retiredRoutines?.includes(data.routine)) throw new NotOurs()
      await routine?.run(routineContext(around, routine.name))
    },
    onFailed: ({ data }, error) => parts.log.error({ err: error, routine: data.routine }, 'a routine failed'),
    onLeft: ({ data }) => tellLeft({ routine: data.routine }),
  })
  const workers = new Map([
    [DEAD_LETTER_QUEUE, deadLetters],
    [ROUTINE_QUEUE, routines],
  ])
  for (const subscriber of parts.subscribers) {
    const queue = queueOf(subscriber.name)
    const worker = startWorker<Delivery>({
      ...common,
      queue,
      slots: SLOTS[parts.database.kind],
      groupMax: subscriber.isShared ? SLOTS_OF_WORKSPACE[parts.database.kind] : undefined,
      async run({ data: { event } }) {
        if (subscriber.retired?.includes(event.type)) return
        // Whether or not a worker of the version that hears of it is here just now.
        if (!hears(subscriber, event)) throw new NotOurs()
        await subscriber.handle(deliveryContext(around, subscriber.name, event), event)
      },
      onFailed({ data: { event }, retryCount }, error, willRetry) {
        const { log } = deliveryContext(around, subscriber.name, event)
        if (willRetry)
          return log.warn({ err: error, attempt: retryCount + 1 }, 'a delivery failed and will be tried again')
        log.error({ err: error, attempts: retryCount + 1 }, 'a delivery failed for good; it is a dead letter now')
        deadLetters.wake()
      },
      onLeft: ({ data: { event } }) => tellLeft({ subscriber: subscriber.name, type: event.type }),
    })
    workers.set(queue, worker)
  }
  return workers
}

/** pg-boss counts only now and then, so its table is read: what is due and not begun. A replayed event is old already. */
async function lagOf({ pool }: Database): Promise<{ waiting: number; oldestSeconds: number }> {
  const row = await one<{ waiting: number; oldestSeconds: number }>(
    pool,
    sql`
    with due as (
      select case when subscriber is null then created_at end as since from outbox
      union all
      select start_after from pgboss.job where state < 'active' and start_after <= now())
    select count(*) as waiting,
      greatest(0, extract(epoch from now() - min(since)))::float8 as "oldestSeconds"
    from due`,
  )
  return row ?? { waiting: 0, oldestSeconds: 0 }
}
