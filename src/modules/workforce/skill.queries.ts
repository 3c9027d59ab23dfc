import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, insertion, sql } from '#core/sql.ts'
import { SKILL_FIELDS, type Skill, type SkillQuery } from './skill.schema.ts'

export interface SkillRow extends Skill {
  version: number
}

const COLUMNS = columnsOf([...SKILL_FIELDS, 'version'])

export function listSkills({ db, workspaceId }: Scope, query: SkillQuery): Promise<Listed<SkillRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`skills`,
    where: sql`workspace_id = ${workspaceId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function findSkill({ db, workspaceId }: Scope, skillId: string): Promise<SkillRow | undefined> {
  return one(db, sql`select ${COLUMNS} from skills where workspace_id = ${workspaceId} and id = ${skillId}`)
}

export function lockSkill({ db, workspaceId }: TxCtx, skillId: string): Promise<SkillRow | undefined> {
  return one(db, sql`select ${COLUMNS} from skills where workspace_id = ${workspaceId} and id = ${skillId} for update`)
}

/** Which of these are skills here. They stay for the rest of the transaction. */
export async function knownSkills({ db, workspaceId }: TxCtx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    db,
    sql`select id from skills where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) order by id for key share`,
  )
  return new Set(rows.map(({ id }) => id))
}

export function insertSkill({ db, workspaceId, now }: TxCtx, skill: Partial<Skill>): Promise<SkillRow | undefined> {
  const row = { ...skill, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into skills ${insertion(row)} returning ${COLUMNS}`)
}

export function saveSkill({ db, workspaceId, now }: TxCtx, { id, name }: Skill): Promise<SkillRow | undefined> {
  return one(
    db,
    sql`
    update skills set name = ${name}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${id} returning ${COLUMNS}`,
  )
}

/** Nobody has a skill that is gone. */
export async function deleteSkill({ db, workspaceId }: TxCtx, skillId: string): Promise<void> {
  await run(db, sql`delete from membership_skills where workspace_id = ${workspaceId} and skill_id = ${skillId}`)
  await run(db, sql`delete from vendor_skills where workspace_id = ${workspaceId} and skill_id = ${skillId}`)
  await run(db, sql`delete from skills where workspace_id = ${workspaceId} and id = ${skillId}`)
}
