import { isDeepStrictEqual } from 'node:util'
import { assertVersion, inTransaction, type Scope, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail, failAt, type Failure } from '#core/errors.ts'
import { assertReadOnly } from '#core/patch.ts'
import { freeSlug, slugOf } from '#core/slug.ts'
import { tracing } from './audit.service.ts'
import * as departments from './department.queries.ts'
import { repeatedAssignee, secondPrimary } from './department.rules.ts'
import {
  DEPARTMENT_FIXED,
  type DefaultAssignee,
  type DepartmentCreate,
  type DepartmentUpdate,
} from './department.schema.ts'
import { currentMemberships, lockTeam } from './member.queries.ts'

type DepartmentRow = departments.DepartmentRow

const trace = tracing('department', 'departmentId')

export const failures = defineFailures({
  department_not_found: { status: 404, text: 'No such department in this workspace.' },
  slug_taken: { status: 409, text: 'Another department of this workspace has this slug.' },
  several_primaries: { status: 422, text: 'At most one default assignee can be PRIMARY.' },
  assignee_repeated: { status: 422, text: 'A person can be a default assignee of a department once.' },
  member_unknown: { status: 422, text: 'A default assignee is not a member of this workspace.' },
})

const TAKEN = { departments_slug: { failure: failures.slug_taken, field: 'slug' } }

export async function getDepartment(ctx: WorkspaceCtx, departmentId: string): Promise<DepartmentRow> {
  return (await departments.findDepartment(ctx, departmentId)) ?? fail(failures.department_not_found)
}

/**
 * The place of the first that is no department of the workspace, or is there already; -1 when all are right. Kept settings
 * may have ids in capital letters.
 */
export async function wrongDepartment(ctx: Scope, departmentIds: readonly string[]): Promise<number> {
  const ids = departmentIds.map((id) => id.toLowerCase())
  const known = ids.length === 0 ? new Set() : await departments.knownDepartments(ctx, ids)
  return ids.findIndex((id, index) => !known.has(id) || ids.indexOf(id) !== index)
}

/** For work that nobody has said whose it is. */
export async function oldestDepartment(ctx: Scope): Promise<string | undefined> {
  return (await departments.findOldest(ctx))?.id
}

export function createDepartment(ctx: WorkspaceCtx, input: DepartmentCreate): Promise<DepartmentRow> {
  return inTransaction(ctx, async (ctx) => {
    await lockTeam(ctx)
    const { name, kind } = input
    const defaultAssignees = await checkedAssignees(ctx, input.defaultAssignees ?? [])
    const slug = input.slug ?? (await newSlug(ctx, name))
    const id = newId()
    await refusingTaken(departments.insertDepartment(ctx, { id, name, slug, kind }), TAKEN)
    await departments.saveDefaultAssignees(ctx, id, defaultAssignees)
    await trace(ctx, 'department.created', id, { name, slug, kind, defaultAssignees })
    return getDepartment(ctx, id)
  })
}

/** A new name leaves the slug as it is, because addresses may hold it. */
export function updateDepartment(
  ctx: WorkspaceCtx,
  departmentId: string,
  changes: DepartmentUpdate,
): Promise<DepartmentRow> {
  return inTransaction(ctx, async (ctx) => {
    await lockTeam(ctx)
    const before = await getDepartment(ctx, departmentId)
    assertVersion(ctx, before.version)
    assertReadOnly(before, changes, DEPARTMENT_FIXED)
    const { name = before.name, slug = before.slug, kind = before.kind } = changes
    const defaultAssignees = await checkedAssignees(ctx, changes.defaultAssignees ?? before.defaultAssignees)
    const after = { ...before, name, slug, kind, defaultAssignees }
    if (isDeepStrictEqual(after, before)) return before

    await refusingTaken(departments.saveDepartment(ctx, after), TAKEN)
    await departments.saveDefaultAssignees(ctx, before.id, defaultAssignees)
    await trace(ctx, 'department.updated', before.id, { name, slug, kind, defaultAssignees }, before)
    return getDepartment(ctx, before.id)
  })
}

export function deleteDepartment(
  ctx: WorkspaceCtx,
  departmentId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockTeam(ctx)
    const { id, name, version } = await getDepartment(ctx, departmentId)
    assertVersion(ctx, version)
    await departments.deleteDepartment(ctx, id)
    await trace(ctx, 'department.deleted', id, { name })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

async function newSlug(ctx: TxCtx, name: string): Promise<string> {
  const slug = slugOf(name, 'department')
  return freeSlug(slug, await departments.takenSlugs(ctx, slug))
}

/** The assignees as they are read back: the primary first. */
async function checkedAssignees(ctx: TxCtx, assignees: readonly DefaultAssignee[]): Promise<DefaultAssignee[]> {
  refuseAssignee(failures.several_primaries, secondPrimary(assignees))
  refuseAssignee(failures.assignee_repeated, repeatedAssignee(assignees))
  const current = await currentMemberships(
    ctx,
    assignees.map(({ membershipId }) => membershipId),
  )
  refuseAssignee(
    failures.member_unknown,
    assignees.findIndex(({ membershipId }) => !current.has(membershipId)),
  )
  const order = ({ membershipId, role }: DefaultAssignee): string => role + membershipId
  return assignees.toSorted((left, right) => (order(left) < order(right) ? -1 : 1))
}

function refuseAssignee(failure: Failure, index: number): void {
  if (index !== -1) failAt(failure, `defaultAssignees/${index}`)
}
