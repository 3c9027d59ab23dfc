import { expect, onTestFinished } from 'vitest'
import { many } from '#core/db.ts'
import type { LeasedWorker, WorkPace } from '#core/leased-worker.ts'
import { sql } from '#core/sql.ts'
import { startRunWorker } from '#modules/agents/run-worker.ts'
import type { Toolbox } from '#modules/agents/toolbox.service.ts'
import { metered } from '#modules/ai/metered.ts'
import { toolbox } from '#src/catalogue.ts'
import { clientOf, type Answer } from './client.ts'
import { harness, type Harness, type TestApp } from './harness.ts'
import { startModelUpstream, type ModelUpstream } from './model-upstream.ts'

const PACE: WorkPace = { leaseSeconds: 30, beatSeconds: 1, pollSeconds: 0.2, graceSeconds: 1 }
const TOOLS = ['list_tasks', 'create_task', 'delete_task', 'update_task', 'search_knowledge', 'ask_person']

export interface AgentPlace extends Harness {
  upstream: ModelUpstream
  agentId: string
  /** At the routes of agents, as the administrator unless said. */
  call(method: string, path: string, body?: unknown, more?: CallOptions): Promise<Answer>
  invoke(input: string, more?: object, options?: CallOptions): Promise<Answer>
  resolve(interactionId: string, body: object, options?: CallOptions): Promise<Answer>
}

interface CallOptions {
  token?: string
  headers?: Record<string, string>
}

/** A workspace with an agent whose model is scripted. Runs are worked on until the test is over, unless said. */
export async function agentPlace({ on, agent = {}, working = true }: Options = {}): Promise<AgentPlace> {
  const home = await harness(on)
  const upstream = await startModelUpstream()
  const provider = { name: 'local', kind: 'openai-compatible', baseUrl: upstream.url, apiKey: 'not-a-real-key-0000' }
  const settings = { providers: [provider], models: { default: 'local:some-model' } }
  const set = await home.asAdmin.patch('/ai-settings', settings)
  // Without its model the agent would answer by rules, and a test fail far from here.
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const made = await home.asAdmin.post('/agents', { name: 'Porter', instructions: 'Help.', tools: TOOLS, ...agent })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const agentId = String(made.body.id)
  if (working) runsWorking(home)
  const call: AgentPlace['call'] = (method, path, body, { token = home.admin.token, headers = {} } = {}) => {
    const client = clientOf(home.app, '/v1/agent', token)
    if (body === undefined) return client.send(method, `/v1/agent${path}`, undefined, headers)
    return client.send(method, `/v1/agent${path}`, JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    })
  }
  const invoke: AgentPlace['invoke'] = (input, more, options) =>
    call('POST', '/invoke', { workspace_id: home.workspaceId, agent_id: agentId, input, ...more }, options)
  const resolve: AgentPlace['resolve'] = (id, body, options) =>
    call('POST', `/interactions/${id}/resolve`, body, options)
  return { ...home, upstream, agentId, call, invoke, resolve }
}

interface Options {
  on?: TestApp
  agent?: object
  working?: boolean
}

export function runsWorking({ runtime }: TestApp, tools: Toolbox = toolbox, pace = PACE): Pick<LeasedWorker, 'stop'> {
  const { database, services, log } = runtime
  const worker = startRunWorker({ pool: database.pool, services, log, toolbox: tools, metered }, pace)
  onTestFinished(() => worker.stop())
  return worker
}

export interface LoggedRow {
  seq: number
  type: string
  data: Record<string, unknown>
}

export function eventsIn({ runtime, workspaceId }: Harness, sessionId: string): Promise<LoggedRow[]> {
  return many(
    runtime.database.pool,
    sql`
    select seq, type, data from agent_events
    where workspace_id = ${workspaceId} and session_id = ${sessionId} order by seq`,
  )
}
