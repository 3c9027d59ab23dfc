import { isDeepStrictEqual } from 'node:util'
import { assertVersion, inTransaction, type Scope, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failTaken } from '#core/errors.ts'
import { assertReadOnly } from '#core/patch.ts'
import { recordChange } from './audit.service.ts'
import { dropDefaultAssignee, knownDepartments } from './department.queries.ts'
import * as members from './member.queries.ts'
import { MEMBER_FIXED, type Member, type MemberAdd, type MemberUpdate } from './member.schema.ts'
import { endAccess } from './session.service.ts'
import { temporaryPassword } from './temporary-password.ts'

export const failures = defineFailures({
  member_not_found: { status: 404, text: 'No such member in this workspace.' },
  account_unverified: {
    status: 409,
    text: 'This e-mail has an account that another workspace made and nobody has verified. The operator can verify it.',
  },
  already_member: { status: 409, text: 'This person is a member of the workspace already.' },
  last_admin: { status: 409, text: 'The last administrator of a workspace can neither leave nor get another role.' },
  department_unknown: { status: 422, text: 'departmentIds names a department that this workspace does not have.' },
})

export async function getMember(ctx: WorkspaceCtx, membershipId: string): Promise<Member> {
  return (await members.findMember(ctx, membershipId)) ?? fail(failures.member_not_found)
}

/** Which of these people are members here. */
export function currentMembers(ctx: Scope, userIds: readonly string[]): Promise<Set<string>> {
  return members.currentUsers(ctx, userIds)
}

/** The member with this e-mail address, or undefined. */
export function findMemberByEmail(ctx: Scope, email: string): Promise<{ userId: string } | undefined> {
  return members.findUserByEmail(ctx, email)
}

/**
 * An unknown e-mail gets an account; a former member gets the old membership again, and with it a new temporary password
 * if they have not chosen one of their own yet.
 */
export async function addMember(
  ctx: WorkspaceCtx,
  { email, fullName, role, departmentIds = [] }: MemberAdd,
): Promise<Member & { temporaryPassword: string | null }> {
  // Hashing takes long, so it is done before the transaction and only when an account will be needed.
  const known = await members.findAccount(ctx.db, email)
  const given = known && !known.isTemporary ? undefined : await temporaryPassword(ctx)
  return inTransaction(ctx, async (ctx) => {
    await members.lockTeam(ctx)
    const departments = await checkedDepartments(ctx, departmentIds)
    const account = given && { id: newId(), email, fullName, ...given.kept, now: ctx.now, verifiedAt: null }
    const created = account && (await members.insertUser(ctx.db, account))
    const user = created ?? (await knownAccount(ctx, email))

    const candidate = { id: newId(), userId: user.id, role }
    const { id } = (await members.beginMembership(ctx, candidate)) ?? failTaken(failures.already_member, 'email')
    await members.saveMemberDepartments(ctx, id, departments)
    const returned = id !== candidate.id
    await trace(ctx, 'member.added', { id, userId: user.id }, { role, departmentIds: departments, returned })
    const isRenewed = given && !created && (await members.renewPassword(ctx, user.id, given.kept))
    if (isRenewed) await endAccess(ctx, user.id)
    const isGiven = given && (created || isRenewed)
    return { ...(await getMember(ctx, id)), temporaryPassword: isGiven ? given.password : null }
  })
}

/**
 * Whoever made an account knows its first password, so another workspace takes it in only when the address is known to
 * be the person's own.
 */
async function knownAccount(ctx: TxCtx, email: string): Promise<{ id: string }> {
  const account = await members.findAccount(ctx.db, email)
  if (!account) throw new Error('an e-mail that is taken has no account')
  if (!account.isVerified && !(await members.hasBeenHere(ctx, account.id))) fail(failures.account_unverified)
  return account
}

export function updateMember(ctx: WorkspaceCtx, membershipId: string, changes: MemberUpdate): Promise<Member> {
  return inTransaction(ctx, async (ctx) => {
    await members.lockTeam(ctx)
    const before = await getMember(ctx, membershipId)
    assertVersion(ctx, before.version)
    assertReadOnly(before, changes, MEMBER_FIXED)
    const { role = before.role } = changes
    const departmentIds = await checkedDepartments(ctx, changes.departmentIds ?? before.departmentIds)
    if (role !== 'admin') await assertAdminRemains(ctx, before)
    const after = { ...before, role, departmentIds }
    if (isDeepStrictEqual(after, before)) return before

    await members.saveRole(ctx, after)
    await members.saveMemberDepartments(ctx, before.id, departmentIds)
    await trace(ctx, 'member.changed', before, { role, departmentIds, roleBefore: before.role }, before)
    return getMember(ctx, before.id)
  })
}

/** Ends the membership. The account stays, and so does what the person did. */
export function removeMember(
  ctx: WorkspaceCtx,
  membershipId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    await members.lockTeam(ctx)
    const before = await getMember(ctx, membershipId)
    assertVersion(ctx, before.version)
    await assertAdminRemains(ctx, before)
    await members.endMembership(ctx, before.id)
    await members.saveMemberDepartments(ctx, before.id, [])
    await dropDefaultAssignee(ctx, before.id)
    await trace(ctx, 'member.removed', before, { role: before.role })
    return { id: before.id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** Safe because every change of members holds the team's lock. */
async function assertAdminRemains(ctx: TxCtx, { id, role }: Member): Promise<void> {
  if (role === 'admin' && (await members.countOtherAdmins(ctx, id)) === 0) fail(failures.last_admin)
}

/** The departments as they are read back: in order. */
async function checkedDepartments(ctx: TxCtx, ids: readonly string[]): Promise<string[]> {
  const known = await knownDepartments(ctx, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1) {
    const message = `This workspace has no department ${ids[unknown]}.`
    const errors = [{ pointer: `/departmentIds/${unknown}`, code: failures.department_unknown.code, message }]
    fail(failures.department_unknown, { detail: message, errors })
  }
  return [...new Set(ids)].toSorted()
}

function trace(
  ctx: TxCtx,
  action: string,
  { id, userId }: Pick<Member, 'id' | 'userId'>,
  about: object,
  before?: Member,
): Promise<void> {
  const details = { userId, ...about }
  const event = { membershipId: id, userId }
  return recordChange(ctx, { action, targetKind: 'member', targetId: id, details, before, event })
}
