import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'

async function keep({ runtime, workspaceId }: Harness, table: 'automations' | 'automation_runs', fields: object) {
  const row = { workspaceId, id: newId(), ...fields }
  const into = table === 'automations' ? sql`automations` : sql`automation_runs`
  await run(runtime.database.pool, sql`insert into ${into} ${insertion(row)}`)
  return row.id
}

test('there are no automations until something makes them', async () => {
  const { asAdmin } = await harness()
  expect((await asAdmin.get('/automations')).body).toMatchObject({ items: [], pagination: { total: 0 } })
})

test('what the engine has written down is read: automations by state, their runs newest first, a run with its steps', async () => {
  const here = await harness()
  const other = await harness()
  const [first, second] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z']
  const made = { triggerSummary: 'When a stay begins', definitionVersion: 3, updatedAt: second }
  const welcome = { ...made, name: 'Welcome', state: 'active', createdAt: first }
  const automationId = await keep(here, 'automations', { ...welcome, lastRunAt: second, lastRunOutcome: 'failed' })
  const paused = await keep(here, 'automations', { ...made, name: 'Night', state: 'paused', createdAt: second })
  const steps = [{ name: 'wait', state: 'completed' }]
  const old = { automationId, state: 'completed', startedAt: first, endedAt: second, steps: JSON.stringify(steps) }
  const oldId = await keep(here, 'automation_runs', old)
  const newestId = await keep(here, 'automation_runs', {
    automationId,
    state: 'failed',
    startedAt: second,
    error: 'No',
  })

  const ids = async (path: string): Promise<string[]> =>
    (await here.asAdmin.get(path)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids('/automations')).toEqual([paused, automationId])
  expect(await ids('/automations?state=active')).toEqual([automationId])
  expect((await here.asAdmin.get(`/automations/${automationId}`)).body).toMatchObject({
    name: 'Welcome',
    definitionVersion: 3,
    lastRunOutcome: 'failed',
  })
  expect(await ids(`/automations/${automationId}/runs`)).toEqual([newestId, oldId])
  expect(await ids(`/automations/${automationId}/runs?state=completed`)).toEqual([oldId])
  expect((await here.asAdmin.get(`/automation-runs/${oldId}`)).body).toMatchObject({ steps, state: 'completed' })
  for (const path of [
    `/automations/${automationId}`,
    `/automations/${automationId}/runs`,
    `/automation-runs/${oldId}`,
  ]) {
    expect((await other.asAdmin.get(path)).status).toBe(404)
  }
})
