import { operation } from '#core/operation.ts'
import { Deleted } from '#core/schema.ts'
import * as schema from './invitation.schema.ts'
import * as invitations from './invitation.service.ts'
import { failures as memberFailures } from './member.service.ts'

const { invitation_not_found } = invitations.failures

export const listMyInvitations = operation({
  id: 'listMyInvitations',
  summary: 'List the workspaces that have added your address and wait for your answer',
  description: 'Until you accept, they know nothing of your account.',
  tag: 'Account',
  access: { credential: 'user' },
  rest: { method: 'GET', path: '/me/invitations' },
  query: schema.InvitationQuery,
  reply: schema.InvitationPage,
  run: (ctx, query) => invitations.listInvitations(ctx, query),
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  summary: 'Join a workspace that has added your address',
  description: 'From then on its administrators see your name, your address and when you last signed in.',
  tag: 'Account',
  access: { credential: 'user' },
  rest: { method: 'POST', path: '/me/invitations/:invitationId/accept' },
  params: schema.InvitationPath,
  reply: schema.Accepted,
  settlesCredentials: true,
  errors: [invitation_not_found, memberFailures.already_member],
  run: (ctx, { invitationId }) => invitations.accept(ctx, invitationId),
})

export const declineInvitation = operation({
  id: 'declineInvitation',
  summary: 'Say no to a workspace that has added your address',
  description: 'The workspace is not told.',
  tag: 'Account',
  access: { credential: 'user' },
  rest: { method: 'DELETE', path: '/me/invitations/:invitationId' },
  params: schema.InvitationPath,
  reply: Deleted,
  errors: [invitation_not_found],
  run: (ctx, { invitationId }) => invitations.decline(ctx, invitationId),
})

export const leaveWorkspace = operation({
  id: 'leaveWorkspace',
  summary: 'Leave a workspace',
  description:
    'At once, on every node. The last administrator cannot leave: make somebody else an administrator first.',
  tag: 'Account',
  access: { credential: 'user' },
  rest: { method: 'DELETE', path: '/me/memberships/:membershipId' },
  params: schema.MyMembershipPath,
  reply: Deleted,
  settlesCredentials: true,
  errors: [memberFailures.member_not_found, memberFailures.last_admin],
  run: (ctx, { membershipId }) => invitations.leaveWorkspace(ctx, membershipId),
})
