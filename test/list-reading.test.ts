import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run, type Tx } from '#core/db.ts'
import type { Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import { listDeadLetters, listDeadLettersEverywhere } from '#modules/deliveries/delivery.queries.ts'
import type { DeadLetter } from '#modules/deliveries/delivery.schema.ts'
import { listNotifications } from '#modules/notifications/notification.queries.ts'
import { listApprovals } from '#modules/workflows/approval.queries.ts'
import { listPeople } from '#modules/workforce/person.queries.ts'
import { harness, startTestApp, type Harness } from './harness.ts'
import { readingOf } from './reading.ts'
import { publish, reached, start, workflows } from './workflow-place.ts'

const MANY = 4000
const FAR = 3000

/** Plans depend on all that a table has. */
async function alone(): Promise<Harness> {
  const server = await startTestApp()
  onTestFinished(() => server.close())
  return harness(server)
}

function fill({ runtime }: Harness, script: string): Promise<void> {
  return runtime.database.pool.transaction((tx) => tx.script(script))
}

test('far down in the list of people, what hangs on somebody is read for those of the page', async () => {
  const here = await alone()
  const { workspaceId } = here
  await fill(
    here,
    `
    insert into users (id, email, full_name, created_at)
      select gen_random_uuid(), 'p' || i || '@example.com', 'P ' || lpad(i::text, 6, '0'), now() from generate_series(1, ${MANY}) i;
    insert into memberships (workspace_id, id, user_id, role, created_at, updated_at)
      select '${workspaceId}', gen_random_uuid(), id, 'member', now(), now() from users where full_name like 'P %';
    analyze users, memberships`,
  )
  const hanging = ['membership_departments', 'membership_skills', 'vendor_skills', 'skills']
  const { answer, read } = await readingOf(here, hanging, (db) =>
    listPeople({ db, workspaceId }, { q: 'p 00', limit: 2, offset: FAR }),
  )
  expect(answer.items.map(({ name }) => name)).toEqual(['P 003001', 'P 003002'])
  expect(answer.pagination).toEqual({ total: MANY, limit: 2, offset: FAR, hasMore: true })
  expect(read).toBeLessThan(FAR / 10)
})

test('far down in the notifications of somebody, the tasks of the page are read', async () => {
  const here = await alone()
  const { workspaceId, admin, make, asKey } = here
  const { id: departmentId } = await make.department()
  const { body: task } = await asKey.post('/tasks', { title: 'Tap', departmentId })
  await fill(
    here,
    `
    insert into tasks select t.* from tasks o cross join generate_series(1, ${MANY}) i cross join lateral
      jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', i + 1, 'title', 'Tap ' || i)) t;
    insert into notifications (workspace_id, id, event_id, kind, task_id, user_id, actor_kind, actor_name, details, in_app,
        email, created_at)
      select workspace_id, gen_random_uuid(), gen_random_uuid(), 'assigned', id, '${admin.userId}', 'system', '', '{}', true,
        false, now() - number * interval '1 minute' from tasks where id <> '${task.id}';
    analyze tasks, notifications`,
  )
  const { answer, read } = await readingOf(here, ['tasks'], (db) =>
    listNotifications({ db, workspaceId }, admin.userId, { limit: 2, offset: FAR }),
  )
  expect(answer.items.map(({ task }) => task?.title)).toEqual(['Tap 3001', 'Tap 3002'])
  expect(answer.pagination.total).toBe(MANY)
  expect(read).toBeLessThan(FAR / 10)
})

test('dead letters that are left are found without those that were replayed', async () => {
  const here = await alone()
  const { workspaceId } = here
  await fill(
    here,
    `
    insert into dead_letters (workspace_id, id, subscriber, type, payload, error, attempts, event_at, failed_at, replayed_at)
      select '${workspaceId}', gen_random_uuid(), 'mail', 'thing.happened', '{}', 'No ' || i, 5, now(),
        now() - i * interval '1 minute', case when i < ${MANY} then now() end from generate_series(1, ${MANY}) i;
    analyze dead_letters`,
  )
  const query = { replayed: false }
  const lists = [
    (db: Tx) => listDeadLetters({ db, workspaceId }, query),
    (db: Tx) => listDeadLettersEverywhere(db, query),
  ]
  for (const list of lists) {
    const { answer, read } = await readingOf<Listed<DeadLetter>>(here, ['dead_letters'], list)
    expect(answer.items.map(({ error }) => error)).toEqual([`No ${MANY}`])
    expect(read).toBeLessThan(MANY / 10)
  }
})

test('what waits for the word of somebody is found without all that was ever decided', async () => {
  const here = await alone()
  const { runtime, workspaceId, admin } = here
  workflows(here)
  const ask = "do: [{ ask: { call: 'approval:1.0.0@default', with: { question: Pay? } } }]"
  await reached(here, await start(here, await publish(here, ask)), 'waiting')
  await run(
    runtime.database.pool,
    sql`
    insert into wf_approval select c.* from wf_approval o cross join generate_series(1, ${MANY}::int) i
      cross join lateral jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'status', 'approved',
        'roles', array['admin'], 'created_at', now() - i * interval '1 minute')) c`,
  )
  await run(runtime.database.pool, sql`update wf_approval set roles = array['admin'] where status = 'pending'`)
  await runtime.database.pool.raw('analyze wf_approval')
  const asked = (assigneeId: string, query: object) =>
    readingOf(here, ['wf_approval'], (db) => listApprovals({ db, workspaceId }, { assigneeId, ...query }))
  const waiting = await asked(admin.userId, { status: 'pending' })
  expect(waiting.answer.items.map(({ question }) => question)).toEqual(['Pay?'])
  expect(waiting.read).toBeLessThan(MANY / 10)
  // Whose they are is in no index: all are read, and once.
  const nobodys = await asked(newId(), {})
  expect(nobodys.answer.pagination.total).toBe(0)
  expect(nobodys.read).toBeLessThan(MANY * 1.5)
  expect((await asked(admin.userId, { limit: 3 })).answer).toMatchObject({
    items: [{ status: 'pending' }, { status: 'approved' }, { status: 'approved' }],
    pagination: { total: MANY + 1, hasMore: true },
  })
})
