import { expect, onTestFinished, test } from 'vitest'
import { run, type Db, type Tx } from '#core/db.ts'
import { written } from '#core/lean-query.ts'
import { sql } from '#core/sql.ts'
import { harness, startTestApp, type Harness, type TestApp } from '#test/harness.ts'
import { listConversations } from './conversation.queries.ts'
import type { ConversationQuery } from './conversation.schema.ts'

const MANY = 2000
const SEARCHED = 10_000

async function place(on?: TestApp) {
  const here = await harness(on)
  const [keeper, leaver] = [await here.make.person(), await here.make.person()]
  /** So many of one keeper, a minute apart, up to this day. */
  const fill = (count: number, until: string, { keeperId, status }: { keeperId: string | null; status: string }) =>
    run(
      here.runtime.database.pool,
      sql`
      insert into conversations (workspace_id, id, channel, status, assignee_id, last_message_at, search_text, created_at, updated_at)
      select ${here.workspaceId}, gen_random_uuid(), 'email', ${status}, ${keeperId}::uuid, at, '', at, at
      from (select ${until}::timestamptz - i * interval '1 minute' as at from generate_series(1, ${count}::integer) i) t`,
    )
  return { ...here, keeper, leaver, fill }
}

interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** The most rows that are put in order or passed over, beside those that are counted. */
function mostWasted(node: PlanNode): number {
  const parts = node.Plans ?? []
  if (node['Node Type'] === 'Aggregate') return 0
  const sorted = node['Node Type'] === 'Sort' ? parts.map((part) => part['Actual Rows']) : []
  return Math.max(node['Rows Removed by Filter'] ?? 0, ...sorted, ...parts.map(mostWasted))
}

/** How the list is found: one plan for each statement. */
async function plansOf({ runtime, workspaceId }: Harness, query: ConversationQuery): Promise<PlanNode[]> {
  const { pool } = runtime.database
  const plans: PlanNode[] = []
  const db: Db = {
    ...pool,
    async rows(query) {
      const { prepared, values } = written(query)
      const { rows } = await pool.raw(`explain (analyze, format json) ${prepared.text}`, values as unknown[])
      plans.push(rows[0]['QUERY PLAN'][0].Plan)
      return []
    },
  }
  await listConversations({ db, workspaceId }, query)
  return plans
}

test('what nobody looks after is read in its order, however much there is of it and of what somebody does', async () => {
  // Plans depend on all that a table has.
  const server = await startTestApp()
  onTestFinished(() => server.close())
  const here = await place(server)
  const { fill, keeper, leaver, asAdmin } = here
  await fill(MANY, '2026-11-01', { keeperId: null, status: 'closed' })
  await fill(MANY, '2026-11-10', { keeperId: keeper.userId, status: 'open' })
  await fill(MANY, '2026-11-01', { keeperId: leaver.userId, status: 'closed' })
  await asAdmin.delete(`/members/${leaver.membershipId}`)
  await here.runtime.database.pool.raw('analyze conversations, memberships')
  for (const query of [{ assigned: false }, { assigned: false, status: 'closed' as const }]) {
    const plans = await plansOf(here, query)
    expect(plans).toHaveLength(1)
    expect(Math.max(...plans.map(mostWasted)), JSON.stringify(query)).toBeLessThan(200)
  }
})

test('whether who looks after a conversation has left is looked up, not searched for among all who have', async () => {
  const here = await place()
  for (const assigned of [true, false]) {
    const [plan] = await plansOf(here, { assigned })
    expect(JSON.stringify(plan)).toContain('(hashed SubPlan')
  }
})

test('a search goes to what it has found, not through all conversations', async () => {
  // Plans depend on all that a table has.
  const server = await startTestApp()
  onTestFinished(() => server.close())
  const { fill, runtime, workspaceId } = await place(server)
  const { pool } = runtime.database
  await fill(SEARCHED, '2026-11-01', { keeperId: null, status: 'closed' })
  await run(
    pool,
    sql`
    insert into messages (workspace_id, id, conversation_id, direction, author_kind, author_name, by_program, text, state, search_text, created_at)
    select workspace_id, gen_random_uuid(), id, 'in', 'contact', 'Guest', false, text, 'received', text, created_at
    from conversations, (select 'word ' || i as text from generate_series(1, 2) i) t where workspace_id = ${workspaceId}`,
  )
  await run(
    pool,
    sql`
    update conversations set search_text = 'lantern' where id = (
      select id from conversations where workspace_id = ${workspaceId} limit 1)`,
  )
  await pool.raw('vacuum analyze conversations, messages')
  const read = await pool.transaction(async (tx) => {
    await tx.raw('set local plan_cache_mode = force_generic_plan')
    const before = await conversationsRead(tx)
    const { pagination } = await listConversations({ db: tx, workspaceId }, { q: 'lantern' })
    expect(pagination.total).toBe(1)
    return (await conversationsRead(tx)) - before
  })
  expect(read).toBeLessThan(SEARCHED / 10)
})

/** By this connection of late. */
async function conversationsRead(tx: Tx): Promise<number> {
  const { rows } = await tx.raw(
    "select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'conversations'",
  )
  return Number(rows[0].read)
}

test('what nobody looks after goes page by page through that of all who have left, newest first', async () => {
  const { fill, leaver, keeper, asAdmin } = await place()
  await fill(3, '2026-11-01', { keeperId: null, status: 'open' })
  await fill(3, '2026-11-01T00:00:30Z', { keeperId: leaver.userId, status: 'open' })
  await fill(1, '2026-11-02', { keeperId: keeper.userId, status: 'open' })
  await asAdmin.delete(`/members/${leaver.membershipId}`)
  const seen: string[] = []
  for (const offset of [0, 2, 4]) {
    const { body } = await asAdmin.get(`/conversations?assigned=false&limit=2&offset=${offset}`)
    expect(body.pagination).toMatchObject({ total: 6, hasMore: offset < 4 })
    seen.push(...body.items.map(({ lastMessageAt }: { lastMessageAt: string }) => lastMessageAt))
  }
  expect(seen).toEqual(seen.toSorted().toReversed())
  expect(new Set(seen).size).toBe(6)
  expect((await asAdmin.get('/conversations?assigned=false&offset=6')).body).toMatchObject({
    items: [],
    pagination: { total: 6 },
  })
})
