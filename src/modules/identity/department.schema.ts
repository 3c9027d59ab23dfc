import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, oneOf, optional, Page, Paging, Slug, Uuid, WorkspaceId } from '#core/schema.ts'

const DEPARTMENT_KINDS = ['field_ops', 'office'] as const

const DefaultAssignee = closed({
  membershipId: Uuid,
  role: oneOf(['PRIMARY', 'SECONDARY']),
})

const changeable = {
  name: Line(100, { examples: ['Housekeeping'] }),
  slug: Slug({
    description: 'A short name for addresses, unique among the departments of the workspace.',
    examples: ['housekeeping'],
  }),
  kind: oneOf(DEPARTMENT_KINDS, { description: 'field_ops: its scheduled tasks are in the daily work orders.' }),
}

const fixed = { id: Uuid, createdAt: DateTime, updatedAt: DateTime }

const defaultAssignees = Type.Array(DefaultAssignee, {
  maxItems: 50,
  description: 'Whom new tasks go to when the request asks for the defaults. At most one PRIMARY.',
})

const HOUSEKEEPING = {
  id: '0198f6a1-03d7-7f6e-8a42-91c7d0b5e3aa',
  name: 'Housekeeping',
  slug: 'housekeeping',
  kind: 'field_ops',
}
const ASSIGNEES = [{ membershipId: '0198f6a2-8121-7a40-b5c0-7d90c1a3e5f2', role: 'PRIMARY' }]

export const Department = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'The departmentId that a task names.' }),
    name: Type.String({ description: 'At most 100 characters, on one line.' }),
    slug: Type.String({ description: 'A short name for addresses, unique among the departments of the workspace.' }),
    kind: changeable.kind,
  },
  { $id: 'Department', examples: [HOUSEKEEPING] },
)
export const DepartmentPage = Page(Department, { $id: 'DepartmentPage' })
export const DepartmentQuery = closed(Paging)

/** The department as administrators keep it. */
export const DepartmentDetails = Type.Object(
  { ...fixed, ...changeable, defaultAssignees },
  {
    $id: 'DepartmentDetails',
    examples: [
      {
        ...HOUSEKEEPING,
        createdAt: '2026-01-12T08:00:00.000Z',
        updatedAt: '2026-03-02T16:45:00.000Z',
        defaultAssignees: ASSIGNEES,
      },
    ],
  },
)
export const DepartmentDetailsPage = Page(DepartmentDetails, { $id: 'DepartmentDetailsPage' })
export const DepartmentPath = closed({ workspaceId: WorkspaceId, departmentId: Uuid })

export const DepartmentCreate = closed(
  {
    name: changeable.name,
    kind: changeable.kind,
    slug: Type.Optional(Type.String({ ...changeable.slug, description: 'Made from the name when absent.' })),
    defaultAssignees: Type.Optional(defaultAssignees),
  },
  {
    $id: 'DepartmentCreate',
    examples: [{ name: 'Housekeeping', kind: 'field_ops', defaultAssignees: ASSIGNEES }],
  },
)
export const DepartmentUpdate = closed(optional({ ...fixed, ...changeable, defaultAssignees }), {
  $id: 'DepartmentUpdate',
  examples: [{ name: 'Housekeeping and laundry' }],
})
export const DEPARTMENT_FIXED = fixed

export type Department = Static<typeof Department>
export type DefaultAssignee = Static<typeof DefaultAssignee>
export type DepartmentDetails = Static<typeof DepartmentDetails>
export type DepartmentCreate = Static<typeof DepartmentCreate>
export type DepartmentUpdate = Static<typeof DepartmentUpdate>
