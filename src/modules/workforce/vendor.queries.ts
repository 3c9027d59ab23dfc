import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import { VENDOR_FIELDS, type Vendor, type VendorQuery } from './vendor.schema.ts'

export interface VendorRow extends Vendor {
  version: number
}

const COLUMNS = columnsOf([...VENDOR_FIELDS, 'version'])

export function listVendors({ db, workspaceId }: Scope, query: VendorQuery): Promise<Listed<VendorRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`vendors`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`deleted_at is null`,
      query.active !== undefined && sql`active = ${query.active}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function findVendor({ db, workspaceId }: Scope, vendorId: string): Promise<VendorRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from vendors where workspace_id = ${workspaceId} and id = ${vendorId} and deleted_at is null`,
  )
}

export function lockVendor({ db, workspaceId }: TxCtx, vendorId: string): Promise<VendorRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from vendors where workspace_id = ${workspaceId} and id = ${vendorId} and deleted_at is null
    for update`,
  )
}

export function insertVendor({ db, workspaceId, now }: TxCtx, vendor: Partial<Vendor>): Promise<VendorRow | undefined> {
  const row = { ...vendor, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into vendors ${insertion(row)} returning ${COLUMNS}`)
}

export function saveVendor(
  { db, workspaceId, now }: TxCtx,
  vendorId: string,
  changes: Partial<Vendor>,
): Promise<VendorRow | undefined> {
  return one(
    db,
    sql`
    update vendors set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${vendorId} returning ${COLUMNS}`,
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
