import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import type { Harness } from './harness.ts'

type Maker = (harness: Harness, mark: string) => Promise<string>

async function makeAgent({ asAdmin }: Harness, mark: string): Promise<string> {
  const body = { name: `Agent ${mark}`, instructions: `Work for ${mark}.`, tools: ['list_tasks'] }
  return (await asAdmin.post('/agents', body)).body.id
}

/** A run of an agent that nobody works on, in a session of its own. */
async function makeRun(harness: Harness, mark: string) {
  const agentId = await makeAgent(harness, mark)
  const body = { workspace_id: harness.workspaceId, agent_id: agentId, input: `Say ${mark}`, mode: 'background' }
  const headers = { 'content-type': 'application/json' }
  const answer = await harness.asAdmin.send('POST', '/v1/agent/invoke', JSON.stringify(body), headers)
  return { agentId, sessionId: String(answer.body.session_id), runId: String(answer.body.run_id) }
}

async function makeInteraction(harness: Harness, mark: string): Promise<string> {
  const { runtime, workspaceId, admin } = harness
  const { pool } = runtime.database
  const { sessionId, runId, agentId } = await makeRun(harness, mark)
  const [id, toolCallId, createdAt] = [newId(), 'call_1', new Date()]
  const scope = sql`workspace_id = ${workspaceId} and id = ${runId}`
  await run(pool, sql`update agent_runs set status = 'interrupted' where ${scope}`)
  const json = { message: '{}', usage: '{}', served: '{}' }
  const step = { workspaceId, runId, step: 1, messageId: newId(), ...json, finishReason: 'tool-calls', createdAt }
  await run(pool, sql`insert into agent_run_steps ${insertion(step)}`)
  const call = { workspaceId, runId, id: toolCallId, step: 1, place: 0, tool: 'ask_person', status: 'asked' }
  await run(pool, sql`insert into agent_tool_calls ${insertion({ ...call, input: '{}', createdAt })}`)
  const asked = { kind: 'question', status: 'pending', message: `Question ${mark}`, toolCallId, options: '[]' }
  const asks = { responseSchema: '{}', allowedDecisions: ['respond', 'cancel'], userIds: [admin.userId], roles: [] }
  const times = { createdAt, expiresAt: new Date(createdAt.getTime() + 3_600_000) }
  const row = { workspaceId, id, sessionId, runId, agentId, ...asked, ...asks, ...times }
  await run(pool, sql`insert into agent_interactions ${insertion(row)}`)
  return id
}

/** What the addresses of agents name. */
export const agentSubjects: Record<string, Maker> = {
  agentId: makeAgent,
  session_id: async (harness, mark) => (await makeRun(harness, mark)).sessionId,
  agentRunId: async (harness, mark) => (await makeRun(harness, mark)).runId,
  continuation_id: makeInteraction,
  run_id: async (harness, mark) => (await makeRun(harness, mark)).runId,
}
