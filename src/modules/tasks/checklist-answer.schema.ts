import { Type, type Static, type TObject } from 'typebox'
import { closed, Line, Nullable, oneOf, optional } from '#core/schema.ts'

const CONDITIONS = ['GOOD', 'FAIR', 'POOR', 'DAMAGED'] as const

const fields = {
  done: Type.Boolean({ description: 'CHECK: ticked or not.' }),
  value: Nullable(oneOf(CONDITIONS), { description: 'CONDITION: null takes the answer back.' }),
  note: Nullable(Line(2000), { description: 'CONDITION: what there is to say about it.' }),
  count: Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }), {
    description: 'COUNT: null takes the answer back.',
  }),
  text: Nullable(Line(5000), { description: 'TEXT: null takes the answer back.' }),
  yes: Nullable(Type.Boolean(), { description: 'YES_NO: no is an answer, null takes the answer back.' }),
  stars: Nullable(Type.Integer({ minimum: 1, maximum: 5 }), { description: 'RATING: null takes the answer back.' }),
}

/** What answers an item of each kind. A PHOTO is answered by an upload, an EXTERNAL item by the system it lives in. */
export const ANSWERS = {
  CHECK: closed({ done: fields.done }),
  CONDITION: closed({ value: fields.value, note: Type.Optional(fields.note) }),
  COUNT: closed({ count: fields.count }),
  TEXT: closed({ text: fields.text }),
  YES_NO: closed({ yes: fields.yes }),
  RATING: closed({ stars: fields.stars }),
} satisfies Record<string, TObject>

/** The request: exactly the fields of the item's kind, see `ANSWERS`. */
export const ChecklistAnswer = closed(optional(fields), { $id: 'ChecklistAnswer', examples: [{ done: true }] })
export type ChecklistAnswer = Static<typeof ChecklistAnswer>
