import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import { VENDOR_COLUMNS, type Vendor, type VendorQuery } from './vendor.schema.ts'

export interface VendorRow extends Vendor {
  version: number
}

type VendorFields = Partial<Omit<Vendor, 'skillIds'>>

const COLUMNS = sql`${columnsOf([...VENDOR_COLUMNS, 'version'], 'v')},
  array(select s.skill_id from vendor_skills s
    where s.workspace_id = v.workspace_id and s.vendor_id = v.id order by s.skill_id) as "skillIds"`

export function listVendors({ db, workspaceId }: Scope, query: VendorQuery): Promise<Listed<VendorRow>> {
  const { active, skillId } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`vendors v`,
    where: every([
      sql`v.workspace_id = ${workspaceId}`,
      sql`v.deleted_at is null`,
      active !== undefined && sql`v.active = ${active}`,
      skillId !== undefined &&
        sql`v.id in (select vendor_id from vendor_skills where workspace_id = ${workspaceId} and skill_id = ${skillId})`,
    ]),
    order: sql`v.created_at desc, v.id desc`,
    row: { id: sql`v.id`, on: sql`v.workspace_id = ${workspaceId} and v.id = page.id` },
  })
}

export function findVendor({ db, workspaceId }: Scope, vendorId: string): Promise<VendorRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from vendors v
    where v.workspace_id = ${workspaceId} and v.id = ${vendorId} and v.deleted_at is null`,
  )
}

export function lockVendor({ db, workspaceId }: TxCtx, vendorId: string): Promise<VendorRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from vendors v
    where v.workspace_id = ${workspaceId} and v.id = ${vendorId} and v.deleted_at is null
    for update of v`,
  )
}

export async function insertVendor({ db, workspaceId, now }: TxCtx, vendor: VendorFields): Promise<void> {
  const row = { ...vendor, workspaceId, createdAt: now, updatedAt: now }
  await run(db, sql`insert into vendors ${insertion(row)}`)
}

export async function saveVendor(
  { db, workspaceId, now }: TxCtx,
  vendorId: string,
  changes: VendorFields,
): Promise<void> {
  await run(
    db,
    sql`
    update vendors set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${vendorId}`,
  )
}

export async function saveVendorSkills(
  { db, workspaceId }: TxCtx,
  vendorId: string,
  skillIds: readonly string[],
): Promise<void> {
  await run(db, sql`delete from vendor_skills where workspace_id = ${workspaceId} and vendor_id = ${vendorId}`)
  await run(
    db,
    sql`
    insert into vendor_skills (workspace_id, vendor_id, skill_id)
    select ${workspaceId}, ${vendorId}::uuid, skill_id from unnest(${skillIds}::uuid[]) as skill_id`,
  )
}

export async function softDeleteVendor({ db, workspaceId, now }: TxCtx, vendorId: string): Promise<void> {
  await run(
    db,
    sql`
    update vendors set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${vendorId}`,
  )
}
