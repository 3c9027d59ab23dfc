import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentPlace, type AgentPlace } from './agent-place.ts'
import { clientOf, type Answer } from './client.ts'
import type { TestApp } from './harness.ts'

export const CALLS = '/v1/agent-sandbox-gateway/calls'

export interface SandboxPlace extends AgentPlace {
  runId: string
  sessionId: string
  /** Whom the run works for. */
  person: AgentPlace['admin']
  token: string
  /** Puts the run where it has to be, as whoever works on it would. */
  setRun(status: string): Promise<void>
  access(body?: object, options?: { token?: string }): Promise<Answer>
  /** With the token of the place unless said. */
  batch(body: unknown, token?: string): Promise<Answer>
  /** One call, and its result. */
  one(tool: string, args?: object, more?: object, token?: string): Promise<Answer['body']>
}

interface Options {
  on?: TestApp
  agent?: object
  access?: object
  /** Whom the run works for; the administrator unless said. */
  role?: 'member' | 'manager' | 'admin'
}

/** A run that is running, which nobody works on, with a token for a program. */
export async function sandboxPlace({ on, agent, access = {}, role = 'admin' }: Options = {}): Promise<SandboxPlace> {
  const place = await agentPlace({ on, agent, working: false })
  const person = role === 'admin' ? place.admin : await place.make.person({ role })
  const { body: started } = await place.invoke('Go', { mode: 'background' }, { token: person.token })
  const { run_id: runId, session_id: sessionId } = started as { run_id: string; session_id: string }
  return inRun(place, { runId, sessionId, access, person })
}

interface RunOptions {
  runId: string
  sessionId: string
  access?: object
  person?: AgentPlace['admin']
  /** Somebody works on it: it is left alone. */
  isWorking?: boolean
}

/** The same in a run that there is already. */
export async function inRun(place: AgentPlace, options: RunOptions): Promise<SandboxPlace> {
  const { runId, sessionId, access: terms = {}, person = place.admin, isWorking = false } = options
  const { workspaceId, runtime } = place
  const setRun = async (status: string): Promise<void> => {
    const lease = sql`lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour', segment = 1`
    const where = sql`workspace_id = ${workspaceId} and id = ${runId}`
    await run(runtime.database.pool, sql`update agent_runs set status = ${status}, ${lease} where ${where}`)
  }
  if (!isWorking) await setRun('running')
  const access: SandboxPlace['access'] = (body, by = {}) =>
    place.call('POST', `/runs/${runId}/sandbox-access`, body, { token: person.token, ...by })
  const granted = await access({ effects: ['read', 'write'], ...terms })
  if (granted.status !== 200) throw new Error(JSON.stringify(granted.body))
  const token = String(granted.body.access_token)
  const batch: SandboxPlace['batch'] = (body, credential = token) =>
    clientOf(place.app, '', credential).post(CALLS, body)
  const one: SandboxPlace['one'] = async (tool, args = {}, more = {}, credential) => {
    const answer = await batch({ calls: [{ id: `c${(calls += 1)}`, tool, arguments: args, ...more }] }, credential)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body.results[0]
  }
  let calls = 0
  return { ...place, runId, sessionId, person, token, setRun, access, batch, one }
}

/** What a task is made of. */
export async function newTask({ make }: SandboxPlace, title: string): Promise<{ title: string; departmentId: string }> {
  return { title, departmentId: (await make.department()).id }
}

export async function titlesIn({ asKey }: SandboxPlace): Promise<string[]> {
  return (await asKey.get('/tasks')).body.items.map(({ title }: { title: string }) => title).toSorted()
}
