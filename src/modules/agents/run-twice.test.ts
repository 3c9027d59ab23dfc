import { expect, onTestFinished, test } from 'vitest'
import { newId, sha256 } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentPlace, runsWorking, type AgentPlace } from '#test/agent-place.ts'
import { clientOf } from '#test/client.ts'
import { secondNode } from '#test/second-node.ts'
import { soon } from '#test/working.ts'
import { backend } from '#test/database.ts'
import { claimRuns } from './run-lease.queries.ts'
import { lockWaits } from '#test/lock-waits.ts'

test('the id of another message of the session is refused, also of one that is still to come', async () => {
  const place = await agentPlace({ working: false })
  const { session_id: sessionId } = (await place.invoke('Hello', { mode: 'background' })).body
  const path = `/sessions/${sessionId}/runs_direct`
  const { run_id: runId } = (await place.call('POST', path, { input: 'Again' })).body
  const { body: run } = await place.asAdmin.get(`/agent-runs/${runId}`)
  const taken = await place.call('POST', path, { input: 'x', message_id: await assistantMessageOf(place, run.id) })
  expect([taken.status, taken.body.code]).toEqual([409, 'message_id_taken'])
  runsWorking(place)
  const answered = await soon(async () => {
    const { body } = await place.asAdmin.get(`/agent-runs/${runId}`)
    expect(body.status).toBe('completed')
    return body
  })
  const again = await place.call('POST', path, { input: 'x', message_id: await assistantMessageOf(place, answered.id) })
  expect([again.status, again.body.code]).toEqual([409, 'message_id_taken'])
})

test('the same id again is the same run, and with other words it is refused: they would be lost', async () => {
  const place = await agentPlace({ working: false })
  const { session_id: sessionId } = (await place.invoke('Hello', { mode: 'background' })).body
  const path = `/sessions/${sessionId}/runs_direct`
  const ids = [{ run_id: newId() }, { message_id: newId() }]
  for (const [index, id] of ids.entries()) {
    const input = [{ type: 'text', text: 'Urgent tasks' }]
    const first = await place.call('POST', path, { input, ...id })
    const again = await place.call('POST', path, { input: 'Urgent tasks', ...id })
    expect([again.status, again.body]).toEqual([200, { ...first.body, deduplicated: true }])
    const other = await place.call('POST', path, { input: 'zz', ...id })
    expect([other.status, other.body.code]).toEqual([409, ['run_id_taken', 'message_id_taken'][index]])
  }
  expect((await place.asAdmin.get('/agent-runs')).body.items).toHaveLength(3)
})

async function assistantMessageOf({ runtime, workspaceId }: AgentPlace, runId: string): Promise<string | undefined> {
  const row = await one<{ id: string }>(
    runtime.database.pool,
    sql`select assistant_message_id as id from agent_runs where workspace_id = ${workspaceId} and id = ${runId}`,
  )
  return row?.id
}

test('with an Idempotency-Key a run is started once, at two nodes and after its answer got lost', async () => {
  const place = await agentPlace({ working: false })
  const { session_id: sessionId } = (await place.invoke('Hello', { mode: 'background' })).body
  const path = `/sessions/${sessionId}/runs_direct`
  const node = await secondNode()
  onTestFinished(() => node.close())
  const headers = { 'idempotency-key': 'k-1', 'content-type': 'application/json' }
  const body = JSON.stringify({ input: 'Again', model: 'default' })
  const clients = [place.app, node.app].map((app) => clientOf(app, '/v1/agent', place.admin.token))
  const start = () => Promise.all(clients.map((client) => client.send('POST', `/v1/agent${path}`, body, headers)))
  const started = (await start()).filter(({ status }) => status === 200)
  expect(started.length).toBeGreaterThan(0)
  // The process died after the run was there and before its answer was kept.
  await run(place.runtime.database.pool, sql`delete from idempotency_keys where true`)
  started.push(...(await start()).filter(({ status }) => status === 200))
  expect(new Set(started.map((answer) => answer.body.run_id)).size).toBe(1)
  await run(place.runtime.database.pool, sql`delete from idempotency_keys where true`)
  const other = await place.call('POST', path, { input: 'Other' }, { headers: { 'idempotency-key': 'k-1' } })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await place.asAdmin.get('/agent-runs')).body.items).toHaveLength(2)
})

test('the same request with its fields in another order is the same request', async () => {
  const place = await agentPlace({ working: false })
  const headers = { 'x-request-id': newId() }
  const names = { workspace_id: place.workspaceId, agent_id: place.agentId }
  const said = { input: [{ type: 'text', text: 'Hello' }], mode: 'background', context: { a: 1, b: { c: 2, d: 3 } } }
  const turned = { context: { b: { d: 3, c: 2 }, a: 1 }, mode: 'background', input: [{ text: 'Hello', type: 'text' }] }
  const first = await place.call('POST', '/invoke', { ...names, ...said }, { headers })
  const again = await place.call('POST', '/invoke', { ...turned, ...names }, { headers })
  expect([again.status, again.body.run_id]).toEqual([202, first.body.run_id])
})

