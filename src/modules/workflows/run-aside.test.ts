import { expect, onTestFinished, test } from 'vitest'
import type { WorkPace } from '#core/leased-worker.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { startWorkflows } from '#src/workflow-api.ts'
import { workflowTools } from '#src/catalogue.ts'
import { harness, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'

/** Sends no heartbeats, like a frozen or killed process, so its runs soon count as lost. */
const FROZEN: WorkPace = { leaseSeconds: 0.5, beatSeconds: 1000, pollSeconds: 0.05, graceSeconds: 0 }

function frozenWorker({ runtime }: Harness) {
  const worker = startWorkflows(runtime, workflowTools, FROZEN)
  onTestFinished(() => worker.stop())
  return worker
}

/** A server that does not answer until told to. */
async function hangingServer() {
  let asked = 0
  let answers = false
  const peer = await serve((_request, response) => {
    asked += 1
    if (answers) response.end('done')
  })
  const url = `http://${peer.host.replace('127.0.0.1', 'localhost')}/`
  return { url, asked: () => asked, answer: () => (answers = true) }
}

const task = (url: string): string => `do: [ { ask: { call: http, with: { method: post, endpoint: '${url}' } } } ]`

test('a run with which two workers in a row were lost is put aside, and goes on when a person tries it again', async () => {
  const here = await harness()
  const server = await hangingServer()
  const runId = await start(here, await publish(here, task(server.url)))
  const worker = frozenWorker(here)
  const run = await settled(here, runId)
  const detail = expect.stringMatching(
    /^Twice the process .* put aside\. Change what the step does, or try the run again/,
  )
  expect(run).toMatchObject({ status: 'faulted', cursor: '/do/0/ask', error: { detail } })
  expect(server.asked()).toBe(2)
  await worker.stop()
  server.answer()
  workflows(here)
  expect((await here.asKey.post(`/workflow-runs/${runId}/retry`, {})).status).toBe(202)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: 'done' })
})

test('runs that were only there when a worker was lost go on', async () => {
  const here = await harness()
  const server = await hangingServer()
  const workflowId = await publish(here, task(server.url))
  const runIds = await Promise.all(Array.from({ length: 4 }, () => start(here, workflowId)))
  const first = frozenWorker(here)
  await soon(async () => expect(server.asked()).toBe(4))
  // The process is gone, and everything it held with it.
  await first.stop()
  server.answer()
  workflows(here)
  for (const runId of runIds) expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
})

test('a worker that stops as it should takes the blame from nobody, however often', async () => {
  const here = await harness()
  const server = await hangingServer()
  const runId = await start(here, await publish(here, task(server.url)))
  for (let nth = 1; nth <= 4; nth++) {
    const worker = workflows(here)
    await soon(async () => expect(server.asked()).toBe(nth))
    await worker.stop()
  }
  const { pool } = here.runtime.database
  const row = await one(
    pool,
    sql`select lost_alone as "lostAlone" from wf_run where workspace_id = ${here.workspaceId} and id = ${runId}`,
  )
  expect(row).toEqual({ lostAlone: -1 })
  server.answer()
  workflows(here)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
})
