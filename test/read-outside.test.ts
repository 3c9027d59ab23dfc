import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { TSchema } from 'typebox'
import { GUIDE_FIXED, PropertyGuideUpdate } from '#modules/properties/property-guide.schema.ts'
import { PROPERTY_FIXED, PropertyUpdate } from '#modules/properties/property.schema.ts'
import { RESERVATION_FIXED, ReservationUpdate } from '#modules/reservations/reservation.schema.ts'
import { OUTSIDERS } from '#core/schema.ts'
import { outsidersOf } from '#core/tool.ts'
import { AttachmentCreate } from '#modules/tasks/attachment.schema.ts'
import { ChecklistChange } from '#modules/tasks/checklist-change.schema.ts'
import { ExternalAction } from '#modules/tasks/checklist-item.schema.ts'
import { CommentCreate } from '#modules/tasks/comment.schema.ts'
import { PhotoForm } from '#modules/tasks/photo.schema.ts'
import { TASK_FIXED, TaskUpdate } from '#modules/tasks/task.schema.ts'
import type { Schema } from './arbitrary.ts'
import type { Client } from './client.ts'
import { mailPlace } from './mail-place.ts'
import { otherValue, outsidePlace, type OutsidePlace } from './outside-place.ts'
import { harness, type Harness } from './harness.ts'
import { referred } from './referred.ts'
import { makeSubject } from './subjects.ts'

interface Kind {
  name: string
  properties: Record<string, TSchema>
  fixed: object
  /** Where to change it. */
  door(at: Harness, place: OutsidePlace): { client: Client; path: string }
}

/** Everything that outsiders see part of. */
const KINDS: Kind[] = [
  {
    name: 'home',
    properties: PropertyUpdate.properties,
    fixed: PROPERTY_FIXED,
    door: ({ asKey }, { propertyId }) => ({ client: asKey, path: `/properties/${propertyId}` }),
  },
  {
    name: 'guide',
    properties: PropertyGuideUpdate.properties,
    fixed: GUIDE_FIXED,
    door: ({ asAdmin }, { propertyId }) => ({ client: asAdmin, path: `/properties/${propertyId}/guide` }),
  },
  {
    name: 'task',
    properties: TaskUpdate.properties,
    fixed: TASK_FIXED,
    door: ({ asKey }, { taskId }) => ({ client: asKey, path: `/tasks/${taskId}` }),
  },
  {
    name: 'stay',
    properties: ReservationUpdate.properties,
    fixed: RESERVATION_FIXED,
    door: ({ asAdmin }, { reservationId }) => ({ client: asAdmin, path: `/reservations/${reservationId}` }),
  },
]
const fields = KINDS.flatMap((kind) =>
  Object.entries(kind.properties)
    .filter(([field]) => !(field in kind.fixed))
    // A canceled stay stays canceled, so status goes last.
    .toSorted(([left], [right]) => Number(left === 'status') - Number(right === 'status'))
    .map(([field, schema]) => ({ kind, name: kind.name, field, schema })),
)

let at: Harness
let place: OutsidePlace
beforeAll(async () => {
  at = await harness()
  place = await outsidePlace(at)
  await at.make.property({ name: 'Elsewhere' })
})

/** Fields that need a specific value or a second field alongside. */
const CHANGES: Record<string, object> = {
  'task propertyName': { propertyName: 'Elsewhere' },
  'task completedAt': { completedAt: '2026-01-02T03:04:05.000Z', status: 'COMPLETED' },
  'stay status': { status: 'CANCELLED' },
  'stay externalSource': { externalSource: 'other', externalId: '1' },
  'stay externalId': { externalSource: 'other', externalId: '2' },
}

/** A change that gives the field a different value. */
async function changeOf(name: string, field: string, schema: Schema, current: unknown): Promise<object> {
  const known = CHANGES[`${name} ${field}`]
  const subject = referred(field, schema)
  if (known || subject === undefined) return known ?? { [field]: otherValue(schema, current, field) }
  const id = await makeSubject(at, subject, 'elsewhere')
  if (subject === 'departmentId') await at.asAdmin.post('/completion-rules', { departmentId: id, requires: 'summary' })
  return { [field]: schema.items ? [id] : id }
}

