import { expect, test } from 'vitest'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { one, run, type Pool, type Tx } from '#core/db.ts'
import { written } from '#core/lean-query.ts'
import { sql, type Sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'
import { takenByHand } from '#test/workflow-hand.ts'
import { publish, settled, start } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'
import { pruneTriggers } from './prune-triggers.ts'
import { claimRuns } from './run-lease.queries.ts'
import { signalListeners } from './run-signal.queries.ts'
import { loadToGoOn } from './run-frame.queries.ts'
import { framesOf } from './run-retry.ts'
import { cancelRuns } from './run-start.queries.ts'

const LISTENS = 'do: [ { hear: { listen: { to: { one: { with: { type: test.rang } } } } } } ]'

const eventOf = (id: string, source = 'test') => ({ id, type: 'test.rang', source, specversion: '1.0', data: id })

const ctxOf = ({ runtime, workspaceId }: Harness): WorkspaceCtx => ({ ...systemContext(runtime), workspaceId })

/** A run that rests, and listens. */
async function listening(here: Harness, document = LISTENS): Promise<string> {
  const runId = await start(here, await publish(here, document))
  await (await takenByHand(here, runId)).goOn()
  return runId
}

async function hasToWait(pool: Pool): Promise<boolean> {
  const waiting = sql`
    select from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%wf_signal%' and datname = current_database()`
  return (await pool.rows(waiting)).length > 0
}

test('a run that is cancelled while an event is handed to it stays so, and nobody takes it up', async () => {
  const here = await harness()
  const runId = await listening(here)
  const ctx = ctxOf(here)
  const { pool } = here.runtime.database
  let told: Promise<number> | undefined
  await inTransaction(ctx, async (cancelling) => {
    await cancelRuns(cancelling, [runId], null)
    told = signalListeners(ctx, eventOf('one'), new Date())
    // An embedded database has one connection: there it only comes after.
    await soon(async () => expect(backend === 'pglite' || (await hasToWait(pool))).toBe(true))
  })
  expect(await told).toBe(0)
  const ofIt = sql`workspace_id = ${here.workspaceId} and id = ${runId}`
  expect(await one(pool, sql`select state, due_at from wf_run where ${ofIt}`)).toEqual({
    state: 'cancelled',
    due_at: null,
  })
  expect((await claimRuns(pool, 100, 1)).map(({ id }) => id)).not.toContain(runId)
})

test('however many events have come, a worker has a few of them at a time, and none is lost', async () => {
  const here = await harness()
  const document = `do: [ { hear: { listen: { to: { any: [{ with: { type: test.rang } }], until: '. | length >= 45' } } } } ]`
  const runId = await listening(here, document)
  const ctx = ctxOf(here)
  const ids = Array.from({ length: 45 }, (_, nth) => `event-${nth}`)
  for (const id of ids) await signalListeners(ctx, eventOf(id), new Date())
  const { signals } = await loadToGoOn(ctx, runId, ctx.services.signer)
  expect(signals.map(({ event }) => event['id'])).toEqual(ids.slice(0, 20))
  await (await takenByHand(here, runId)).goOn()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: ids })
})

test('whoever tries a run again reads none of its events', async () => {
  const here = await harness()
  const runId = await listening(here)
  const ctx = ctxOf(here)
  await signalListeners(ctx, eventOf('one'), new Date())
  const asked: Sql[] = []
  await inTransaction(ctx, async (ctx) => {
    const together: Tx['together'] = (queries) => {
      asked.push(...queries)
      return ctx.db.together(queries)
    }
    expect(await framesOf({ ...ctx, db: { ...ctx.db, together } }, runId)).toHaveLength(1)
  })
  expect(asked.map((query) => written(query).prepared.text).filter((text) => text.includes('wf_signal'))).toEqual([])
})

const HEARS_TWO = `do: [ { hear: { listen: { to: { any: [{ with: { type: test.rang } }], until: '. | length >= 2' } } } } ]`

test('events of two sources that have the same id are two', async () => {
  const here = await harness()
  const runId = await listening(here, HEARS_TWO)
  for (const source of ['door', 'door', 'bell']) await signalListeners(ctxOf(here), eventOf('one', source), new Date())
  await (await takenByHand(here, runId)).goOn()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: ['one', 'one'] })
})

test('handed to one run they are two as well, and each again is nothing new', async () => {
  const here = await harness()
  const runId = await listening(here, HEARS_TWO)
  for (const source of ['door', 'door', 'bell']) {
    const told = await here.asKey.post(`/workflow-runs/${runId}/events`, eventOf('one', source))
    expect(told.status).toBe(202)
  }
  await (await takenByHand(here, runId)).goOn()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: ['one', 'one'] })
})

test('an event that a node of an earlier version has handed over is nothing new, dealt with or not', async () => {
  const here = await harness()
  const runId = await listening(here, HEARS_TWO)
  const ctx = ctxOf(here)
  const ofIt = sql`workspace_id = ${here.workspaceId} and run_id = ${runId}`
  await signalListeners(ctx, eventOf('one'), new Date())
  await run(ctx.db, sql`update wf_signal set event_id = 'one' where ${ofIt}`)
  expect(await signalListeners(ctx, eventOf('one'), new Date())).toBe(0)
  await (await takenByHand(here, runId)).goOn()
  expect(await signalListeners(ctx, eventOf('one'), new Date())).toBe(0)
  expect(await signalListeners(ctx, eventOf('two'), new Date())).toBe(1)
})

test('of an event that a run was told only remains that it was, and that for a month', async () => {
  const here = await harness()
  const runId = await listening(here, HEARS_TWO)
  const ctx = ctxOf(here)
  const kept = () =>
    ctx.db.rows(
      sql`select event, is_done from wf_signal where workspace_id = ${here.workspaceId} and run_id = ${runId}`,
    )
  await signalListeners(ctx, eventOf('one'), new Date())
  await (await takenByHand(here, runId)).goOn()
  expect(await kept()).toEqual([{ event: {}, is_done: true }])
  const days = (count: number) => ({ ...systemContext(here.runtime), now: new Date(Date.now() + count * 86_400_000) })
  await pruneTriggers.run(days(29))
  expect(await kept()).toHaveLength(1)
  await pruneTriggers.run(days(31))
  expect(await kept()).toEqual([])
  await signalListeners(ctx, eventOf('two'), new Date())
  await pruneTriggers.run(days(31))
  expect(await kept()).toMatchObject([{ is_done: false }])
})
