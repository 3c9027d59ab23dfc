import { expect, test } from 'vitest'
import { DAY_MILLIS } from '#core/days.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { agentPlace, type AgentPlace } from '#test/agent-place.ts'
import { soon } from '#test/working.ts'
import { pruneAgentRuns } from './prune-runs.ts'

async function runsOf({ asAdmin }: AgentPlace): Promise<string[]> {
  const { body } = await asAdmin.get('/agent-runs')
  return body.items.map(({ id }: { id: string }) => id).toSorted()
}

test('runs that ended long ago go with all that belongs to them, and what was said stays', async () => {
  const place = await agentPlace()
  const { id: departmentId } = await place.make.department()
  const taskId = (await place.asKey.post('/tasks', { title: 'Old boiler', departmentId })).body.id
  place.upstream.replies.push({ calls: [{ name: 'delete_task', input: { taskId } }] }, { text: 'Done.' })
  const { body: old } = await place.invoke('Delete it')
  await place.resolve(old.interactions[0].id, { decision: 'approve' })
  await soon(async () =>
    expect((await place.asAdmin.get(`/agent-runs/${old.run_id}`)).body).toMatchObject({ status: 'completed' }),
  )
  const { body: recent } = await place.invoke('Hello', { session_id: old.session_id })
  place.upstream.replies.push({ calls: [{ name: 'delete_task', input: { taskId } }] })
  const { body: open } = await place.invoke('Delete another')
  const { pool } = place.runtime.database
  const age = async (days: number): Promise<void> => {
    const at = new Date(Date.now() - days * DAY_MILLIS)
    await run(pool, sql`update agent_runs set ended_at = ${at} where id = ${old.run_id}`)
  }
  const prune = (): Promise<void> => pruneAgentRuns.run(systemContext(place.runtime))
  await age(364)
  await prune()
  expect(await runsOf(place)).toEqual([old.run_id, recent.run_id, open.run_id].toSorted())
  await age(366)
  await prune()
  expect(await runsOf(place)).toEqual([recent.run_id, open.run_id].toSorted())
  const left = await many<{ left: number }>(
    pool,
    sql`
    select (select count(*) from agent_run_steps where run_id = ${old.run_id})::int
      + (select count(*) from agent_tool_calls where run_id = ${old.run_id})::int
      + (select count(*) from agent_interactions where run_id = ${old.run_id})::int as left`,
  )
  expect(left).toEqual([{ left: 0 }])
  const messages = await many(
    pool,
    sql`select id from agent_messages where workspace_id = ${place.workspaceId} and session_id = ${old.session_id}`,
  )
  expect(messages.length).toBeGreaterThan(0)
  expect((await place.invoke('And?', { session_id: old.session_id })).body.status).toBe('completed')
})
