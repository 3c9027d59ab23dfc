import { Type, type Static } from 'typebox'
import { ROLES } from '#core/principal.ts'
import {
  closed,
  DateTime,
  Email,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  Uuid,
  WorkspaceId,
} from '#core/schema.ts'

const changeable = {
  role: oneOf(ROLES, { description: 'Each role may what the one before it may: member, manager, admin.' }),
  departmentIds: Type.Array(Uuid, {
    maxItems: 200,
    uniqueItems: true,
    description: 'The departments the person works in.',
  }),
}

const fixed = {
  id: Type.String({ ...Uuid, description: 'The membership: this person in this workspace.' }),
  userId: Uuid,
  email: Email,
  fullName: Type.String(),
  createdAt: DateTime,
  lastSignInAt: Nullable(DateTime, { description: 'null: has never signed in.' }),
  state: oneOf(['invited', 'joined', 'left'], {
    description:
      'invited: added, and the person has neither signed in with the temporary password nor joined with an account of their own.',
  }),
  active: Type.Boolean({ description: 'False for a person who has left and for a disabled account.' }),
  version: Type.Integer(),
}

const ASSIGNABLE = {
  userId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90',
  membershipId: '0198f6a2-8121-7a40-b5c0-7d90c1a3e5f2',
  displayName: 'Ada Marino',
  role: 'manager',
  departmentIds: ['0198f6a1-03d7-7f6e-8a42-91c7d0b5e3aa'],
}
const MEMBER = {
  id: ASSIGNABLE.membershipId,
  userId: ASSIGNABLE.userId,
  email: 'ada@example.com',
  fullName: 'Ada Marino',
  createdAt: '2026-01-12T08:00:00.000Z',
  lastSignInAt: '2026-11-15T09:30:00.000Z',
  state: 'joined',
  active: true,
  version: 1,
  role: 'manager',
  departmentIds: ASSIGNABLE.departmentIds,
}

/** Whom work can be given to: no way to reach them, only who they are. */
export const AssignableUser = Type.Object(
  {
    userId: Type.String({ ...Uuid, description: 'What assignee fields of tasks take.' }),
    membershipId: Type.String({ ...Uuid, description: 'This person in this workspace.' }),
    displayName: Type.String({ description: 'The full name of the account.' }),
    ...changeable,
  },
  { $id: 'AssignableUser', examples: [ASSIGNABLE] },
)
export const AssignableUserPage = Page(AssignableUser, { $id: 'AssignableUserPage' })
export const AssignableUserQuery = closed(Paging)

/** What administrators see of a member. */
export const Member = Type.Object({ ...fixed, ...changeable }, { $id: 'Member', examples: [MEMBER] })
export const MemberPage = Page(Member, { $id: 'MemberPage' })
export const MemberQuery = closed({
  former: Type.Optional(Type.Boolean({ default: false, description: 'true: also those who have left.' })),
  ...Paging,
})
export const MemberPath = closed({ workspaceId: WorkspaceId, membershipId: Uuid })

export const AddedMember = Type.Object(
  {
    ...fixed,
    ...changeable,
    temporaryPassword: Nullable(Type.String(), {
      description:
        'Shown this once, for a person without an account to sign in with and change within seven days. null for one who comes back and has chosen a password of their own here.',
    }),
  },
  {
    $id: 'AddedMember',
    examples: [{ ...MEMBER, lastSignInAt: null, state: 'invited', temporaryPassword: 'f3Qw9_ZkT1vB7nXa' }],
  },
)
export const MemberAdd = closed(
  {
    email: Email,
    fullName: Line(200, {
      description: 'Until the person joins with an account of their own, which has its own name.',
    }),
    role: changeable.role,
    departmentIds: Type.Optional(changeable.departmentIds),
  },
  {
    $id: 'MemberAdd',
    examples: [
      { email: 'ada@example.com', fullName: 'Ada Marino', role: 'manager', departmentIds: ASSIGNABLE.departmentIds },
    ],
  },
)
export const MemberUpdate = closed(optional({ ...fixed, ...changeable }), {
  $id: 'MemberUpdate',
  examples: [{ role: 'admin' }],
})
export const MEMBER_FIXED = fixed

export type AssignableUser = Static<typeof AssignableUser>
export type Member = Static<typeof Member>
export type MemberAdd = Static<typeof MemberAdd>
export type MemberUpdate = Static<typeof MemberUpdate>
