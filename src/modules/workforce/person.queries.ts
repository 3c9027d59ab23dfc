import type { Scope } from '#core/context.ts'
import { listed, type Listed } from '#core/paging.ts'
import { containing, every, sql, type Sql } from '#core/sql.ts'
import type { Person, PersonQuery } from './person.schema.ts'

const SKILL_IDS = sql`
  select skill_id from membership_skills m where m.workspace_id = p.workspace_id and m.membership_id = p.membership_id
  union all
  select skill_id from vendor_skills v where v.workspace_id = p.workspace_id and v.vendor_id = p.id`
const COLUMNS = sql`
  p.id, p.kind, p.name, p.membership_id as "membershipId", p.role, p.service_area as "serviceArea",
  array(select d.department_id from membership_departments d
    where d.workspace_id = p.workspace_id and d.membership_id = p.membership_id order by d.department_id) as "departmentIds",
  coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by lower(s.name))
    from skills s where s.workspace_id = p.workspace_id and s.id in (${SKILL_IDS})), '[]') as skills`

/** Those who work here now: members whose account works, and vendors in use. `alsoIds` are let in beside a department's own. */
export function listPeople(
  { db, workspaceId }: Scope,
  query: PersonQuery,
  alsoIds: readonly string[] = [],
): Promise<Listed<Person>> {
  const { id, kind, departmentId, skillId, q } = query
  const isNamedSo = q !== undefined && sql`search_letters(lower(p.name)) like ${containing(q)}`
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`lateral ${peopleOf(workspaceId, sql`page.id`)}`,
    countFrom: peopleOf(workspaceId, id === undefined ? undefined : sql`${id}`),
    where: every([
      kind !== undefined && sql`p.kind = ${kind}`,
      departmentId !== undefined &&
        sql`(p.membership_id in (select membership_id from membership_departments
            where workspace_id = ${workspaceId} and department_id = ${departmentId})
          or p.id = any(${alsoIds}::uuid[]))`,
      skillId !== undefined &&
        sql`(p.membership_id in (select membership_id from membership_skills
            where workspace_id = ${workspaceId} and skill_id = ${skillId})
          or p.id in (select vendor_id from vendor_skills
            where workspace_id = ${workspaceId} and skill_id = ${skillId}))`,
      isNamedSo &&
        sql`(${isNamedSo} or exists (
          select from skills s where s.workspace_id = ${workspaceId} and search_letters(lower(s.name)) like ${containing(q)}
            and s.id in (${SKILL_IDS})))`,
    ]),
    // Who was asked for by name is not to be behind all who have a skill that is called so.
    order: isNamedSo ? sql`(${isNamedSo}) desc, lower(p.name), p.id` : sql`lower(p.name), p.id`,
    // Names are in two tables, so no index has them in their order: all are looked through once, and what hangs on
    // somebody is read for the page only.
    search: { id: sql`p.id`, on: sql`true` },
  })
}

/** All, or the one with this id: beneath the union, where an index finds it. Questions to a person ask for fifty of them. */
function peopleOf(workspaceId: string, id?: Sql): Sql {
  return sql`(
    select m.workspace_id, 'user' as kind, m.user_id as id, m.id as membership_id, u.full_name as name, m.role,
      null as service_area
    from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.ended_at is null and u.disabled_at is null
      and ${id ? sql`m.user_id = ${id}` : sql`true`}
    union all
    select workspace_id, 'vendor', id, null, name, null, service_area from vendors
    where workspace_id = ${workspaceId} and deleted_at is null and active and ${id ? sql`id = ${id}` : sql`true`}) p`
}
