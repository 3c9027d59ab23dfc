import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { createBell } from './bell.ts'
import { one, run, type Pool } from './db.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import { errorText } from './error-text.ts'
import { oneAtATime } from './batching.ts'
import { bossOn } from './job-boss.ts'
import type { Report } from './report.ts'
import { sql } from './sql.ts'
import { within } from './within.ts'

/** A job of a worker that died is taken up again once its heartbeat is this old and a supervisor has looked. */
export const HEARTBEAT_SECONDS = 30

/**
 * How long a job that only a worker of another version can do is put back: a tenth of its age, within these bounds. While
 * versions change such jobs are young and looked at often. After a rollback nobody may ever do them: they get old, and
 * cost next to nothing. Every worker that starts makes all of them due (`takeLeftJobs`).
 */
const LEFT_SECONDS = { min: 10, max: 600 }

/** Thrown for a job that only a worker of another version can do: it is put back for a while, and no try is lost. */
export class NotOurs extends Error {}

interface WorkerParts<Data> {
  boss: PgBoss
  pool: Pool
  queue: string
  /** Jobs at a time. */
  slots: number
  /** Jobs of one group at a time, on all workers together. More of them stay in the queue, and others are taken first. */
  groupMax?: number | undefined
  pollSeconds: number
  run(job: JobWithMetadata<Data>): Promise<void>
  onFailed?(job: JobWithMetadata<Data>, error: unknown, willRetry: boolean): void
  /** It was put back, for a worker of another version. */
  onLeft?(job: JobWithMetadata<Data>): void
  report: Report
}

export interface JobWorker {
  wake(): void
  /** Takes no more jobs, waits for those that run until the time (`performance.now()`), and hands the rest back. */
  stop(until: number): Promise<void>
}

/**
 * Runs the jobs of one queue. pg-boss's own worker takes a batch and waits for the slowest job of it before it takes
 * more; here a slot is free as soon as its job is done.
 */
export function startWorker<Data>(parts: WorkerParts<Data>): JobWorker {
  const { boss, queue, slots, groupMax, report } = parts
  // By try, not by id: a job whose try here was given up for silent may be back here already.
  const running = new Set<JobWithMetadata<Data>>()
  const bell = createBell()
  const taking = new AbortController()
  const settling = new AbortController()
  const settle = settler(parts, settling.signal, () => bell.ring())
  let isBacklogged = false
  let onIdle: (() => void) | undefined

  async function takeJobs(): Promise<void> {
    while (!taking.signal.aborted) {
      const free = slots - running.size
      if (free > 0) {
        const jobs = await boss
          .fetch<Data>(queue, {
            batchSize: free,
            includeMetadata: true,
            ...(groupMax && { groupConcurrency: groupMax }),
          })
          .catch((error: unknown) => {
            report(error, 'jobs cannot be taken now; trying again')
            return []
          })
        isBacklogged = jobs.length === free
        for (const job of jobs) void perform(job)
        // The oldest may all have been of one group, and cut down to its share: the next look passes that group over.
        if (groupMax !== undefined && jobs.length > 0) continue
      }
      await bell.wait(parts.pollSeconds * 1000)
    }
  }

  async function perform(job: JobWithMetadata<Data>): Promise<void> {
    running.add(job)
    await settle(job, await failureOf(parts.run(job), job.expireInSeconds))
    running.delete(job)
    // Asking for one job at a time would cost a statement each. Of a group that has its share, more may wait all the same.
    if (groupMax !== undefined || (isBacklogged && running.size <= slots / 2)) bell.ring()
    if (running.size === 0) onIdle?.()
  }

  const heartbeat = setInterval(() => beat(parts, [...running]), (HEARTBEAT_SECONDS * 1000) / 3).unref()
  const ended = takeJobs()

  return {
    wake: () => bell.ring(),
    async stop(until) {
      taking.abort()
      bell.ring()
      await ended
      if (running.size > 0) {
        const idle = new Promise<void>((resolve) => (onIdle = resolve))
        await failureOf(idle, (until - performance.now()) / 1000)
      }
      settling.abort()
      clearInterval(heartbeat)
      await handBack(parts, [...running])
    },
  }
}

interface JobFailure {
  error: unknown
}

