import { expect, onTestFinished } from 'vitest'
import type { WorkPace } from '#core/leased-worker.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { startWorkflows } from '#src/workflow-api.ts'
import { workflowTools } from '#src/catalogue.ts'
import { readDocument } from '#modules/workflows/document.ts'
import type { Engine } from '#modules/workflows/run-job.ts'
import type { WorkflowWorker } from '#modules/workflows/run-worker.ts'
import type { Harness, TestApp } from './harness.ts'
import { soon } from './working.ts'

/** A lease outlasts the pauses of a busy machine: a worker that lost one would do a step again. */
export const PACE: WorkPace = { leaseSeconds: 60, beatSeconds: 1, pollSeconds: 0.05, graceSeconds: 5 }

/** Works on the runs of this server until the test is over. */
export function workflows({ runtime }: TestApp): WorkflowWorker {
  const worker = startWorkflows(runtime, workflowTools, PACE)
  onTestFinished(() => worker.stop())
  return worker
}

/** For a test that does by itself what a worker does. */
export function engineOf({ runtime: { database, services, log } }: TestApp): Engine {
  const { pool } = database
  const pulse = { steps: 0, seconds: 0 }
  return { pool, isEmbedded: false, services, log, ...workflowTools, functions: new Map(), pulse }
}

let count = 0
export const ANY = { 'if-match': '*' }

/** A workflow of these tasks, published and active. A text without `document:` gets one of its own name. */
export async function publish({ asKey }: Harness, tasks: string): Promise<string> {
  const head = `document: { dsl: 1.0.3, namespace: test, name: flow-${++count}, version: 1.0.0 }\n`
  const plain = dedented(tasks)
  const text = plain.startsWith('document:') ? plain : head + plain
  const created = await asKey.post('/workflows', { name: 'Flow', text, format: 'yaml' })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const { id } = created.body
  const published = await asKey.post(`/workflows/${id}/versions`, undefined, ANY)
  expect(published.status, JSON.stringify(published.body)).toBe(201)
  const active = await asKey.put(`/workflows/${id}/activation`, { routes: [{ version: 1, weight: 100 }] }, ANY)
  expect(active.status, JSON.stringify(active.body)).toBe(200)
  return id
}

/** The same as one from before some of what is refused now was. */
export async function publishedBefore(here: Harness, tasks: string): Promise<string> {
  const workflowId = await publish(here, 'do: [ { pass: { set: { a: 1 } } } ]')
  await writeOver(here, workflowId, 1, readDocument(dedented(tasks), 'yaml').value as object)
  return workflowId
}

/** Puts this in the place of what was published; the head stays. */
export async function writeOver(
  { runtime, workspaceId }: Harness,
  workflowId: string,
  version: number,
  document: object,
): Promise<void> {
  await run(
    runtime.database.pool,
    sql`
    update wf_version
    set document = (jsonb_build_object('document', document -> 'document') || ${JSON.stringify(document)}::jsonb)::json
    where workspace_id = ${workspaceId} and definition_id = ${workflowId} and number = ${version}`,
  )
}

function dedented(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const margin = Math.min(...lines.map((line) => line.length - line.trimStart().length))
  return lines.map((line) => line.slice(margin)).join('\n')
}

export async function start({ asKey }: Harness, workflowId: string, input: unknown = {}): Promise<string> {
  const { status, body } = await asKey.post(`/workflows/${workflowId}/runs`, { input })
  expect(status, JSON.stringify(body)).toBe(202)
  return body.id
}

/** The run once it is over. */
export function settled({ asKey }: Harness, runId: string) {
  return soon(async () => {
    const { body } = await asKey.get(`/workflow-runs/${runId}`)
    expect(['completed', 'faulted', 'cancelled'], JSON.stringify(body)).toContain(body.status)
    return body
  })
}

/** The run once it has come to this state. */
export function reached({ asKey }: Harness, runId: string, status: string) {
  return soon(async () => {
    const { body } = await asKey.get(`/workflow-runs/${runId}`)
    expect(body.status, JSON.stringify(body)).toBe(status)
    return body
  })
}

/** The run of a workflow of these tasks, when it is over. */
export async function ran(here: Harness, tasks: string, input?: unknown) {
  return settled(here, await start(here, await publish(here, tasks), input))
}
