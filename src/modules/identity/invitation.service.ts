import { inTransaction, type Ctx } from '#core/context.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import * as invitations from './invitation.queries.ts'
import type { Accepted, Invitation } from './invitation.schema.ts'
import { lockTeam } from './member.queries.ts'
import { failures as memberFailures, getMember, joinInstead, leave } from './member.service.ts'

export const failures = defineFailures({
  invitation_not_found: {
    status: 404,
    text: 'You have no such invitation. It was answered already, or the workspace took it back.',
  },
})

export function listInvitations(ctx: Ctx, query: { limit?: number; offset?: number }): Promise<Listed<Invitation>> {
  return invitations.listInvitations(ctx.db, personIn(ctx), query)
}

/** Only now does the workspace learn whose account it is. */
export async function accept(ctx: Ctx, invitationId: string): Promise<Accepted> {
  const userId = personIn(ctx)
  const { workspaceId } = await find(ctx, userId, invitationId)
  return inTransaction({ ...ctx, workspaceId }, async (ctx) => {
    await lockTeam(ctx)
    // Checked again: it may have been answered or withdrawn meanwhile.
    const { id } = await find(ctx, userId, invitationId)
    const member = await joinInstead(ctx, await getMember(ctx, id), userId)
    return { workspaceId, membershipId: member.id, role: member.role }
  })
}

/** The workspace is not told: to it, the person simply has not joined yet. */
export async function decline(
  ctx: Ctx,
  invitationId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  const invitation = await find(ctx, personIn(ctx), invitationId)
  await invitations.saveDeclined(ctx.db, invitation, ctx.now)
  return { id: invitation.id, deleted: true, deletedAt: ctx.now.toISOString() }
}

export async function leaveWorkspace(
  ctx: Ctx,
  membershipId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  const userId = personIn(ctx)
  const { workspaceId } =
    (await invitations.findOwn(ctx.db, userId, membershipId)) ?? fail(memberFailures.member_not_found)
  return leave({ ...ctx, workspaceId }, userId)
}

async function find(ctx: Ctx, userId: string, id: string): Promise<Invitation> {
  return (await invitations.findInvitation(ctx.db, userId, id)) ?? fail(failures.invitation_not_found)
}

function personIn({ principal }: Ctx): string {
  return principal.kind === 'user' ? principal.userId : fail(coreFailures.invalid_token)
}
