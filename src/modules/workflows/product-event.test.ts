import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'
import type { Json } from './document.schema.ts'
import { productEvents } from './product-event.rules.ts'
import { schemaFault } from './schema-check.ts'

interface Told {
  type: string
  payload: Record<string, unknown>
}

test('the catalog says what the events of the product carry, which engine runs, and how deep tasks may stand', async () => {
  const here = await harness()
  const { asKey, make, runtime, workspaceId } = here
  const { body: catalog } = await asKey.get('/workflow-catalog')
  expect(catalog).toMatchObject({ engine: { name: 'innkeeper', version: '1.0.0' }, limits: { nesting: 16 } })
  const schemas = new Map<string, Json>(
    catalog.events.map(({ type, data }: { type: string; data: Json }) => [type, data]),
  )
  expect([...schemas.keys()]).toEqual(catalog.eventTypes)

  const { id: propertyId } = await make.property()
  await asKey.patch(`/properties/${propertyId}`, { city: 'Porto' })
  const { id: departmentId } = await make.department()
  const made = await asKey.post('/tasks', { title: 'Fix', departmentId, priority: 'HIGH' })
  await asKey.patch(`/tasks/${made.body.id}`, { status: 'IN_PROGRESS', scheduledDate: '2031-01-02', priority: 'LOW' })
  await asKey.delete(`/tasks/${made.body.id}`)
  const rows = await many<Told>(
    runtime.database.pool,
    sql`select type, payload from outbox where workspace_id = ${workspaceId} order by id`,
  )
  const events = rows.flatMap((row) =>
    productEvents({ ...row, id: 'e', occurredAt: '2031-01-01' }, 'https://x.example'),
  )
  const types = ['property.created', 'property.updated', 'task.created', 'task.deleted']
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining([...types, 'task.updated', 'task.status-changed'].map((name) => `ops.${name}.v1`)),
  )
  for (const { type, data } of events) {
    const schema = schemas.get(String(type))
    expect(schema && schemaFault(schema, data ?? null), `${String(type)} ${JSON.stringify(data)}`).toBeUndefined()
  }
})
