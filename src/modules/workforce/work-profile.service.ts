import { isDeepStrictEqual } from 'node:util'
import { assertVersion, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { assertReadOnly } from '#core/patch.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import { failures as memberFailures } from '#modules/identity/member.service.ts'
import { checkedSkills } from './skill.service.ts'
import * as profiles from './work-profile.queries.ts'
import { inOrder, overlappingShift } from './work-profile.rules.ts'
import { WORK_PROFILE_FIXED, type Shift, type WorkProfileUpdate } from './work-profile.schema.ts'

type WorkProfileRow = profiles.WorkProfileRow

export const failures = {
  member_not_found: memberFailures.member_not_found,
  ...defineFailures({
    shifts_overlap: { status: 422, text: 'A shift begins before another one has ended.' },
  }),
}

export async function getProfile(ctx: WorkspaceCtx, membershipId: string): Promise<WorkProfileRow> {
  return (await profiles.findProfile(ctx, membershipId)) ?? fail(failures.member_not_found)
}

export function updateProfile(
  ctx: WorkspaceCtx,
  membershipId: string,
  changes: WorkProfileUpdate,
): Promise<WorkProfileRow> {
  return inTransaction(ctx, async (ctx) => {
    await profiles.lockMember(ctx, membershipId)
    const before = await getProfile(ctx, membershipId)
    assertVersion(ctx, before.version)
    assertReadOnly(before, changes, WORK_PROFILE_FIXED)
    const { timezone = before.timezone } = changes
    const shifts = changes.shifts === undefined ? before.shifts : checkedShifts(changes.shifts)
    const skillIds = await checkedSkills(ctx, changes.skillIds ?? before.skillIds)
    const after = { ...before, timezone, shifts, skillIds }
    if (isDeepStrictEqual(after, before)) return before

    await profiles.saveProfile(ctx, after)
    await profiles.saveShifts(ctx, before.id, shifts ?? [])
    await profiles.saveSkills(ctx, before.id, skillIds)
    const details = { timezone, shifts, skillIds }
    const event = { membershipId: before.id, userId: before.userId }
    const target = { targetKind: 'member', targetId: before.id }
    await recordChange(ctx, { action: 'work_profile.changed', ...target, details, before, event })
    return getProfile(ctx, before.id)
  })
}

function checkedShifts(shifts: Shift[] | null): Shift[] | null {
  const index = shifts === null ? -1 : overlappingShift(shifts)
  if (index !== -1) failAt(failures.shifts_overlap, `shifts/${index}`)
  return shifts && inOrder(shifts)
}
