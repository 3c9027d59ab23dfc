import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { inTransaction, type WorkspaceCtx } from './context.ts'
import { newId } from './crypto.ts'
import { many, one } from './db.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import { emit } from './events.ts'
import type { Subscriber } from './jobs.ts'
import { sql } from './sql.ts'

async function failing(failure: DeliveryFailure) {
  const place = await harness()
  const { database, services, log } = place.runtime
  const mark = newId().slice(-8)
  const type = `thing.failed-${mark}`
  const tries: string[] = []
  const subscriber: Subscriber = {
    name: `failing-${mark}`,
    on: [type],
    retryLimit: 3,
    retryDelaySeconds: 0,
    async handle(_, { id }) {
      tries.push(id)
      throw failure
    },
  }
  await working(place, [subscriber])
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
  return { ctx, tries, queue: `event.${subscriber.name}` }
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
