import { Type, type Static } from 'typebox'
import { ROLES } from '#core/principal.ts'
import { closed, Nullable, oneOf, optional, Page, Paging, Uuid } from '#core/schema.ts'

const PERSON_KINDS = ['user', 'vendor'] as const

const identity = {
  id: Type.String({ ...Uuid, description: 'Of the user or the vendor: what a task names as assignee.' }),
  kind: oneOf(PERSON_KINDS),
  name: Type.String(),
  membershipId: Nullable(Uuid, { description: 'null for a vendor.' }),
  role: Nullable(oneOf(ROLES), { description: 'null for a vendor.' }),
  departmentIds: Type.Array(Uuid),
}

/** Whom work can be given to, with no way to reach them. */
export const Person = Type.Object(
  {
    ...identity,
    skills: Type.Array(Type.Object({ id: Uuid, name: Type.String() })),
    serviceArea: Nullable(Type.String(), { description: 'Where a vendor works.' }),
  },
  { $id: 'Person' },
)
export const PersonPage = Page(Person, { $id: 'PersonPage' })
export const PersonQuery = closed({
  ...optional({
    id: Type.String({ ...Uuid, description: 'Only this user or vendor.' }),
    kind: identity.kind,
    departmentId: Type.String({ ...Uuid, description: 'Only those who work in this department.' }),
    skillId: Type.String({ ...Uuid, description: 'Only those who have this skill.' }),
    q: Type.String({ minLength: 1, maxLength: 200, description: 'Searches names and skills.' }),
  }),
  ...Paging,
})

export type Person = Static<typeof Person>
export type PersonQuery = Static<typeof PersonQuery>
