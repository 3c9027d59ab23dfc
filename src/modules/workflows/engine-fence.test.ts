import { expect, test } from 'vitest'
import { workflowTools } from '#src/catalogue.ts'
import { harness } from '#test/harness.ts'
import { publish, start } from '#test/workflow-place.ts'
import { drive } from './run-drive.ts'
import { LeaseLost } from './run-job.ts'
import { claimRuns } from './run-lease.queries.ts'

test('a worker whose run was stopped meanwhile has no effect and changes nothing', async () => {
  const here = await harness()
  const { database, services, log } = here.runtime
  const { id: departmentId } = await here.make.department()
  const task = `call: 'task-create:1.0.0@default', with: { title: Never, departmentId: ${departmentId} }`
  const runId = await start(here, await publish(here, `do: [ { make: { ${task} } } ]`))
  const claimed = await claimRuns(database.pool, 100, 1)
  const row = claimed.find(({ id }) => id === runId)
  if (!row) throw new Error('it was not due')
  expect((await here.asKey.post(`/workflow-runs/${runId}/cancel`)).status).toBe(202)

  const { expressions, functions } = workflowTools
  const byName = new Map(functions.map((each) => [`${each.name}:${each.version}`, each]))
  const engine = {
    pool: database.pool,
    isEmbedded: false,
    services,
    log,
    expressions,
    functions: byName,
    pulse: { steps: 0, seconds: 0 },
  }
  await expect(drive(engine, row, new AbortController().signal)).rejects.toThrow(LeaseLost)
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(0)
  expect((await here.asKey.get(`/workflow-runs/${runId}`)).body).toMatchObject({ status: 'cancelled', steps: 0 })
})
