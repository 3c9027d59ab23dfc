import type { Scope, TxCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql } from '#core/sql.ts'
import type { SavedView, SavedViewQuery } from './saved-view.schema.ts'

const COLUMNS = sql`
  v.id, v.area, v.name, v.filters, v.is_shared as "isShared", v.version, v.created_at as "createdAt",
  v.updated_at as "updatedAt", json_build_object('id', u.id, 'name', u.full_name) as owner`
const JOINED = sql`saved_views v join users u on u.id = v.owner_id`

export function listSavedViews(
  { db, workspaceId }: Scope,
  userId: string,
  query: SavedViewQuery,
): Promise<Listed<SavedView>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: JOINED,
    where: every([
      sql`v.workspace_id = ${workspaceId} and (v.is_shared or v.owner_id = ${userId})`,
      query.area !== undefined && sql`v.area = ${query.area}`,
    ]),
    order: sql`v.created_at desc, v.id desc`,
  })
}

export function findSavedView(
  { db, workspaceId }: Scope,
  userId: string,
  viewId: string,
): Promise<SavedView | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from ${JOINED}
    where v.workspace_id = ${workspaceId} and v.id = ${viewId} and (v.is_shared or v.owner_id = ${userId})`,
  )
}

export function lockSavedView({ db, workspaceId }: TxCtx, viewId: string): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`select id from saved_views where workspace_id = ${workspaceId} and id = ${viewId} for no key update`,
  )
}

export function insertSavedView(
  { db, workspaceId, now }: TxCtx,
  ownerId: string,
  view: Pick<SavedView, 'id' | 'area' | 'name' | 'filters' | 'isShared'>,
): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`
    insert into saved_views (workspace_id, id, owner_id, area, name, filters, is_shared, created_at, updated_at)
    values (${workspaceId}, ${view.id}, ${ownerId}, ${view.area}, ${view.name}, ${view.filters}, ${view.isShared},
      ${now}, ${now}) returning id`,
  )
}

export function saveSavedView({ db, workspaceId, now }: TxCtx, view: SavedView): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`
    update saved_views set name = ${view.name}, filters = ${view.filters}, is_shared = ${view.isShared},
      version = version + 1, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${view.id} returning id`,
  )
}

export function deleteSavedView({ db, workspaceId }: TxCtx, viewId: string): Promise<{ id: string } | undefined> {
  return one(db, sql`delete from saved_views where workspace_id = ${workspaceId} and id = ${viewId} returning id`)
}
