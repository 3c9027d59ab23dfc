import { expect, test } from 'vitest'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'
import { pruneAudit } from './prune-audit.ts'

/** A workspace with many entries that are this old, one that is a day younger, and how many are left after a night. */
async function leftOf(here: Awaited<ReturnType<typeof harness>>, days: number): Promise<number> {
  const { runtime, workspaceId } = here
  const { pool } = runtime.database
  await run(
    pool,
    sql`
    insert into audit_log (workspace_id, id, actor_kind, action, target_kind, target_id, details, created_at)
    select ${workspaceId}, gen_random_uuid(), 'system', 'old.entry', 'test', '1', '{}',
      now() - make_interval(days => ${days} - (i = 0)::int, mins => 1)
    from generate_series(0, 2500) i`,
  )
  await pruneAudit.run(systemContext(runtime))
  const row = await one<{ count: number }>(
    pool,
    sql`select count(*)::int as count from audit_log where workspace_id = ${workspaceId} and action = 'old.entry'`,
  )
  return row?.count ?? 0
}

test('entries of the audit log go after 400 days, however many, and no others', async () => {
  expect(await leftOf(await harness(), 400)).toBe(1)
})

test('what the owner of the database keeps longer stays, and 0 keeps it for ever', async () => {
  const { settings } = (await harness()).runtime.services
  for (const [auditLogKeptDays, days, left] of [
    [30, 399, 2501],
    [500, 499, 2501],
    [500, 500, 1],
    [0, 4000, 2501],
  ] as const) {
    const server = await secondNode({ services: { settings: { ...settings, auditLogKeptDays } } })
    try {
      expect(await leftOf(await harness(server), days), `${auditLogKeptDays} at ${days}`).toBe(left)
    } finally {
      await server.close()
    }
  }
})

test('a start as the owner writes down how long entries are kept', async () => {
  const server = await startTestApp({ config: { auditLogKeptDays: 30 } })
  try {
    expect(await leftOf(await harness(server), 30)).toBe(1)
  } finally {
    await server.close()
  }
})
