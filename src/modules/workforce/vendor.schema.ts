import { Type, type Static } from 'typebox'
import { closed, DateTime, Email, Line, Nullable, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { SkillIds } from './skill.schema.ts'

const writable = {
  name: Line(200, { examples: ['Blue Pool Service'] }),
  contactName: Nullable(Line(200), { description: 'Whom to ask for.', examples: ['Rita Blue'] }),
  email: Nullable(Email),
  phone: Nullable(Line(50), { examples: ['+351 912 345 678'] }),
  serviceArea: Nullable(Line(500), { description: 'Where it works.', examples: ['Lisbon and Cascais'] }),
  notes: Nullable(Type.String({ maxLength: 10_000 })),
  skillIds: SkillIds,
  active: Type.Boolean({ description: 'Whether new work can be given to it.' }),
}
const fixed = { id: Uuid, createdAt: DateTime, updatedAt: DateTime }

/** An outside company that work is given to. */
export const Vendor = Type.Object({ ...fixed, ...writable }, { $id: 'Vendor' })
export const VendorPage = Page(Vendor, { $id: 'VendorPage' })
export const VendorQuery = closed({
  active: Type.Optional(writable.active),
  skillId: Type.Optional(Type.String({ ...Uuid, description: 'Only vendors that have this skill.' })),
  ...Paging,
})
export const VendorPath = closed({ workspaceId: WorkspaceId, vendorId: Uuid })
export const VendorCreate = closed(
  { ...optional(writable), name: writable.name },
  { $id: 'VendorCreate', examples: [{ name: 'Blue Pool Service', email: 'office@bluepool.example' }] },
)
export const VendorUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'VendorUpdate',
  examples: [{ active: false }],
})

export const VENDOR_FIXED = fixed
/** Columns of its own; the skills are rows beside it. */
export const VENDOR_COLUMNS = Object.keys(Vendor.properties).filter((field) => field !== 'skillIds')

export type Vendor = Static<typeof Vendor>
export type VendorCreate = Static<typeof VendorCreate>
export type VendorUpdate = Static<typeof VendorUpdate>
export type VendorQuery = Static<typeof VendorQuery>
