import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { workflowTools } from '#src/catalogue.ts'
import { drive } from '#modules/workflows/run-drive.ts'
import type { Engine } from '#modules/workflows/run-job.ts'
import { claimRuns } from '#modules/workflows/run-lease.queries.ts'
import { harness, type Harness } from './harness.ts'
import { serve } from './peer.ts'
import { soon } from './working.ts'
import { PACE, publish, start, workflows } from './workflow-place.ts'

/** A run that a worker takes as soon as it is due, and what that worker has. It gives no sign of life. */
export async function takenByHand(here: Harness, runId: string, leaseSeconds = PACE.leaseSeconds) {
  const { database, services, log } = here.runtime
  const row = await soon(async () => {
    const taken = (await claimRuns(database.pool, 100, leaseSeconds)).find(({ id }) => id === runId)
    if (!taken) throw new Error('it is not due')
    return taken
  })
  const { expressions, functions } = workflowTools
  const byName = new Map(functions.map((each) => [`${each.name}:${each.version}`, each]))
  const engine: Engine = {
    pool: database.pool,
    isEmbedded: false,
    services,
    log,
    expressions,
    functions: byName,
    pulse: { steps: 0, seconds: 0 },
  }
  return { row, engine, goOn: () => drive(engine, row, new AbortController().signal) }
}

/** Another system that answers only when it is told to, and remembers how often it was asked. */
export async function slowPeer() {
  const asked: { key: string; isGone: boolean; answer: (status?: number) => void }[] = []
  const { host } = await serve((request, response: ServerResponse) => {
    const call = {
      key: String(request.headers['idempotency-key']),
      isGone: false,
      answer: (status = 200) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end('{"said": "yes"}'),
    }
    response.on('close', () => (call.isGone = !response.writableEnded))
    asked.push(call)
  })
  const endpoint = `http://${host.replace('127.0.0.1', 'localhost')}/`
  return { asked, call: `call: http, with: { method: post, endpoint: '${endpoint}' }` }
}

/** A run whose steps wait for an answer of another system, with a worker at it. */
export async function underWay(tasks: (call: string) => string, calls = 1) {
  const here = await harness()
  workflows(here)
  const { asked, call } = await slowPeer()
  const workflowId = await publish(here, `do: [ ${tasks(call)} ]`)
  const runId = await start(here, workflowId)
  await soon(() => expect(asked).toHaveLength(calls))
  return { here, asked, workflowId, runId }
}

export function change({ asKey }: Harness, runId: string, action: 'suspend' | 'resume' | 'cancel') {
  return asKey.post(`/workflow-runs/${runId}/${action}`)
}

export async function stepsOf({ asKey }: Harness, runId: string): Promise<Record<string, string>> {
  const { items } = (await asKey.get(`/workflow-runs/${runId}/steps`)).body
  return Object.fromEntries(items.map(({ name, status }: { name: string; status: string }) => [name, status]))
}

export async function historyOf({ asKey }: Harness, runId: string): Promise<string[]> {
  const { items } = (await asKey.get(`/workflow-runs/${runId}/events?limit=100`)).body
  return items.map(({ type, data }: { type: string; data: { name?: string } }) =>
    `${type.replace(/^io\.serverlessworkflow\.|\.v1$/g, '')} ${data.name ?? ''}`.trim(),
  )
}

export function leaseOf({ runtime, workspaceId }: Harness, runId: string) {
  return one<{ until: string | null; fence: number }>(
    runtime.database.pool,
    sql`select lease_until::text as until, fence from wf_run where workspace_id = ${workspaceId} and id = ${runId}`,
  )
}
