import { expect, onTestFinished, test } from 'vitest'
import { run, type Tx } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, startTestApp, type Harness } from '#test/harness.ts'
import type { DeskQuery } from './desk-list.schema.ts'
import { listTasks } from './task.queries.ts'

const OVER = 20_000
const AHEAD = 600

/** A company with much work that is over, all of it somebody's, and little ahead. */
async function place(): Promise<Harness & { late: string }> {
  // Plans depend on all that a table has.
  const server = await startTestApp()
  onTestFinished(() => server.close())
  const here = await harness(server)
  const { asKey, make, admin, runtime, workspaceId } = here
  const { pool } = runtime.database
  const { id: departmentId } = await make.department()
  const { body: late } = await asKey.post('/tasks', { title: 'Late', departmentId, scheduledDate: '2020-01-01' })
  const { body: waits } = await asKey.post('/tasks', { title: 'Waits', departmentId })
  await here.asAdmin.put(`/tasks/${waits.id}/dependencies/${late.id}`)
  const copies = (count: number, status: string, scheduledDate: string) =>
    run(
      pool,
      sql`
      insert into tasks select t.* from tasks o cross join generate_series(1, ${count}::int) i
        cross join lateral jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'status', ${status}::text,
          'number', i + 10 * ${count}::int, 'scheduled_date', ${scheduledDate}::text,
          'created_at', now() - i * interval '1 minute')) t
      where o.id = ${late.id}`,
    )
  await copies(OVER, 'COMPLETED', '2020-01-01')
  await copies(AHEAD, 'SCHEDULED', '2999-01-01')
  await run(
    pool,
    sql`
    insert into task_assignees (workspace_id, id, task_id, role, user_id, created_at)
    select workspace_id, gen_random_uuid(), id, 'PRIMARY', ${admin.userId}, now() from tasks
    where workspace_id = ${workspaceId} and id <> ${late.id}`,
  )
  await pool.raw('vacuum analyze tasks, task_assignees, task_dependencies')
  return { ...here, late: late.id }
}

/** What is read for it, with the plan of a statement that has been asked for often. */
function readingOf({ runtime, workspaceId }: Harness, query: DeskQuery) {
  return runtime.database.pool.transaction(async (tx) => {
    await tx.raw('set local plan_cache_mode = force_generic_plan')
    const before = await rowsRead(tx)
    const { items, pagination } = await listTasks({ db: tx, workspaceId, now: new Date() }, query)
    const read = (await rowsRead(tx)) - before
    return { titles: items.map(({ title }) => title), total: pagination.total, read }
  })
}

/** Of tasks and assignees, by this connection of late. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await tx.raw(`
    select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables
    where relname in ('tasks', 'task_assignees')`)
  return Number(rows[0].read)
}

test('what is late, waits or is nobody’s is found without going through all that is over', async () => {
  const here = await place()
  const questions: [DeskQuery, string][] = [
    [{ isLate: true }, 'Late'],
    [{ isBlocked: true }, 'Waits'],
    [{ isOpen: true, isUnassigned: true }, 'Late'],
    [{ isLate: true, isUnassigned: true }, 'Late'],
  ]
  for (const [query, title] of questions) {
    const { titles, total, read } = await readingOf(here, query)
    expect([titles, total]).toEqual([[title], 1])
    expect(read, JSON.stringify(query)).toBeLessThan(OVER / 2)
  }
  // Whether all somebodies have left is seen at each task.
  expect((await readingOf(here, { isUnassigned: true })).total).toBe(1)
  expect((await readingOf(here, { isUnassigned: false })).total).toBe(OVER + AHEAD + 1)
})
