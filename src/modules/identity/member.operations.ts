import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listAssignable, listMembers as list } from './member.queries.ts'
import * as schema from './member.schema.ts'
import * as members from './member.service.ts'

const { failures } = members

export const listAssignableUsers = operation({
  id: 'listAssignableUsers',
  summary: 'List the people tasks can be assigned to',
  description:
    'Active members of the workspace. E-mail addresses and phone numbers are not part of it; API keys never appear.',
  tag: 'Users',
  access: { scope: 'users:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/users' },
  params: WorkspacePath,
  query: schema.AssignableUserQuery,
  reply: schema.AssignableUserPage,
  run: (ctx, query) => listAssignable(ctx, query),
})

export const listMembers = operation({
  id: 'listMembers',
  summary: 'List the members of a workspace',
  tag: 'Members',
  access: { role: 'admin' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/members' },
  params: WorkspacePath,
  query: schema.MemberQuery,
  reply: schema.MemberPage,
  run: (ctx, query) => list(ctx, query),
})

export const getMember = operation({
  id: 'getMember',
  summary: 'Read a member',
  tag: 'Members',
  access: { role: 'admin' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/members/:membershipId' },
  params: schema.MemberPath,
  reply: schema.Member,
  versioned: true,
  errors: [failures.member_not_found],
  run: (ctx, { membershipId }) => members.getMember(ctx, membershipId),
})

export const addMember = operation({
  id: 'addMember',
  summary: 'Add a person to the workspace',
  description:
    'Answers the same whether or not the address has an account elsewhere: what is shown of the person is what was sent. The temporary password, which is in this answer only and good for seven days, opens an account of this workspace alone; whoever has an account of their own sees the invitation there, and joins with it or declines. Removing and adding the person again gives a new temporary password. A former member comes back with the role and departments sent.',
  tag: 'Members',
  access: { role: 'admin' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/members' },
  params: WorkspacePath,
  body: schema.MemberAdd,
  reply: schema.AddedMember,
  status: 201,
  versioned: true,
  secrets: ['temporaryPassword'],
  settlesCredentials: true,
  errors: [failures.already_member, failures.department_unknown],
  run: (ctx, input) => members.addMember(ctx, input),
})

export const updateMember = operation({
  id: 'updateMember',
  summary: 'Change the role or the departments of a member',
  tag: 'Members',
  access: { role: 'admin' },
  rest: { method: 'PATCH', path: '/workspaces/:workspaceId/members/:membershipId' },
  params: schema.MemberPath,
  body: schema.MemberUpdate,
  reply: schema.Member,
  versioned: true,
  settlesCredentials: true,
  errors: [failures.member_not_found, failures.last_admin, failures.department_unknown],
  run: (ctx, { membershipId, ...changes }) => members.updateMember(ctx, membershipId, changes),
})

export const removeMember = operation({
  id: 'removeMember',
  summary: 'End a membership at once, on every node',
  description:
    'The person leaves their departments and the default assignees. Adding them again brings the membership back.',
  tag: 'Members',
  access: { role: 'admin' },
  rest: { method: 'DELETE', path: '/workspaces/:workspaceId/members/:membershipId' },
  params: schema.MemberPath,
  reply: Deleted,
  conditional: true,
  settlesCredentials: true,
  errors: [failures.member_not_found, failures.last_admin],
  run: (ctx, { membershipId }) => members.removeMember(ctx, membershipId),
})
