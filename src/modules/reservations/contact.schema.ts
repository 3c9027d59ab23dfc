import { Type, type Static } from 'typebox'
import {
  closed,
  DateTime,
  Email,
  Line,
  Nullable,
  optional,
  Page,
  Paging,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

const writable = {
  fullName: Line(200, { examples: ['Grace Hopper'] }),
  email: Nullable(Email),
  phone: Nullable(Line(50), { examples: ['+351 912 345 678'] }),
  language: Nullable(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$', examples: ['pt-BR'] }), {
    description: 'A language tag.',
  }),
}
const fixed = { id: Uuid, createdAt: DateTime, updatedAt: DateTime }

/** A guest, or another person outside the company. */
export const Contact = Type.Object({ ...fixed, ...writable }, { $id: 'Contact' })
export const ContactPage = Page(Contact, { $id: 'ContactPage' })
export const ContactQuery = closed({
  ...optional({ q: Words(200, { description: 'Part of name, e-mail or phone.' }) }),
  ...Paging,
})
export const ContactPath = closed({ workspaceId: WorkspaceId, contactId: Uuid })
export const ContactCreate = closed(
  { ...optional(writable), fullName: writable.fullName },
  { $id: 'ContactCreate', examples: [{ fullName: 'Grace Hopper', email: 'grace@example.com' }] },
)
export const ContactUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'ContactUpdate',
  examples: [{ phone: '+351 912 345 678' }],
})

export const CONTACT_FIXED = fixed
export const CONTACT_FIELDS = Object.keys(Contact.properties)

export type Contact = Static<typeof Contact>
export type ContactCreate = Static<typeof ContactCreate>
export type ContactUpdate = Static<typeof ContactUpdate>
export type ContactQuery = Static<typeof ContactQuery>
