import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { DefaultAssignee, Department, DepartmentDetails } from './department.schema.ts'

export interface DepartmentRow extends DepartmentDetails {
  version: number
}

const DETAILS = sql`
  d.id, d.name, d.slug, d.kind, d.created_at as "createdAt", d.updated_at as "updatedAt", d.version,
  coalesce((select json_agg(json_build_object('membershipId', a.membership_id, 'role', a.role) order by a.role, a.membership_id)
    from department_default_assignees a
    where a.workspace_id = d.workspace_id and a.department_id = d.id), '[]') as "defaultAssignees"`

interface PageQuery {
  limit?: number
  offset?: number
}

export function listDepartments(scope: Scope, query: PageQuery): Promise<Listed<Department>> {
  return list(scope, query, sql`d.id, d.name, d.slug, d.kind`)
}

export function listDetails(scope: Scope, query: PageQuery): Promise<Listed<DepartmentDetails>> {
  return list(scope, query, DETAILS)
}

function list<Row>({ db, workspaceId }: Scope, query: PageQuery, columns: Sql): Promise<Listed<Row>> {
  return listed(db, query, {
    columns,
    from: sql`departments d`,
    where: sql`d.workspace_id = ${workspaceId} and d.deleted_at is null`,
    order: sql`d.created_at desc, d.id desc`,
  })
}

export function findDepartment({ db, workspaceId }: Scope, departmentId: string): Promise<DepartmentRow | undefined> {
  return one(
    db,
    sql`
    select ${DETAILS} from departments d
    where d.workspace_id = ${workspaceId} and d.id = ${departmentId} and d.deleted_at is null`,
  )
}

/** Which of these are departments here. */
export async function knownDepartments({ db, workspaceId }: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    select id from departments where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and deleted_at is null`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The slugs in use that begin like this one. */
export async function takenSlugs({ db, workspaceId }: Scope, stem: string): Promise<Set<string>> {
  const rows = await many<{ slug: string }>(
    db,
    sql`
    select slug from departments where workspace_id = ${workspaceId} and deleted_at is null and starts_with(slug, ${stem})`,
  )
  return new Set(rows.map(({ slug }) => slug))
}

export function findOldest({ db, workspaceId }: Scope): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`
    select id from departments where workspace_id = ${workspaceId} and deleted_at is null
    order by created_at, id limit 1`,
  )
}

export async function insertDepartment({ db, workspaceId, now }: TxCtx, department: Department): Promise<void> {
  const { id, name, slug, kind } = department
  await run(
    db,
    sql`
    insert into departments (workspace_id, id, name, slug, kind, created_at, updated_at)
    values (${workspaceId}, ${id}, ${name}, ${slug}, ${kind}, ${now}, ${now})`,
  )
}

export async function saveDepartment({ db, workspaceId, now }: TxCtx, department: Department): Promise<void> {
  const { id, name, slug, kind } = department
  await run(
    db,
    sql`
    update departments set name = ${name}, slug = ${slug}, kind = ${kind}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

/** Nobody works in a deleted department any more. */
export async function deleteDepartment({ db, workspaceId, now }: TxCtx, departmentId: string): Promise<void> {
  await run(
    db,
    sql`
    update departments set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${departmentId}`,
  )
  await run(
    db,
    sql`
    delete from membership_departments where workspace_id = ${workspaceId} and department_id = ${departmentId}`,
  )
  await run(
    db,
    sql`
    delete from department_default_assignees where workspace_id = ${workspaceId} and department_id = ${departmentId}`,
  )
}

export async function saveDefaultAssignees(
  { db, workspaceId }: TxCtx,
  departmentId: string,
  assignees: readonly DefaultAssignee[],
): Promise<void> {
  const ids = assignees.map(({ membershipId }) => membershipId)
  const roles = assignees.map(({ role }) => role)
  await run(
    db,
    sql`
    delete from department_default_assignees where workspace_id = ${workspaceId} and department_id = ${departmentId}`,
  )
  await run(
    db,
    sql`
    insert into department_default_assignees (workspace_id, department_id, membership_id, role)
    select ${workspaceId}, ${departmentId}::uuid, a.id, a.role from unnest(${ids}::uuid[], ${roles}::text[]) as a (id, role)`,
  )
}

/** The departments that lose a default assignee have changed, so their versions rise. */
export async function dropDefaultAssignee({ db, workspaceId, now }: TxCtx, membershipId: string): Promise<void> {
  await run(
    db,
    sql`
    with dropped as (
      delete from department_default_assignees where workspace_id = ${workspaceId} and membership_id = ${membershipId}
      returning department_id)
    update departments set version = version + 1, updated_at = ${now}
    where workspace_id = ${workspaceId} and id in (select department_id from dropped)`,
  )
}

/** Replaces a default assignee with another member. */
export async function moveDefaultAssignee(
  { db, workspaceId, now }: TxCtx,
  fromId: string,
  toId: string,
): Promise<void> {
  await run(
    db,
    sql`
    with moved as (
      update department_default_assignees set membership_id = ${toId}
      where workspace_id = ${workspaceId} and membership_id = ${fromId} returning department_id)
    update departments set version = version + 1, updated_at = ${now}
    where workspace_id = ${workspaceId} and id in (select department_id from moved)`,
  )
}
