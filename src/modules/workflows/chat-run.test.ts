import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { workflowTools } from '#src/catalogue.ts'
import { systemContext } from '#src/runtime.ts'
import { harness, type Harness } from '#test/harness.ts'
import { ANY, publish, start } from '#test/workflow-place.ts'
import { startReading } from './chat-run.service.ts'

function command({ runtime, workspaceId }: Harness, workflowId: string, runId: string) {
  const ctx = { ...systemContext(runtime), workspaceId }
  return startReading(ctx, workflowTools, { runId, workflowId, input: {}, by: 'U1' })
}

test('a command of the chat whose workflow is busy is told so; the same one again has its run', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { pause: { wait: PT1H } } ]')
  await here.asKey.patch(`/workflows/${workflowId}`, { concurrency: { limit: 1, policy: 'skip' } }, ANY)
  const runId = newId()
  expect(await command(here, workflowId, runId)).toBeUndefined()
  expect(await command(here, workflowId, runId)).toBeUndefined()
  expect((await here.asKey.get(`/workflow-runs/${runId}`)).body).toMatchObject({ triggerKind: 'chat' })
  await expect(command(here, workflowId, newId())).rejects.toThrow('as many runs at once as it allows')
})

test('one whose workflow another engine has is told that', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { keep: { set: { n: 1 } } } ]')
  await here.asKey.patch(`/workflows/${workflowId}`, { legacyRef: 'zap-4' }, ANY)
  await start(here, workflowId)
  await here.asKey.put(`/workflows/${workflowId}/migration/ownership`, { owner: 'legacy' }, ANY)
  await expect(command(here, workflowId, newId())).rejects.toThrow('Another engine has the workflow')
})
