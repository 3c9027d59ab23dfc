import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, one, run } from '#core/db.ts'
import { coreFailures, Refusal } from '#core/errors.ts'
import { sql } from '#core/sql.ts'
import { toolbox } from '#src/catalogue.ts'
import { agentPlace, runsWorking, type AgentPlace } from '#test/agent-place.ts'
import { backend } from '#test/database.ts'
import { soon } from '#test/working.ts'
import { renewLeases } from './run-lease.queries.ts'
import type { Toolbox } from './toolbox.service.ts'

/** A run in the hands of a worker whose lease ends in five seconds. Answers the token. */
async function leased(place: AgentPlace): Promise<string> {
  const { run_id: runId } = (await place.invoke('Hello', { mode: 'background' })).body
  const token = newId()
  await run(
    place.runtime.database.pool,
    sql`update agent_runs set status = 'running', lease_token = ${token}, lease_until = now() + interval '5 seconds'
      where workspace_id = ${place.workspaceId} and id = ${runId}`,
  )
  return token
}

test.runIf(backend === 'postgres')(
  'a run that its tool holds keeps no other from its sign of life, and is not taken for lost',
  async () => {
    const place = await agentPlace({ working: false })
    const { pool } = place.runtime.database
    const [held, free, lost] = [await leased(place), await leased(place), newId()]
    await pool.transaction(async (tx) => {
      await run(tx, sql`select 1 from agent_runs where lease_token = ${held} for no key update`)
      expect(await renewLeases(pool, [held, free, lost], 60)).toEqual(new Set([held, free]))
      const renewed = await many(
        pool,
        sql`select lease_token as token from agent_runs where lease_until > now() + interval '30 seconds'
          and workspace_id = ${place.workspaceId}`,
      )
      expect(renewed).toEqual([{ token: free }])
    })
  },
)

/** The product's tools, and this one of them fails so whenever it is used. */
function failing(name: string, error: Error): Toolbox {
  const found = toolbox.find(name)
  if (!found) throw new Error(`there is no ${name}`)
  const operation = { ...found.tool.operation, run: () => Promise.reject(error) }
  const broken = { ...found, tool: { ...found.tool, operation } }
  return { ...toolbox, find: (wanted) => (wanted === name ? broken : toolbox.find(wanted)) }
}

test('a tool whose statement takes too long has failed, and the run goes on with that', async () => {
  const place = await agentPlace({ working: false })
  const cause = Object.assign(new Error('canceling statement due to statement timeout'), {
    severity: 'ERROR',
    code: '57014',
  })
  runsWorking(place, failing('list_tasks', new Refusal(coreFailures.unavailable, { cause })))
  place.upstream.replies.push({ calls: [{ name: 'list_tasks', input: {} }] }, { text: 'I cannot see them now.' })
  const { body } = await place.invoke('What is urgent?')
  expect(body).toMatchObject({ status: 'completed', output_text: 'I cannot see them now.', steps: 2 })
  expect(body.message.parts[0]).toMatchObject({ name: 'list_tasks', state: 'output-error' })
})

test('how often a run was taken up does not count any more when it has come further', async () => {
  const place = await agentPlace({ working: false })
  const { pool } = place.runtime.database
  place.upstream.replies.push({ calls: [{ name: 'list_tasks', input: {} }] }, { text: 'None.' })
  const { run_id: runId } = (await place.invoke('What is urgent?', { mode: 'background' })).body
  const here = sql`workspace_id = ${place.workspaceId} and id = ${runId}`
  await run(pool, sql`update agent_runs set tries = 4 where ${here}`)
  runsWorking(place)
  await soon(async () => {
    expect(await one(pool, sql`select status, tries from agent_runs where ${here}`)).toEqual({
      status: 'completed',
      tries: 0,
    })
  })
})
