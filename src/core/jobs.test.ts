import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Log, WorkspaceCtx } from '#core/context.ts'
import { backend } from '#test/database.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { outageOf } from '#test/outage.ts'
import { soon } from '#test/working.ts'
import { inTransaction } from './context.ts'
import { newId } from './crypto.ts'
import { many, run } from './db.ts'
import { emit } from './events.ts'
import { startJobs, type DeliveredEvent, type Jobs, type Pace, type Subscriber } from './jobs.ts'
import { sql } from './sql.ts'

let server: TestApp
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())

const QUICK: Pace = { pollSeconds: 0.5, superviseSeconds: 1, cronSeconds: 1, graceSeconds: 5 }

interface Started {
  subscribers?: Subscriber[]
  pace?: Partial<Pace>
  log?: Log
}

/** Works jobs until the test is over. */
async function working({ subscribers = [], pace, log }: Started): Promise<Jobs> {
  const { database, bus, services } = server.runtime
  const parts = { database, bus, services, log: log ?? server.runtime.log, subscribers, routines: [] }
  const jobs = await startJobs(parts, { ...QUICK, ...pace })
  onTestFinished(() => jobs.stop())
  return jobs
}

/** Names of their own for each test, because queues outlive it. */
function newNames(): { name: (role: string) => string; type: string; ctx: WorkspaceCtx } {
  const mark = newId().slice(-8)
  const { database, services, log } = server.runtime
  return {
    name: (role) => `${role}-${mark}`,
    type: `thing.happened-${mark}`,
    ctx: {
      db: database.pool,
      workspaceId: `ws-${mark}`,
      principal: { kind: 'system' },
      now: new Date(),
      requestId: newId(),
      log,
      services,
    },
  }
}

/** As an operator does with a dead letter. */
async function replay({ db, workspaceId, now, services }: WorkspaceCtx, type: string, subscriber: string) {
  await run(
    db,
    sql`
    insert into outbox (workspace_id, type, payload, subscriber, created_at)
    values (${workspaceId}, ${type}, '{}', ${subscriber}, ${now})`,
  )
  services.wakeRelay()
}

function remembering(
  name: string,
  on: string[],
  more: Partial<Subscriber> = {},
): Subscriber & { seen: DeliveredEvent[] } {
  const seen: DeliveredEvent[] = []
  return { name, on, seen, handle: async (_, event) => void seen.push(event), ...more }
}

const happen = (ctx: WorkspaceCtx, ...types: string[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    for (const [number, type] of types.entries()) await emit(ctx, { type, number })
  })

/** Until nothing waits and nothing runs, so that what has not happened by then will not happen. */
async function settled(jobs: Jobs): Promise<void> {
  const { pool } = server.runtime.database
  await soon(async () => expect(await jobs.lag()).toEqual({ waiting: 0, oldestSeconds: 0 }))
  await soon(async () =>
    expect(await many(pool, sql`select id from pgboss.job where state in ('active', 'retry')`)).toEqual([]),
  )
}

const deadLettersOf = (ctx: WorkspaceCtx): Promise<Record<string, unknown>[]> =>
  many(ctx.db, sql`select * from dead_letters where workspace_id = ${ctx.workspaceId} order by failed_at`)

test('an event reaches every subscriber that wants it once, with what the request knew', async () => {
  const { name, type, ctx } = newNames()
  const contexts: WorkspaceCtx[] = []
  const wanting = remembering(name('wanting'), [type])
  const all = remembering(name('all'), ['*'], {
    async handle(ctx, event) {
      contexts.push(ctx)
      all.seen.push(event)
    },
  })
  const other = remembering(name('other'), ['thing.else'])
  const jobs = await working({ subscribers: [wanting, all, other] })
  await happen(ctx, type)
  await soon(() => expect([wanting.seen.length, all.seen.length]).toEqual([1, 1]))
  await settled(jobs)
  expect(wanting.seen).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type,
      workspaceId: ctx.workspaceId,
      payload: { number: 0, actor: { kind: 'system', actorId: null } },
      occurredAt: ctx.now.toISOString(),
      requestId: ctx.requestId,
    },
  ])
  expect(all.seen).toEqual(wanting.seen)
  expect(other.seen).toEqual([])
  expect(contexts[0]).toMatchObject({
    workspaceId: ctx.workspaceId,
    principal: { kind: 'system' },
    requestId: ctx.requestId,
  })
})