test('a request that a node of the build before has taken is the same request', async () => {
  const place = await agentPlace({ working: false })
  const { runtime, workspaceId } = place
  const headers = { 'x-request-id': newId() }
  const input = [{ type: 'text', text: 'Hello' }]
  const body = { workspace_id: workspaceId, agent_id: place.agentId, mode: 'background', input }
  const first = await place.call('POST', '/invoke', body, { headers })
  const kept = sha256(JSON.stringify(body))
  await run(
    runtime.database.pool,
    sql`update agent_runs set request_hash = ${kept} where workspace_id = ${workspaceId}`,
  )
  const again = await place.call('POST', '/invoke', body, { headers })
  expect([again.status, again.body.run_id]).toEqual([202, first.body.run_id])
  expect((await place.call('POST', '/invoke', { ...body, context: { a: 1 } }, { headers })).status).toBe(409)
})

test('the same request at two nodes at once is one run', async () => {
  const place = await agentPlace({ working: false })
  const node = await secondNode()
  onTestFinished(() => node.close())
  const headers = { 'x-request-id': newId(), 'content-type': 'application/json' }
  const { workspaceId, agentId } = place
  const body = JSON.stringify({ workspace_id: workspaceId, agent_id: agentId, input: 'Hello', mode: 'background' })
  const clients = [place.app, node.app].map((app) => clientOf(app, '/v1/agent', place.admin.token))
  const answers = await Promise.all(clients.map((client) => client.send('POST', '/v1/agent/invoke', body, headers)))
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect(new Set(answers.map((answer) => answer.body.run_id)).size).toBe(1)
  expect((await place.asAdmin.get('/agent-runs')).body.items).toHaveLength(1)
})

test.runIf(backend === 'postgres').each([undefined, 'reject', 'interrupt'])(
  'the same message_id at two nodes at the same moment is one run (%s)',
  async (strategy) => {
    const place = await agentPlace({ working: false })
    const { pool } = place.runtime.database
    const { session_id: sessionId } = (await place.invoke('Hello', { mode: 'background' })).body
    await run(pool, sql`update agent_runs set status = 'completed' where session_id = ${sessionId}`)
    const node = await secondNode()
    onTestFinished(() => node.close())
    const { workspaceId: workspace_id, agentId: agent_id } = place
    const said = { input: 'Again', message_id: newId(), ...(strategy && { multitask_strategy: strategy }) }
    const invoked = { ...said, workspace_id, agent_id, session_id: sessionId, mode: 'background' }
    const send = async ({ app }: Pick<AgentPlace, 'app'>, path: string, body: object) => {
      const client = clientOf(app, '/v1/agent', place.admin.token)
      return client.send('POST', `/v1/agent${path}`, JSON.stringify(body), { 'content-type': 'application/json' })
    }
    // All of them have looked and found nothing before the first of them has the session.
    const { sent } = await pool.transaction(async (tx) => {
      await run(tx, sql`select from agent_sessions where id = ${sessionId} for update`)
      const sent = [place, node].flatMap((at) => [
        send(at, `/sessions/${sessionId}/runs_direct`, said),
        send(at, '/invoke', invoked),
      ])
      await soon(async () => expect(await lockWaits(pool)).toHaveLength(sent.length))
      return { sent }
    })
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual([200, 202, 200, 202])
    expect(new Set(answers.map(({ body }) => body.run_id)).size).toBe(1)
    expect(answers.every(({ body }) => body.status === 'queued')).toBe(true)
    const counted = await one(
      pool,
      sql`
      select (select count(*)::int from agent_runs where session_id = ${sessionId}) as runs,
        (select count(*)::int from agent_messages where session_id = ${sessionId}) as messages`,
    )
    expect(counted).toEqual({ runs: 2, messages: 2 })
    const again = await send(node, `/sessions/${sessionId}/runs_direct`, said)
    expect(again.body).toEqual({ ...answers[0]?.body, deduplicated: true })
  },
)

test.runIf(backend === 'postgres')(
  'who comes a moment too late for a session leaves it to the other, and takes what is left',
  async () => {
    const place = await agentPlace({ working: false })
    const { pool } = place.runtime.database
    const begin = async () => (await place.invoke('Hello', { mode: 'background' })).body
    const { session_id: sessionId, run_id: first } = await begin()
    const path = `/sessions/${sessionId}/runs_direct`
    const second = (await place.call('POST', path, { input: 'Again' })).body.run_id
    const { run_id: elsewhere } = await begin()
    // The first one waited for a person when another worker took the second, and was answered at that moment.
    const claimed = await pool.transaction(async (tx) => {
      await run(
        tx,
        sql`update agent_runs set status = 'running', lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute'
          where workspace_id = ${place.workspaceId} and id = ${second}`,
      )
      const claiming = claimRuns(pool, 1000, 10)
      await soon(async () => expect(await lockWaits(pool)).not.toEqual([]))
      return { claiming }
    })
    const mine = (await claimed.claiming).filter(({ workspaceId }) => workspaceId === place.workspaceId)
    expect(mine.map(({ id }) => id)).toEqual([elsewhere])
    const { status } = (await place.asAdmin.get(`/agent-runs/${first}`)).body
    expect(status).toBe('queued')
  },
)
