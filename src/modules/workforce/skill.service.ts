import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { assertReadOnly } from '#core/patch.ts'
import { tracing } from '#modules/identity/audit.service.ts'
import * as skills from './skill.queries.ts'
import { SKILL_FIXED, type SkillCreate, type SkillUpdate } from './skill.schema.ts'

type SkillRow = skills.SkillRow

const trace = tracing('skill', 'skillId')

export const failures = defineFailures({
  skill_not_found: { status: 404, text: 'No such skill in this workspace.' },
  skill_name_taken: { status: 409, text: 'Another skill of this workspace has this name.' },
  skill_unknown: { status: 422, text: 'skillIds names a skill that this workspace does not have.' },
})

const TAKEN = { skills_name: { failure: failures.skill_name_taken, field: 'name' } }

export async function getSkill(ctx: WorkspaceCtx, skillId: string): Promise<SkillRow> {
  return (await skills.findSkill(ctx, skillId)) ?? fail(failures.skill_not_found)
}

export function createSkill(ctx: WorkspaceCtx, input: SkillCreate): Promise<SkillRow> {
  return inTransaction(ctx, async (ctx) => {
    const skill =
      (await refusingTaken(skills.insertSkill(ctx, { id: newId(), ...input }), TAKEN)) ?? fail(failures.skill_not_found)
    await trace(ctx, 'skill.created', skill.id, { name: skill.name })
    return skill
  })
}

export function updateSkill(ctx: WorkspaceCtx, skillId: string, changes: SkillUpdate): Promise<SkillRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await skills.lockSkill(ctx, skillId)) ?? fail(failures.skill_not_found)
    assertVersion(ctx, before.version)
    assertReadOnly(before, changes, SKILL_FIXED)
    const { name = before.name } = changes
    if (name === before.name) return before
    const saved = await refusingTaken(skills.saveSkill(ctx, { ...before, name }), TAKEN)
    const after = saved ?? fail(failures.skill_not_found)
    await trace(ctx, 'skill.updated', before.id, { name }, before)
    return after
  })
}

/** People and vendors that have it lose it. */
export function deleteSkill(
  ctx: WorkspaceCtx,
  skillId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { id, name, version } = (await skills.lockSkill(ctx, skillId)) ?? fail(failures.skill_not_found)
    assertVersion(ctx, version)
    await skills.deleteSkill(ctx, id)
    await trace(ctx, 'skill.deleted', id, { name })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** The skills as they are read back, once it is known that they are all of this workspace. */
export async function checkedSkills(ctx: TxCtx, ids: readonly string[]): Promise<string[]> {
  const known = await skills.knownSkills(ctx, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1) {
    const message = `This workspace has no skill ${ids[unknown]}.`
    const errors = [{ pointer: `/skillIds/${unknown}`, code: failures.skill_unknown.code, message }]
    fail(failures.skill_unknown, { detail: message, errors })
  }
  return [...new Set(ids)].toSorted()
}
