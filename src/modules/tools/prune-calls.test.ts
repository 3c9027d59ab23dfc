import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { daysBefore } from '#core/days.ts'
import { run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'
import { pruneToolCalls } from './prune-calls.ts'

test('traces of calls go after three months, questions after one', async () => {
  const { runtime, workspaceId, asAdmin } = await harness()
  const { database, services, log } = runtime
  const now = new Date()
  const ago = (days: number): Date => daysBefore(now, days)
  for (const days of [10, 91]) {
    const call = { principal: 'key:x', tool: `t${days}`, argsHash: 'x', gate: 'none', outcome: 'done' }
    await run(
      database.pool,
      sql`insert into tool_calls ${insertion({ workspaceId, id: newId(), ...call, createdAt: ago(days) })}`,
    )
  }
  for (const days of [10, 31]) {
    const asked = { principal: 'key:x', tool: `t${days}`, argsHash: 'x', preview: '{}', needsApproval: false }
    const times = { createdAt: ago(days), expiresAt: ago(days) }
    const row = { workspaceId, id: newId(), tokenHash: Buffer.from(newId()), ...asked, ...times }
    await run(database.pool, sql`insert into tool_confirmations ${insertion(row)}`)
  }
  await pruneToolCalls.run({ db: database.pool, principal: { kind: 'system' }, now, requestId: newId(), log, services })
  const tools = async (path: string): Promise<string[]> =>
    (await asAdmin.get(path)).body.items.map(({ tool }: { tool: string }) => tool)
  expect(await tools('/tool-calls')).toEqual(['t10'])
  expect(await tools('/tool-confirmations')).toEqual(['t10'])
})
