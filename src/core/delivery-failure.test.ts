import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { inTransaction, type Log, type WorkspaceCtx } from './context.ts'
import { newId } from './crypto.ts'
import { many, one, run } from './db.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import { emit } from './events.ts'
import type { Subscriber } from './jobs.ts'
import { sql } from './sql.ts'

const failing = (failure: DeliveryFailure) => handling(() => Promise.reject(failure))

/** One event, and how each try of it goes, by its number. */
async function handling(attempt: (number: number) => Promise<void>) {
  const place = await harness()
  const { database, services } = place.runtime
  const mark = newId().slice(-8)
  const type = `thing.failed-${mark}`
  const tries: string[] = []
  const subscriber: Subscriber = {
    name: `failing-${mark}`,
    on: [type],
    retryLimit: 3,
    retryDelaySeconds: 0,
    handle: (_, { id }) => attempt(tries.push(id)),
  }
  const told: string[] = []
  const tell: Log['warn'] = (_, text) => void told.push(text)
  const log: Log = { debug() {}, info() {}, warn: tell, error: tell }
  await working({ ...place, runtime: { ...place.runtime, log } }, [subscriber])
  const ctx: WorkspaceCtx = {
    db: database.pool,
    workspaceId: place.workspaceId,
    principal: { kind: 'system' },
    now: new Date(),
    requestId: newId(),
    log,
    services,
  }
  await inTransaction(ctx, (ctx) => emit(ctx, { type }))
  return { ctx, tries, queue: `event.${subscriber.name}`, told }
}

test('a failure that is final is a dead letter after the first try', async () => {
  const { ctx, tries } = await failing(new DeliveryFailure('no such account', { isFinal: true }))
  const letters = await soon(async () => {
    const found = await many<{ error: string; attempts: number }>(
      ctx.db,
      sql`select error, attempts from dead_letters where workspace_id = ${ctx.workspaceId}`,
    )
    expect(found).toHaveLength(1)
    return found
  })
  expect(letters).toEqual([{ error: 'no such account', attempts: 1 }])
  expect(tries).toHaveLength(1)
})

test('a failure that asks for patience gets it', async () => {
  const { ctx, tries, queue } = await failing(new DeliveryFailure('come back later', { retryAfterSeconds: 500 }))
  const job = await soon(async () => {
    const found = await one<{ seconds: number }>(
      ctx.db,
      sql`
      select extract(epoch from start_after - now())::int as seconds from pgboss.job
      where name = ${queue} and state = 'retry'`,
    )
    expect(found).toBeDefined()
    return found
  })
  expect(job?.seconds).toBeGreaterThan(400)
  expect(tries).toHaveLength(1)
})

test('a final failure of a worker that was given up for silent takes no try from who has the job now', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const turns = [first.promise, second.promise]
  const { ctx, tries, queue, told } = await handling((number) => turns[number - 1] ?? Promise.resolve())
  const job = () => one(ctx.db, sql`select state, retry_limit as max from pgboss.job where name = ${queue}`)
  await soon(() => expect(tries).toHaveLength(1))
  // Again and again: the worker still gives its signs.
  await soon(async () => {
    if (tries.length === 1)
      await run(ctx.db, sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where name = ${queue}`)
    expect(tries).toHaveLength(2)
  })

  first.reject(new DeliveryFailure('no such account', { isFinal: true }))
  await soon(() => expect(told).toHaveLength(1))
  expect(await job()).toEqual({ state: 'active', max: 3 })
  second.reject(new Error('busy'))
  await soon(() => expect(tries).toHaveLength(3))
  const retried = 'a delivery failed and will be tried again'
  await soon(() => expect(told).toEqual(['a job failed here that another worker has by now', retried]))
})
