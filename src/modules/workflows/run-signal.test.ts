import { expect, test } from 'vitest'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { one, type Pool } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'
import { takenByHand } from '#test/workflow-hand.ts'
import { publish, start } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'
import { claimRuns } from './run-lease.queries.ts'
import { signalListeners } from './run-signal.queries.ts'
import { cancelRuns } from './run-start.queries.ts'

const LISTENS = 'do: [ { hear: { listen: { to: { one: { with: { type: test.rang } } } } } } ]'

const eventOf = (id: string, source = 'test') => ({ id, type: 'test.rang', source, specversion: '1.0' })

const ctxOf = ({ runtime, workspaceId }: Harness): WorkspaceCtx => ({ ...systemContext(runtime), workspaceId })

/** A run that rests, and listens. */
async function listening(here: Harness, document = LISTENS): Promise<string> {
  const runId = await start(here, await publish(here, document))
  await (await takenByHand(here, runId, 10)).goOn()
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
    if (backend === 'postgres') await soon(async () => expect(await hasToWait(pool)).toBe(true))
  })
  expect(await told).toBe(0)
  const ofIt = sql`workspace_id = ${here.workspaceId} and id = ${runId}`
  expect(await one(pool, sql`select state, due_at from wf_run where ${ofIt}`)).toEqual({
    state: 'cancelled',
    due_at: null,
  })
  expect((await claimRuns(pool, 100, 1)).map(({ id }) => id)).not.toContain(runId)
})
