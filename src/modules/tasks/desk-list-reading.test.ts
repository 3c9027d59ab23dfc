import { expect, onTestFinished, test } from 'vitest'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, startTestApp, type Harness } from '#test/harness.ts'
import { readingOf } from '#test/reading.ts'
import type { DeskQuery } from './desk-list.schema.ts'
import { listTasks } from './task.queries.ts'

const OVER = 20_000
const AHEAD = 600
const AHEAD_OF_MANY = 4000
const OTHERS = 1000

/** A company with much work that is over, all of it somebody's, and little ahead. */
async function place(ahead = AHEAD): Promise<Harness & { late: string }> {
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
  await copies(ahead, 'SCHEDULED', '2999-01-01')
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

async function deskReading(here: Harness, query: DeskQuery, tables = ['tasks', 'task_assignees']) {
  const { answer, read } = await readingOf(here, tables, (db) =>
    listTasks({ db, workspaceId: here.workspaceId, now: new Date() }, query),
  )
  return { titles: answer.items.map(({ title }) => title), total: answer.pagination.total, read }
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
    const { titles, total, read } = await deskReading(here, query)
    expect([titles, total]).toEqual([[title], 1])
    expect(read, JSON.stringify(query)).toBeLessThan(OVER / 2)
  }
  // Whether all somebodies have left is seen at each task.
  expect((await deskReading(here, { isUnassigned: true })).total).toBe(1)
  expect((await deskReading(here, { isUnassigned: false })).total).toBe(OVER + AHEAD + 1)
})

/** One who has done most of the work of a company, among many who have done little. */
async function skewed() {
  const here = await place(AHEAD_OF_MANY)
  const { runtime, workspaceId, admin, make } = here
  const { pool } = runtime.database
  const { id: idle } = await make.department()
  const home = await make.property()
  await pool.transaction(async (tx) => {
    await tx.script(`
      insert into users (id, email, full_name, created_at)
        select gen_random_uuid(), 'reader-' || i || '@example.com', 'Reader ' || i, now() from generate_series(1, ${OTHERS}) i;
      insert into memberships (workspace_id, id, user_id, role, created_at, updated_at)
        select '${workspaceId}', gen_random_uuid(), id, 'member', now(), now() from users where email like 'reader-%';
      update task_assignees a set user_id = m.user_id
        from (select id, row_number() over () as place from task_assignees) n,
          (select user_id, row_number() over () as place from memberships where user_id <> '${admin.userId}') m
        where n.id = a.id and n.place % 3 = 0 and m.place = n.place % ${OTHERS} + 1;
      insert into task_assignees (workspace_id, id, task_id, role, user_id, created_at)
        values ('${workspaceId}', gen_random_uuid(), '${here.late}', 'PRIMARY', '${admin.userId}', now());
      update tasks set department_id = '${idle}' where status = 'COMPLETED' and number % 5 = 0;
      update tasks set property_id = '${home.id}' where status = 'COMPLETED' and number % 100 = 0;`)
  })
  await pool.raw('vacuum analyze tasks, task_assignees, memberships, users')
  return { ...here, idle, home: home.id }
}

test('two filters at once do not go through all that is over, nor what is of one person through all of the others', async () => {
  const { idle, home, ...here } = await skewed()
  const { body } = await here.asKey.get(`/tasks/${here.late}`)
  const { departmentId } = body
  const questions: [DeskQuery, string[]][] = [
    [{ isLate: true, departmentId }, ['Late']],
    [{ isLate: true, departmentId: idle }, []],
    [{ isBlocked: true, departmentId }, ['Waits']],
    [{ isBlocked: true, departmentId: idle }, []],
    [{ isLate: true, isBlocked: true }, []],
    [{ isOpen: true, departmentId: idle }, []],
    [{ isOpen: true, isLate: false, departmentId: idle }, []],
    [{ propertyId: home, status: 'SCHEDULED' }, []],
    [{ propertyId: home, isOpen: true }, []],
    [{ q: 'waits', isBlocked: true }, ['Waits']],
    [{ q: 'late', isLate: true }, ['Late']],
    [{ q: 'waits', departmentId: idle }, []],
  ]
  for (const [query, found] of questions) {
    const { titles, total, read } = await deskReading(here, query, ['tasks'])
    expect([titles, total], JSON.stringify(query)).toEqual([found, found.length])
    expect(read, JSON.stringify(query)).toBeLessThan(OVER / 2)
  }
  const assigneeId = await somebodyOf(here)
  for (const query of [{ isOpen: true }, { isLate: true }, { scheduledDate: '2999-01-01' }, { isOpen: false }]) {
    const { read } = await deskReading(here, { ...query, assigneeId })
    expect(read, JSON.stringify(query)).toBeLessThan(300)
  }
})

/** One of the many. */
async function somebodyOf({ runtime }: Harness): Promise<string> {
  const found = await one<{ id: string }>(
    runtime.database.pool,
    sql`select id from users where email = 'reader-7@example.com'`,
  )
  return found?.id ?? ''
}
