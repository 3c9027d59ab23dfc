import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import type { Harness } from './harness.ts'

type MakeSubject = (harness: Harness, mark: string, ids: Record<string, string>) => Promise<string>

const ANY = { 'if-match': '*' }

/** How many were made in each workspace: what comes by turns does so whatever other files made before. */
const counts = new Map<string, number>()

function nextIn({ workspaceId }: Harness): number {
  const count = (counts.get(workspaceId) ?? 0) + 1
  counts.set(workspaceId, count)
  return count
}

/** A published workflow that waits for a day, so that its runs stay open. */
async function makeWorkflow({ asKey }: Harness, mark: string, isActive: boolean): Promise<string> {
  const document = {
    document: { dsl: '1.0.3', namespace: 'test', name: `flow-${mark}`, version: '1.0.0' },
    do: [{ pause: { wait: { days: 1 } } }],
  }
  const { id } = (await asKey.post('/workflows', { name: `Workflow ${mark}`, description: `About ${mark}`, document }))
    .body
  await asKey.post(`/workflows/${id}/versions`, undefined, ANY)
  // Another engine knows it too, so that it can change hands.
  await asKey.patch(`/workflows/${id}`, { legacyRef: `ref-${mark}` }, ANY)
  await asKey.post(`/workflows/${id}/tests`, { name: `Waits ${mark}`, expected: { path: ['/do/0/pause'] } })
  if (isActive) await asKey.put(`/workflows/${id}/activation`, { routes: [{ version: 1, weight: 100 }] }, ANY)
  return id
}

async function makeRun(harness: Harness, mark: string, ids: Record<string, string>): Promise<string> {
  const isThere =
    ids.workflowId !== undefined && (await harness.asKey.get(`/workflows/${ids.workflowId}`)).status === 200
  const workflowId = isThere ? ids.workflowId : await makeWorkflow(harness, mark, true)
  const input = { about: `Input ${mark}` }
  const body = { input, correlationKey: `key-${mark}`, version: 1 }
  const { id } = (await harness.asKey.post(`/workflows/${workflowId}/runs`, body)).body
  // Suspended, failed and listening by turns: some operations are for the one, some for the other.
  const turn = nextIn(harness) % 3
  if (turn === 0) await harness.asKey.post(`/workflow-runs/${id}/suspend`, { reason: `Because of ${mark}` })
  else await setRun(harness, id, turn === 1 ? 'listens' : 'failed')
  return id
}

/** As a worker would leave it. */
async function setRun({ runtime, workspaceId }: Harness, id: string, how: 'listens' | 'failed'): Promise<void> {
  const { pool } = runtime.database
  const here = sql`workspace_id = ${workspaceId} and id = ${id}`
  if (how === 'failed') {
    await run(pool, sql`update wf_run set state = 'faulted', due_at = null, ended_at = ${new Date()} where ${here}`)
    return
  }
  const frame = { workspaceId, runId: id, id: 0, position: 0 }
  await run(pool, sql`insert into wf_frame ${insertion(frame)}`)
  await run(pool, sql`insert into wf_wait ${insertion({ workspaceId, runId: id, frameId: 0, type: '*' })}`)
}

/** Only a run that works asks: this one was never taken up. */
async function makeApproval(harness: Harness, mark: string, ids: Record<string, string>): Promise<string> {
  const { runtime, workspaceId, asKey } = harness
  const runId = await makeRun(harness, mark, ids)
  const id = newId()
  const definitionId = (await asKey.get(`/workflow-runs/${runId}`)).body.workflowId
  const row = { workspaceId, id, definitionId, runId, pointer: '/do/0/ask', status: 'pending', onOverdue: 'reject' }
  const texts = { question: `About ${mark}?`, context: JSON.stringify({ about: mark }) }
  const asked = { userIds: [], roles: ['member', 'manager'], createdAt: new Date(), updatedAt: new Date() }
  await run(runtime.database.pool, sql`insert into wf_approval ${insertion({ ...row, ...texts, ...asked })}`)
  return id
}

export const workflowSubjects: Record<string, MakeSubject> = {
  // On and off by turns: some operations are for the one, some for the other.
  workflowId: (harness, mark) => makeWorkflow(harness, mark, nextIn(harness) % 2 === 1),
  automationId: (harness, mark) => makeWorkflow(harness, mark, true),
  workflowRunId: makeRun,
  triggerId: async (harness, mark, ids) => {
    const workflowId = ids.workflowId ?? (await makeWorkflow(harness, mark, true))
    const body = { kind: 'webhook', name: `Trigger ${mark}` }
    const made = await harness.asKey.post(`/workflows/${workflowId}/triggers`, body)
    if (made.status === 201) return made.body.id
    // The workflow of the address may not be there.
    const other = await makeWorkflow(harness, mark, true)
    return (await harness.asKey.post(`/workflows/${other}/triggers`, body)).body.id
  },
  approvalId: makeApproval,
  testId: async (harness, mark, ids) => {
    const add = async (workflowId: string): Promise<string | undefined> =>
      (await harness.asKey.post(`/workflows/${workflowId}/tests`, { name: `Test ${mark}` })).body.id
    // The workflow of the address may not be there.
    const id = ids.workflowId === undefined ? undefined : await add(ids.workflowId)
    return id ?? (await add(await makeWorkflow(harness, mark, true))) ?? ''
  },
  workflowOperationId: async (harness, mark) => {
    const filter = { correlationKey: `key-${mark}` }
    return (await harness.asKey.post('/workflow-runs/bulk', { action: 'cancel', filter, reason: `Because of ${mark}` }))
      .body.id
  },
  secretId: async (harness, mark) => {
    const name = `SECRET_${nextIn(harness)}_${mark.replace(/\W/g, '_')}`
    return (await harness.asAdmin.post('/workflow-secrets', { name, value: 'hush' })).body.id
  },
  // Every workflow that is made here has one version.
  version: async () => '1',
}
