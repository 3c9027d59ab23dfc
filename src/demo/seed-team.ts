import type { WorkspaceCtx } from '#core/context.ts'
import { createSkill } from '#modules/workforce/skill.service.ts'
import { createVendor } from '#modules/workforce/vendor.service.ts'
import { addException } from '#modules/workforce/work-exception.service.ts'
import { updateProfile } from '#modules/workforce/work-profile.service.ts'
import { AWAY, SKILLS, TEAM, VENDORS } from './team.ts'

/** Skills, vendors, and when people work. Answers the vendors' ids by name. */
export async function seedTeam(
  ctx: WorkspaceCtx,
  membershipIds: ReadonlyMap<string, string>,
  dayAt: (offset: number) => string,
): Promise<Map<string, string>> {
  const skillIds = new Map<string, string>()
  for (const name of SKILLS) skillIds.set(name, (await createSkill(ctx, { name })).id)
  const idsOf = (skills: readonly string[]) => skills.flatMap((name) => skillIds.get(name) ?? [])
  const vendorIds = new Map<string, string>()
  for (const { skills, ...vendor } of VENDORS) {
    vendorIds.set(vendor.name, (await createVendor(ctx, { ...vendor, skillIds: idsOf(skills) })).id)
  }
  for (const { name, skills, shifts } of TEAM) {
    await updateProfile(ctx, membershipIds.get(name) ?? '', { skillIds: idsOf(skills), shifts })
  }
  for (const { name, first, last, ...exception } of AWAY) {
    const days = { firstDate: dayAt(first), lastDate: dayAt(last) }
    await addException(ctx, membershipIds.get(name) ?? '', { ...exception, ...days })
  }
  return vendorIds
}
