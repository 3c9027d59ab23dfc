import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentPlace, type AgentPlace } from '#test/agent-place.ts'
import { backend } from '#test/database.ts'
import { renewLeases } from './run.queries.ts'

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