/** What is done must be recorded as done, or it will be done again: this keeps trying until told to give up. */
function settler<Data>(parts: WorkerParts<Data>, givenUp: AbortSignal, onDue: () => void) {
  const { boss, queue, report, onFailed, onLeft } = parts
  const complete = oneAtATime<JobWithMetadata<Data>>((jobs) => boss.complete(queue, jobs))
  return async (job: JobWithMetadata<Data>, failure: JobFailure | undefined): Promise<void> => {
    while (!givenUp.aborted) {
      try {
        if (!failure) return await complete(job)
        if (failure.error instanceof NotOurs) {
          await putBack(parts, [job], LEFT_SECONDS)
          return onLeft?.(job)
        }
        const willRetry = await recordFailure(parts, job, failure.error)
        if (job.retryDelay === 0) onDue()
        if (willRetry === undefined) return report(failure.error, 'a job failed here that another worker has by now')
        return onFailed?.(job, failure.error, willRetry)
      } catch (error) {
        report(error, 'the outcome of a job cannot be recorded now; trying again')
        await new Promise((resolve) => setTimeout(resolve, 1000).unref())
      }
    }
  }
}

/**
 * Answers whether it will be tried again, or undefined when the job has gone on without us: the heartbeat came late and
 * somebody else has it. pg-boss itself knows only one pace and one limit for all failures.
 */
async function recordFailure<Data>(
  { boss, pool, queue }: WorkerParts<Data>,
  job: JobWithMetadata<Data>,
  error: unknown,
): Promise<boolean | undefined> {
  const { isFinal = false, retryAfterSeconds = 0 } = error instanceof DeliveryFailure ? error : {}
  // Every claim of a job that was begun counts up, so this is our try; one that was put back in between is not told apart.
  const thisTry = sql`name = ${queue} and id = ${job.id} and retry_count = ${job.retryCount}`
  return pool.transaction(async (tx) => {
    if (isFinal)
      await run(tx, sql`update pgboss.job set retry_limit = retry_count where ${thisTry} and state = 'active'`)
    await boss.fail(queue, job, { message: errorText(error) }, { db: bossOn(tx) })
    if (retryAfterSeconds > 0)
      await run(
        tx,
        sql`
        update pgboss.job set start_after = greatest(start_after, now() + make_interval(secs => ${retryAfterSeconds}))
        where ${thisTry} and state = 'retry'`,
      )
    const left = await one<{ willRetry: boolean }>(
      tx,
      sql`select state = 'retry' as "willRetry" from pgboss.job where ${thisTry} and state in ('retry', 'failed')`,
    )
    return left?.willRetry
  })
}

function beat<Data>({ boss, queue, report }: WorkerParts<Data>, jobs: JobWithMetadata<Data>[]): void {
  if (jobs.length === 0) return
  boss.touch(queue, jobs).catch((error: unknown) => report(error, 'the heartbeat of jobs failed'))
}

async function handBack<Data>(parts: WorkerParts<Data>, jobs: JobWithMetadata<Data>[]): Promise<void> {
  if (jobs.length === 0) return
  try {
    await putBack(parts, jobs, { min: 0, max: 0 })
  } catch (error) {
    parts.report(error, 'running jobs could not be handed back; they are taken up again when their heartbeat is old')
  }
}

/** Due after a tenth of its age within these seconds, as if this try had not begun: pg-boss counts those of jobs that were started before. */
async function putBack<Data>(
  { pool, queue }: WorkerParts<Data>,
  jobs: JobWithMetadata<Data>[],
  seconds: { min: number; max: number },
): Promise<void> {
  const tries = JSON.stringify(jobs.map(({ id, retryCount }) => ({ id, count: retryCount })))
  await run(
    pool,
    sql`
    update pgboss.job j
    set state = 'created', started_on = null, heartbeat_on = null,
      start_after = now() + least(
        make_interval(secs => ${seconds.max}),
        greatest(make_interval(secs => ${seconds.min}), (now() - created_on) / 10))
    from jsonb_to_recordset(${tries}::jsonb) as try (id uuid, count int)
    where j.name = ${queue} and j.id = try.id and j.retry_count = try.count and j.state = 'active'`,
  )
}

/** Waits for the work, but not longer than this. */
async function failureOf(work: Promise<void>, seconds: number): Promise<JobFailure | undefined> {
  try {
    await within(work, Math.max(0, seconds) * 1000, `not done within ${Math.round(seconds)} seconds`)
    return undefined
  } catch (error) {
    return { error }
  }
}
