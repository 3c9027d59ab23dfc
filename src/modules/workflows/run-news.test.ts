import { expect, test } from 'vitest'
import { changesAfter, changesKept } from '#core/changes.ts'
import { harness } from '#test/harness.ts'
import { soon } from '#test/working.ts'
import { ANY, publish, settled, start, workflows } from '#test/workflow-place.ts'

async function place() {
  const here = await harness()
  const { pool } = here.runtime.database
  const newest = async (): Promise<number> => (await changesKept(pool)).newest
  const since = async (mark: number, type: string) =>
    (await changesAfter(pool, here.workspaceId, mark, 500)).filter((change) => change.type === type)
  return { here, newest, since }
}
const RUN = 'workflow_run.changed'

test('open lists hear that a run has begun, was suspended, goes on, and is over', async () => {
  const { here, newest, since } = await place()
  const id = await publish(here, 'do: [{ hear: { listen: { to: { one: { with: { type: test.never } } } } } }]')
  const told = async (act: () => Promise<unknown>): Promise<void> => {
    const mark = await newest()
    await act()
    await soon(async () => expect(await since(mark, RUN)).not.toEqual([]))
  }
  let runId = ''
  await told(async () => (runId = await start(here, id)))
  await told(() => here.asKey.post(`/workflow-runs/${runId}/suspend`))
  await told(() => here.asKey.post(`/workflow-runs/${runId}/resume`))
  await told(() => here.asKey.post(`/workflow-runs/${runId}/cancel`))
  const plain = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  let waiting = ''
  await told(async () => (waiting = await start(here, plain)))
  await told(async () => {
    workflows(here)
    await settled(here, waiting)
  })
})

test('many runs are few notes', async () => {
  const { here, newest, since } = await place()
  workflows(here)
  const id = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  const mark = await newest()
  const from = Date.now()
  const runs = await Promise.all(Array.from({ length: 60 }, () => start(here, id)))
  await Promise.all(runs.map((runId) => settled(here, runId)))
  const notes = await since(mark, RUN)
  const seconds = (Date.now() - from) / 1000
  expect(notes.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
})

test('whoever has the draft open hears that somebody has saved it', async () => {
  const { here, newest, since } = await place()
  const id = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  const mark = await newest()
  await here.asKey.put(`/workflows/${id}/draft`, { text: 'do: []' }, ANY)
  expect(await since(mark, 'workflow.draft_saved')).toMatchObject([{ subject: { workflowId: id } }])
})
