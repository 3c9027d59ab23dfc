import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { closed, CustomFields, Nullable, oneOf, Uuid } from './schema.ts'
import { bodyValidator, parameterReader } from './validate.ts'

const SMALL = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const CAPITAL = SMALL.toUpperCase()

function read(schema: Parameters<typeof bodyValidator>[0], body: unknown): unknown {
  expect(bodyValidator(schema)(body)).toEqual([])
  return body
}

test('ids are made small wherever the schema has one, and nothing else is touched', () => {
  const schema = closed({
    id: Uuid,
    none: Nullable(Uuid),
    list: Type.Array(Uuid),
    inner: Nullable(Type.Object({ id: Uuid, title: Type.String() })),
    rows: Type.Array(closed({ id: Uuid })),
    byName: Type.Record(Type.String(), Uuid),
    open: Type.Object({ title: Type.String() }, { additionalProperties: Uuid }),
    choice: Type.Union([Uuid, oneOf(['NONE'])]),
    title: Type.String(),
    fields: CustomFields,
  })
  const sent = (id: string) => ({
    id,
    none: null,
    list: [id, SMALL],
    inner: { id, title: CAPITAL },
    rows: [{ id }],
    byName: { [CAPITAL]: id },
    open: { title: CAPITAL, other: id },
    choice: id,
    title: CAPITAL,
    fields: { id: CAPITAL },
  })
  expect(read(schema, sent(CAPITAL))).toEqual(sent(SMALL))
  expect(read(schema, { ...sent(CAPITAL), choice: 'NONE' })).toEqual({ ...sent(SMALL), choice: 'NONE' })
})

test('the same id in both letters is the same twice', () => {
  const faults = bodyValidator(Type.Array(Uuid, { uniqueItems: true }))([SMALL, CAPITAL])
  expect(faults).toMatchObject([{ code: 'repeated' }])
})

test('what is no id stays as it was sent, and is refused', () => {
  const body = { id: CAPITAL.slice(1) }
  expect(bodyValidator(closed({ id: Uuid }))(body)).toMatchObject([{ pointer: '/id', code: 'wrong_format' }])
  expect(body).toEqual({ id: CAPITAL.slice(1) })
  for (const other of [null, 7, [CAPITAL], CAPITAL]) expect(bodyValidator(closed({ id: Uuid }))(other)).not.toEqual([])
})

test('ids in a path and a query too', () => {
  const { values, faults } = parameterReader(closed({ id: Uuid, q: Type.String() }))({ id: CAPITAL, q: CAPITAL })
  expect([values, faults]).toEqual([{ id: SMALL, q: CAPITAL }, []])
})
