import type { Scope, TxCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { assignments, columnsOf, sql } from '#core/sql.ts'
import { GUIDE_FIELDS, type PropertyGuide } from './property-guide.schema.ts'

interface GuideRow extends PropertyGuide {
  version: number
}

const COLUMNS = columnsOf([...GUIDE_FIELDS, 'version'])

export function findGuide({ db, workspaceId }: Scope, propertyId: string): Promise<GuideRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from properties where workspace_id = ${workspaceId} and id = ${propertyId} and deleted_at is null`,
  )
}

export function lockGuide({ db, workspaceId }: TxCtx, propertyId: string): Promise<GuideRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from properties where workspace_id = ${workspaceId} and id = ${propertyId} and deleted_at is null
    for update`,
  )
}

export function saveGuide(
  { db, workspaceId, now }: TxCtx,
  propertyId: string,
  changes: Partial<PropertyGuide>,
): Promise<GuideRow | undefined> {
  return one(
    db,
    sql`
    update properties set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${propertyId} returning ${COLUMNS}`,
  )
}