test.for(fields)(
  'the $field of a $name is shown to just those whom it declares',
  async ({ kind, name, field, schema }) => {
    const { client, path } = kind.door(at, place)
    const { body } = await client.get(path)
    const before = await place.pages()
    const change = await changeOf(name, field, schema, body[field])
    const changed = await client.patch(path, change)
    expect(changed.status, `${JSON.stringify(change)}: ${JSON.stringify(changed.body)}`).toBe(200)
    const after = await place.pages()
    const back = Object.fromEntries(Object.keys(change).flatMap((name) => (name in body ? [[name, body[name]]] : [])))
    const { propertyId } = body
    await client.patch(path, field === 'propertyName' ? { propertyId } : back)
    const isShown = (link: keyof typeof before): boolean => JSON.stringify(before[link]) !== JSON.stringify(after[link])
    const readers = [...(isShown('manual') ? ['guest'] : []), ...(isShown('shared-task') ? ['technician'] : [])]
    expect(readers).toEqual(outsidersOf(schema).filter((outsider) => outsider !== 'vendor'))
  },
)

/** Whether it accepts any text, so that the text can be recognized in a letter. */
const isFreeText = ({ type, format, enum: values }: Schema): boolean =>
  [type].flat().includes('string') && values === undefined && [undefined, 'one-line'].includes(format)

test('a vendor is written just the texts of a task and its home that are declared for vendors', async () => {
  const here = await mailPlace()
  const place = await outsidePlace(here)
  const texts = fields.filter(
    ({ name, schema }) => ['home', 'guide', 'task'].includes(name) && isFreeText(schema as Schema),
  )
  const marked = texts.map((each, index) => ({ ...each, mark: `QX${index}X` }))
  expect(marked.length).toBeGreaterThan(15)
  for (const { kind, field, mark } of marked) {
    if (field === 'propertyName') continue
    const { client, path } = kind.door(here, place)
    const { status, body } = await client.patch(path, { [field]: mark })
    expect(status, JSON.stringify(body)).toBe(200)
  }
  const { email: address } = (await here.asAdmin.get(`/vendors/${place.vendorId}`)).body
  await here.post()
  const letters = await here.server.mailsTo(address)
  const said = letters.map(({ subject, text, html }) => [subject, text, html].join('\n')).join('\n')
  const read = marked.filter(({ mark }) => said.includes(mark)).map(({ name, field }) => `${name} ${field}`)
  const declared = marked.filter(
    ({ schema, field }) => outsidersOf(schema).includes('vendor') && field !== 'propertyName',
  )
  expect(read).toEqual(declared.map(({ name, field }) => `${name} ${field}`))
})

/** What is added to a task, apart from its own fields. */
const PARTS = [
  { name: 'comment', properties: CommentCreate.properties },
  { name: 'checklist', properties: ChecklistChange.properties },
  { name: 'action', properties: ExternalAction.properties },
  { name: 'photo', properties: { ...AttachmentCreate.properties, ...PhotoForm.properties } },
]

test('the guide of tools lists just what is declared', () => {
  const rows = OUTSIDERS.flatMap((outsider) =>
    [...KINDS, ...PARTS].flatMap(({ name, properties }) => {
      const read = Object.entries(properties).filter(([, schema]) => outsidersOf(schema).includes(outsider))
      const listed = read.map(([field]) => `\`${field}\``).join(', ')
      return read.length > 0 ? [`| ${outsider} | ${name} | ${listed} |`] : []
    }),
  )
  const guide = readFileSync(new URL('../docs/tools.md', import.meta.url), 'utf8')
  const [, table = ''] = guide.split('| read by | of a | fields |\n|---|---|---|\n')
  expect(table.split('\n\n')[0]?.split('\n')).toEqual(rows)
})
