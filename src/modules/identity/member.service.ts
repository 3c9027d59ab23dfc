import { isDeepStrictEqual } from 'node:util'
import { assertVersion, inTransaction, type Scope, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failTaken } from '#core/errors.ts'
import { assertReadOnly } from '#core/patch.ts'
import { recordChange } from './audit.service.ts'
import { dropDefaultAssignee, knownDepartments, moveDefaultAssignee } from './department.queries.ts'
import * as members from './member.queries.ts'
import { MEMBER_FIXED, type Member, type MemberAdd, type MemberUpdate } from './member.schema.ts'
import { endAccess } from './session.service.ts'
import { temporaryPassword } from './temporary-password.ts'

export const failures = defineFailures({
  member_not_found: { status: 404, text: 'No such member in this workspace.' },
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
 * The workspace creates an account of its own, whatever accounts the address has elsewhere, and learns nothing about
 * them: the person can join with theirs instead. A former member whose account the workspace created gets the old
 * membership back, and a new temporary password unless they have chosen their own.
 */
export async function addMember(
  ctx: WorkspaceCtx,
  input: MemberAdd,
): Promise<Member & { temporaryPassword: string | null }> {
  const { email, fullName } = input
  // Hashing is slow, so it runs before the transaction, and always, so that timing tells nothing.
  const { password, kept } = await temporaryPassword(ctx, email)
  return inTransaction(ctx, async (ctx) => {
    await members.lockTeam(ctx)
    if (await members.findUserByEmail(ctx, email)) failTaken(failures.already_member, 'email')
    const account = { id: newId(), email, fullName, ...kept, now: ctx.now, verifiedAt: null, madeIn: ctx.workspaceId }
    const created = await members.insertUser(ctx.db, account)
    const user = created ?? (await accountMadeHere(ctx, email))
    const member = await begin(ctx, user.id, input)
    const isRenewed = !created && (await members.renewPassword(ctx, user.id, kept))
    if (isRenewed) await endAccess(ctx, user.id)
    return { ...member, temporaryPassword: created || isRenewed ? password : null }
  })
}

/** For the operator, who vouches for the person: makes an existing account a member at once. */
export function enrol(
  ctx: WorkspaceCtx,
  userId: string,
  input: Omit<MemberAdd, 'email' | 'fullName'>,
): Promise<Member> {
  return inTransaction(ctx, async (ctx) => {
    await members.lockTeam(ctx)
    return begin(ctx, userId, input)
  })
}

async function accountMadeHere(ctx: TxCtx, email: string): Promise<{ id: string }> {
  const made = (await members.findUnproven(ctx.db, email)).find(({ madeIn }) => madeIn === ctx.workspaceId)
  if (!made) throw new Error('an e-mail that is taken here has no account')
  return made
}

/** Call it with the team locked. */
async function begin(
  ctx: TxCtx,
  userId: string,
  { role, departmentIds = [] }: Omit<MemberAdd, 'email' | 'fullName'>,
): Promise<Member> {
  const departments = await checkedDepartments(ctx, departmentIds)
  const candidate = { id: newId(), userId, role }
  const { id } = (await members.beginMembership(ctx, candidate)) ?? failTaken(failures.already_member, 'email')
  await members.saveMemberDepartments(ctx, id, departments)
  const returned = id !== candidate.id
  await trace(ctx, 'member.added', { id, userId }, { role, departmentIds: departments, returned })
  return getMember(ctx, id)
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
export function removeMember(ctx: WorkspaceCtx, membershipId: string): Promise<Ended> {
  return inTransaction(ctx, async (ctx) => {
    await members.lockTeam(ctx)
    const before = await getMember(ctx, membershipId)
    assertVersion(ctx, before.version)
    return end(ctx, before, 'member.removed')
  })
}

interface Ended {
  id: string
  deleted: true
  deletedAt: string
}

/** Ends a person's membership at their own request. */
export function leave(ctx: WorkspaceCtx, userId: string): Promise<Ended> {
  return inTransaction(ctx, async (ctx) => {
    await members.lockTeam(ctx)
    const id = (await members.findMembershipOf(ctx, userId)) ?? fail(failures.member_not_found)
    return end(ctx, await getMember(ctx, id), 'member.left')
  })
}

/**
 * Lets a person join with their own account in place of the one that the workspace created for their address, with the
 * role and departments meant for them. The password that was given out stops working.
 */
export async function joinInstead(ctx: TxCtx, invited: Member, userId: string): Promise<Member> {
  const { role, departmentIds } = invited
  await members.endMembership(ctx, invited.id)
  await members.saveMemberDepartments(ctx, invited.id, [])
  await members.closeAccount(ctx, invited.userId)
  const candidate = { id: newId(), userId, role }
  const { id } = (await members.beginMembership(ctx, candidate)) ?? failTaken(failures.already_member, 'email')
  await members.saveMemberDepartments(ctx, id, departmentIds)
  await moveDefaultAssignee(ctx, invited.id, id)
  await trace(ctx, 'member.joined', { id, userId }, { role, departmentIds, insteadOf: invited.userId })
  return getMember(ctx, id)
}

async function end(ctx: TxCtx, before: Member, action: string): Promise<Ended> {
  await assertAdminRemains(ctx, before)
  await members.endMembership(ctx, before.id)
  await members.saveMemberDepartments(ctx, before.id, [])
  await dropDefaultAssignee(ctx, before.id)
  await trace(ctx, action, before, { role: before.role })
  return { id: before.id, deleted: true, deletedAt: ctx.now.toISOString() }
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
  const event = { membershipId: id, userId, ...('insteadOf' in about && { insteadOf: about.insteadOf }) }
  return recordChange(ctx, { action, targetKind: 'member', targetId: id, details, before, event })
}
