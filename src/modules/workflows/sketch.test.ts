import { expect, test } from 'vitest'
import { sql } from '#core/sql.ts'
import { run } from '#core/db.ts'
import { wholeDay } from '#test/days.ts'
import { harness } from '#test/harness.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'

const HEAD = 'document: { dsl: 1.0.3, namespace: test, name: drawn, version: 1.0.0 }\n'

test('a document is drawn while something is wrong with it, and what cannot be read is not', async () => {
  const { asAdmin } = await harness()
  const draw = async (text: string) => (await asAdmin.post('/workflow-sketches', { text })).body.graph
  const good = await draw(`${HEAD}do:\n  - a: { set: { x: 1 } }\n  - b: { wait: { seconds: 1 } }\n`)
  expect(good.nodes.map(({ name }: { name: string }) => name)).toEqual(['start', 'a', 'b', 'end'])
  expect(good.edges).toContainEqual({ from: '/do/0/a', to: '/do/1/b' })
  const wrong = await draw(`${HEAD}do:\n  - a: { call: no-such-function }\n  - b: 7\n`)
  expect(wrong.nodes.map(({ name }: { name: string }) => name)).toEqual(['start', 'a', 'b', 'end'])
  expect(await draw('do: [')).toBeNull()
  expect(await draw(`${HEAD}do:\n  - a: { emit: {} }\n`)).toBeNull()
  expect((await asAdmin.post('/workflow-sketches', {})).status).toBe(422)
})

test('runs are counted by the day of the workspace, with how long they took; those of others are not', async () => {
  const zone = 'Pacific/Auckland'
  await wholeDay(zone)
  const [here, there] = [await harness(), await harness()]
  workflows(here)
  const good = await publish(here, 'do: [{ a: { set: { x: 1 } } }]')
  const bad = await publish(here, 'do: [{ a: { raise: { error: { type: https://example.com/x, status: 500 } } } }]')
  const ids = [await start(here, good), await start(here, good), await start(here, bad)]
  for (const id of ids) await settled(here, id)
  await here.asAdmin.patch('', { timezone: zone })
  // Ten past midnight there, yesterday: the day before in UTC.
  await run(
    here.runtime.database.pool,
    sql`
    update wf_run set created_at = ((now() at time zone ${zone})::date - 1 + time '00:10') at time zone ${zone}
    where id = ${ids[0]}`,
  )
  const { body } = await here.asAdmin.get('/workflow-run-figures?days=3')
  const counts = body.items.map(({ completed, faulted, open }: Record<string, number>) => [completed, faulted, open])
  expect(counts).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ])
  expect(body.items[0].medianSeconds).toBeNull()
  expect(body.items[2].medianSeconds).toBeGreaterThanOrEqual(0)
  const ofBad = (await here.asAdmin.get(`/workflow-run-figures?days=1&workflowId=${bad}`)).body
  expect(ofBad.items).toMatchObject([{ completed: 0, faulted: 1 }])
  const theirs = (await there.asAdmin.get('/workflow-run-figures?days=1')).body
  expect(theirs.items).toMatchObject([{ completed: 0, faulted: 0, cancelled: 0, open: 0 }])
})

test('the runs that a run has caused are found by it', async () => {
  const here = await harness()
  workflows(here)
  await publish(
    here,
    'document: { dsl: 1.0.3, namespace: test, name: child, version: 1.0.0 }\ndo: [{ a: { set: { x: 1 } } }]',
  )
  const outer = await publish(
    here,
    'do: [{ b: { run: { workflow: { namespace: test, name: child, version: 1.0.0 } } } }]',
  )
  const id = await start(here, outer)
  await settled(here, id)
  const { body } = await here.asKey.get(`/workflow-runs?parentRunId=${id}`)
  expect(body.items).toMatchObject([{ parentRunId: id, status: 'completed' }])
  expect(body.pagination.total).toBe(1)
})
