import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { workflowTools } from '#src/catalogue.ts'
import { harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { workflowEvents } from './workflow-events.ts'

test('an event of the product starts a workflow once, and only the one whose filter it meets', async () => {
  const here = await harness()
  workflows(here)
  await working(here, [workflowEvents(workflowTools)])
  const { id: propertyId } = await here.make.property()
  const workflowId = await publish(
    here,
    `
    schedule: { on: { one: { with: { type: ops.property.updated.v1, data: { propertyId: ${propertyId} } } } } }
    do: [ { keep: { set: { what: '\${ .[0].data.propertyId }' } } } ]`,
  )
  const { id: other } = await here.make.property()
  await here.asKey.patch(`/properties/${other}`, { city: 'Porto' })
  await here.asKey.patch(`/properties/${propertyId}`, { city: 'Lisbon' })
  const runs = await soon(async () => {
    const { items } = (await here.asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body
    expect(items).toHaveLength(1)
    return items
  })
  expect(await settled(here, runs[0].id)).toMatchObject({ triggerKind: 'event', output: { what: propertyId } })
})

test('a run listens for an event that another run emits, and takes the one that is its own', async () => {
  const here = await harness()
  workflows(here)
  await working(here, [workflowEvents(workflowTools)])
  const listener = await publish(
    here,
    `
    do:
      - hear:
          listen:
            to: { one: { with: { type: test.done, data: { number: '\${ . == 7 }' } } } }`,
  )
  const emitter = await publish(
    here,
    `do: [ { tell: { emit: { event: { with: { source: 'https://example.com', type: test.done, data: { number: '\${ .number }' } } } } } } ]`,
  )
  const waiting = await start(here, listener)
  await reached(here, waiting, 'waiting')
  await settled(here, await start(here, emitter, { number: 1 }))
  await settled(here, await start(here, emitter, { number: 7 }))
  expect(await settled(here, waiting)).toMatchObject({ status: 'completed', output: [{ number: 7 }] })
})

test('workflows that set each other off come to an end', async () => {
  const here = await harness()
  workflows(here)
  await working(here, [workflowEvents(workflowTools)])
  const type = `test.loop-${newId()}`
  const workflowId = await publish(
    here,
    `
    schedule: { on: { one: { with: { type: ${type} } } } }
    do: [ { again: { emit: { event: { with: { source: 'https://example.com', type: '${type}', data: {} } } } } } ]`,
  )
  await settled(here, await start(here, workflowId))
  await soon(async () => {
    const { pagination } = (await here.asKey.get(`/workflow-runs?workflowId=${workflowId}&status=completed`)).body
    expect(pagination.total).toBe(9)
  })
})

test('a schedule starts one run for each moment, also when several workers look, and none once it is off', async () => {
  const here = await harness()
  const { pool } = here.runtime.database
  const workflowId = await publish(here, "schedule: { cron: '0 5 * * *' }\ndo: [ { tick: { set: { a: 1 } } } ]")
  await run(
    pool,
    sql`
    update wf_trigger set next_at = clock_timestamp() - interval '1 second'
    where workspace_id = ${here.workspaceId} and definition_id = ${workflowId}`,
  )
  workflows(here)
  workflows(here)
  const path = `/workflow-runs?workflowId=${workflowId}`
  await soon(async () => {
    expect((await here.asKey.get(`${path}&status=completed`)).body.pagination.total).toBe(1)
  })
  expect((await here.asKey.get(path)).body.items[0]).toMatchObject({ triggerKind: 'schedule' })
  expect((await here.asKey.delete(`/workflows/${workflowId}/activation`, ANY)).status).toBe(204)
  expect((await here.asKey.get(`/workflows/${workflowId}`)).body).toMatchObject({
    status: 'inactive',
    triggerKinds: [],
  })
})