test('what does not concern a subscriber, or happens where it has nothing to do, is no job for it; what is replayed for it comes all the same', async () => {
  const { name, type, ctx } = newNames()
  const elsewhere = { ...ctx, workspaceId: `${ctx.workspaceId}-2` }
  const usual = remembering(name('usual'), [type])
  const isFor = ({ payload }: DeliveredEvent): boolean => payload['n'] === 1
  const choosy = remembering(name('choosy'), [type], { where: sql`w.id = ${elsewhere.workspaceId}`, isFor })
  await working({ subscribers: [usual, choosy] })
  const happened = [ctx, elsewhere].flatMap((where) => [1, 2].map((n) => ({ where, n })))
  for (const { where, n } of happened) await inTransaction(where, (tx) => emit(tx, { type, n }))
  await soon(() => expect([usual.seen.length, choosy.seen.length]).toEqual([4, 1]))
  expect(choosy.seen[0]).toMatchObject({ workspaceId: elsewhere.workspaceId, payload: { n: 1 } })
  const jobs = await many(ctx.db, sql`select 1 from pgboss.job where name = ${`event.${choosy.name}`}`)
  expect(jobs).toHaveLength(1)

  await replay(ctx, type, choosy.name)
  await soon(() => expect(choosy.seen[1]?.workspaceId).toBe(ctx.workspaceId))
  expect(usual.seen).toHaveLength(4)
})

test('an event of a transaction that was rolled back is never delivered', async () => {
  const { name, type, ctx } = newNames()
  const subscriber = remembering(name('one'), [type, `${type}-undone`])
  const jobs = await working({ subscribers: [subscriber] })
  const undone = inTransaction(ctx, async (ctx) => {
    await emit(ctx, { type: `${type}-undone` })
    throw new Error('the change did not work out')
  })
  await expect(undone).rejects.toThrow('did not work out')
  await happen(ctx, type)
  await soon(() => expect(subscriber.seen).toHaveLength(1))
  await settled(jobs)
  expect(subscriber.seen.map((event) => event.type)).toEqual([type])
})

test('a subscriber that fails is tried again, then leaves a dead letter; the others do not notice', async () => {
  const { name, type, ctx } = newNames()
  const good = remembering(name('good'), [type])
  const ids: string[] = []
  const bad: Subscriber = {
    name: name('bad'),
    on: [type],
    retryLimit: 2,
    retryDelaySeconds: 0,
    async handle(_, event) {
      ids.push(event.id)
      throw new Error('refused', { cause: new Error('POST https://u:pw@mail.test?token=abc Bearer abcdefgh123') })
    },
  }
  const jobs = await working({ subscribers: [bad, good] })
  await happen(ctx, type)
  const [letter] = await soon(async () => {
    const letters = await deadLettersOf(ctx)
    expect(letters).toHaveLength(1)
    return letters
  })
  expect(letter).toMatchObject({
    subscriber: bad.name,
    type,
    payload: { number: 0 },
    request_id: ctx.requestId,
    attempts: 3,
    event_at: ctx.now.toISOString(),
    replayed_at: null,
    error: 'refused: POST https://[hidden]@mail.test?token=[hidden] Bearer [hidden]',
  })
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
  expect(good.seen).toHaveLength(1)
  await happen(ctx, type)
  await soon(() => expect(good.seen).toHaveLength(2))
  await settled(jobs)
})

test('a failing subscriber that recovers leaves no dead letter', async () => {
  const { name, type, ctx } = newNames()
  let tries = 0
  const flaky: Subscriber = {
    name: name('flaky'),
    on: [type],
    retryDelaySeconds: 0,
    async handle() {
      if ((tries += 1) < 5) throw new Error('not yet')
    },
  }
  const jobs = await working({ subscribers: [flaky] })
  await happen(ctx, type)
  await soon(() => expect(tries).toBe(5))
  await settled(jobs)
  expect(await deadLettersOf(ctx)).toEqual([])
})

test('a slow delivery does not keep the others of its subscriber waiting', async () => {
  const { name, type, ctx } = newNames()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const done: unknown[] = []
  const subscriber: Subscriber = {
    name: name('slow'),
    on: [type],
    async handle(_, { payload }) {
      if (payload.number === 0) await released
      done.push(payload.number)
    },
  }
  const jobs = await working({ subscribers: [subscriber] })
  await happen(ctx, ...Array.from({ length: 40 }, () => type))
  await soon(() => expect(done).toHaveLength(39))
  release()
  await soon(() => expect(done).toHaveLength(40))
  await settled(jobs)
})

test('two workers at once deliver each event once, in many batches', async () => {
  const { name, type, ctx } = newNames()
  const first = remembering(name('shared'), [type])
  const second = remembering(name('shared'), [type])
  await Promise.all(Array.from({ length: 6 }, () => happen(ctx, ...Array.from({ length: 60 }, () => type))))
  const jobs = await working({ subscribers: [first] })
  await working({ subscribers: [second] })
  await soon(() => expect(first.seen.length + second.seen.length).toBe(360))
  await settled(jobs)
  expect(new Set([...first.seen, ...second.seen].map(({ id }) => id)).size).toBe(360)
  expect(first.seen.length + second.seen.length).toBe(360)
})

