import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, containing, every, insertion, searchable, sql, type Sql } from '#core/sql.ts'
import { PROPERTY_FIELDS, type Property, type PropertyQuery } from './property.schema.ts'

export interface PropertyRow extends Property {
  version: number
}

const COLUMNS = columnsOf([...PROPERTY_FIELDS, 'version'])

const ORDERS: Record<NonNullable<PropertyQuery['sort']>, Sql> = {
  '-createdAt': sql`created_at desc, id desc`,
  createdAt: sql`created_at, id`,
  '-updatedAt': sql`updated_at desc, id desc`,
  updatedAt: sql`updated_at, id`,
  name: sql`lower(name), id`,
  '-name': sql`lower(name) desc, id desc`,
}

/** `reduced` searches only what the reduced view shows: a match on the city would give the city away. */
export function listProperties(
  { db, workspaceId }: Scope,
  query: PropertyQuery,
  { reduced }: { reduced: boolean },
): Promise<Listed<PropertyRow>> {
  const { status, q, updatedSince, sort = '-createdAt' } = query
  const searched = reduced ? sql`search_text_reduced` : sql`search_text`
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`properties`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`deleted_at is null`,
      status !== undefined && sql`status = ${status}`,
      updatedSince !== undefined && sql`updated_at >= ${updatedSince}`,
      q !== undefined && sql`${searched} like ${containing(q)}`,
    ]),
    order: ORDERS[sort],
  })
}

/** What `q` looks through, in small letters; the separator keeps a match from running over the end of a field. */
function searchTexts({ name, internalCode, city }: Partial<Property>): {
  searchText: string
  searchTextReduced: string
} {
  return { searchText: searchable(name, internalCode, city), searchTextReduced: searchable(name, internalCode) }
}

export function findProperty({ db, workspaceId }: Scope, propertyId: string): Promise<PropertyRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from properties where workspace_id = ${workspaceId} and id = ${propertyId} and deleted_at is null`,
  )
}

export function lockProperty({ db, workspaceId }: TxCtx, propertyId: string): Promise<PropertyRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from properties where workspace_id = ${workspaceId} and id = ${propertyId} and deleted_at is null
    for update`,
  )
}

export function insertProperty(
  { db, workspaceId, now }: TxCtx,
  property: Partial<Property>,
): Promise<PropertyRow | undefined> {
  const row = { ...property, ...searchTexts(property), workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into properties ${insertion(row)} returning ${COLUMNS}`)
}

export function saveProperty(
  { db, workspaceId, now }: TxCtx,
  before: PropertyRow,
  changes: Partial<Property>,
): Promise<PropertyRow | undefined> {
  const row = { ...changes, ...searchTexts({ ...before, ...changes }), updatedAt: now }
  return one(
    db,
    sql`
    update properties set ${assignments(row)}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${before.id}
    returning ${COLUMNS}`,
  )
}

export function softDeleteProperty(
  { db, workspaceId, now }: TxCtx,
  propertyId: string,
): Promise<{ id: string; deletedAt: string } | undefined> {
  return one(
    db,
    sql`
    update properties set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${propertyId} and deleted_at is null
    returning id, deleted_at as "deletedAt"`,
  )
}

/**
 * By exact name, internal name or internal code, in any case, however the marks of its letters are written; two are
 * enough to know that it is ambiguous.
 */
export function findNamed({ db, workspaceId }: Scope, name: string): Promise<{ id: string }[]> {
  const same = (text: Sql): Sql => sql`lower(btrim(${text}))`
  const names = sql`array[${same(sql`name`)}, ${same(sql`internal_name`)}, ${same(sql`internal_code`)}]`
  // To have the database do this to each name would take ten times as long.
  const [joined, parted] = [name.normalize('NFC'), name.normalize('NFD')]
  return many(
    db,
    sql`
    select id from properties where workspace_id = ${workspaceId} and deleted_at is null
      and ${names} && array[${same(sql`${joined}`)}, ${same(sql`${parted}`)}] limit 2`,
  )
}
