import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, optional, readBy, Uuid } from '#core/schema.ts'

const text = Type.String({ maxLength: 10_000 })

const writable = {
  accessNotes: readBy(['technician'], Nullable(text, { description: 'For technicians: how to get in.' })),
  wifiPassword: readBy(['guest'], Nullable(Line(200), { description: 'For guests.' })),
  houseRules: readBy(['guest'], Nullable(text, { description: 'For guests.' })),
}
const fixed = { id: Uuid, updatedAt: DateTime }

/** What technicians and guests are told of a property beyond what it is. Never in the public contract. */
export const PropertyGuide = Type.Object({ ...fixed, ...writable }, { $id: 'PropertyGuide' })
export const PropertyGuideUpdate = closed(optional({ ...writable, ...fixed }), {
  $id: 'PropertyGuideUpdate',
  examples: [{ accessNotes: 'The key is in the box by the gate.', houseRules: 'No smoking.' }],
})

export const GUIDE_FIXED = fixed
export const GUIDE_FIELDS = Object.keys(PropertyGuide.properties)

export type PropertyGuide = Static<typeof PropertyGuide>
export type PropertyGuideUpdate = Static<typeof PropertyGuideUpdate>