test('events written while no worker runs are delivered by the next one, and counted as waiting', async () => {
  const { name, type, ctx } = newNames()
  const before = await working({ subscribers: [remembering(name('late'), [type])] })
  await settled(before)
  await before.stop()
  await happen({ ...ctx, now: new Date(Date.now() - 60_000) }, type, type, type)
  const lag = await before.lag()
  expect(lag.waiting).toBe(3)
  expect(lag.oldestSeconds).toBeGreaterThanOrEqual(60)
  const late = remembering(name('late'), [type])
  await working({ subscribers: [late] })
  await soon(() => expect(late.seen).toHaveLength(3))
})

test.runIf(backend === 'postgres')('the workers go on by themselves after the database was away', async () => {
  const { name, type, ctx } = newNames()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const warnings: string[] = []
  const log: Log = {
    ...server.runtime.log,
    debug() {},
    info() {},
    error() {},
    warn: (_, text) => void warnings.push(text),
  }
  let calls = 0
  const subscriber: Subscriber = {
    name: name('one'),
    on: [type],
    async handle(_, { payload }) {
      calls += 1
      if (payload.number === 0) await released
    },
  }
  const jobs = await working({ subscribers: [subscriber], log })
  await happen(ctx, type)
  await soon(() => expect(calls).toBe(1))
  const outage = await outageOf(server.runtime.config.database)
  release()
  await soon(() => expect(warnings).toContain('events cannot be handed out now; trying again'))
  await soon(() => expect(warnings).toContain('the outcome of a job cannot be recorded now; trying again'))
  await outage.end()
  await soon(() => happen(ctx, `${type}-nobody`, type))
  await soon(() => expect(calls).toBe(2))
  await settled(jobs)
  await jobs.check()
  expect(calls).toBe(2)
  expect(await deadLettersOf(ctx)).toEqual([])
})

test('stop hands a running delivery back: it is done by the next worker, and no try is lost', async () => {
  const { name, type, ctx } = newNames()
  const { promise: never } = Promise.withResolvers<void>()
  let begun = 0
  const stuck: Subscriber = {
    name: name('stuck'),
    on: [type],
    retryLimit: 1,
    retryDelaySeconds: 0,
    handle() {
      begun += 1
      return never
    },
  }
  const first = await working({ subscribers: [stuck], pace: { graceSeconds: 0.1 } })
  await happen(ctx, type)
  await soon(() => expect(begun).toBe(1))
  await first.stop()
  await expect(first.lag()).resolves.toMatchObject({ waiting: 1 })
  let tries = 0
  const handle = async (): Promise<void> => {
    if ((tries += 1) === 1) throw new Error('not yet')
  }
  const second = await working({ subscribers: [{ ...stuck, handle }] })
  await soon(() => expect(tries).toBe(2))
  await settled(second)
  expect(await deadLettersOf(ctx)).toEqual([])
})

test('stop waits for a running delivery that ends in time', async () => {
  const { name, type, ctx } = newNames()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let [begun, done] = [0, 0]
  const subscriber: Subscriber = {
    name: name('ending'),
    on: [type],
    async handle() {
      begun += 1
      await released
      done += 1
    },
  }
  const jobs = await working({ subscribers: [subscriber], pace: { graceSeconds: 60 } })
  await happen(ctx, type)
  await soon(() => expect(begun).toBe(1))
  const stopped = jobs.stop()
  release()
  await stopped
  expect(done).toBe(1)
  expect(await jobs.lag()).toEqual({ waiting: 0, oldestSeconds: 0 })
})

test('a delivery whose worker went silent is taken up again', async () => {
  const { name, type, ctx } = newNames()
  const { promise: never } = Promise.withResolvers<void>()
  let calls = 0
  const subscriber: Subscriber = {
    name: name('silent'),
    on: [type],
    retryDelaySeconds: 0,
    handle: () => ((calls += 1) === 1 ? never : Promise.resolve()),
  }
  await working({ subscribers: [subscriber], pace: { graceSeconds: 0.1 } })
  await happen(ctx, type)
  await soon(() => expect(calls).toBe(1))
  const job = sql`name = ${`event.${subscriber.name}`}`
  // Again and again: the worker still gives its signs.
  await soon(async () => {
    if (calls === 1) await run(ctx.db, sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where ${job}`)
    expect(calls).toBe(2)
  })
})

test('an event replayed for a subscriber that exists no more becomes a dead letter again', async () => {
  const { name, type, ctx } = newNames()
  await working({ subscribers: [remembering(name('other'), ['*'])] })
  await replay(ctx, type, name('gone'))
  await soon(async () => expect(await deadLettersOf(ctx)).toMatchObject([{ subscriber: name('gone'), attempts: 0 }]))
})

test('two subscribers of one name, or a name that cannot be a queue, stop the start', async () => {
  const one = remembering('same', ['*'])
  await expect(working({ subscribers: [one, one] })).rejects.toThrow('called same')
  await expect(working({ subscribers: [remembering('Not/a name', ['*'])] })).rejects.toThrow('cannot be the name')
})
