import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'

test('functions answer what the catalog says of them, and nothing else', async () => {
  const here = await harness()
  workflows(here)
  const { id: departmentId } = await here.make.department()
  const { id: propertyId } = await here.make.property()
  const { functions } = (await here.asKey.get('/workflow-catalog')).body
  const fieldsOf = (name: string) => {
    const { output } = functions.find((each: { call: string }) => each.call === `${name}:1.0.0@default`)
    const fields = output.properties.items?.items.properties ?? output.properties
    return { isList: Boolean(output.properties.items), fields: Object.keys(fields) }
  }
  const workflowId = await publish(
    here,
    `
    do:
      - create: { call: 'task-create:1.0.0@default', with: { title: Boiler, departmentId: ${departmentId}, propertyId: ${propertyId} }, output: { as: '\${ { "task-create": . } }' }, export: { as: '\${ $context + . }' } }
      - tasks: { call: 'task-list:1.0.0@default', with: { limit: 1 }, output: { as: '\${ { "task-list": . } }' }, export: { as: '\${ $context + . }' } }
      - home: { call: 'property-get:1.0.0@default', with: { propertyId: ${propertyId} }, output: { as: '\${ { "property-get": . } }' }, export: { as: '\${ $context + . }' } }
      - homes: { call: 'property-list:1.0.0@default', output: { as: '\${ { "property-list": . } }' }, export: { as: '\${ $context + . }' } }
      - people: { call: 'person-list:1.0.0@default', output: { as: '\${ { "person-list": . } }' }, export: { as: '\${ $context + . }' } }
      - all: { set: '\${ $context }' }`,
  )
  const made = await settled(here, await start(here, workflowId))
  expect(made.status, JSON.stringify(made.error)).toBe('completed')
  expect(Object.keys(made.output)).toHaveLength(5)
  for (const [name, answer] of Object.entries<{ items?: object[] }>(made.output)) {
    const { isList, fields } = fieldsOf(name)
    const [first] = isList ? (answer.items ?? []) : [answer]
    expect(fields, name).toEqual(expect.arrayContaining(Object.keys(first ?? { nothing: true })))
  }
})
