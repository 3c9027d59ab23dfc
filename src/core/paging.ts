import { many, one, type Db } from './db.ts'
import { sql, type Sql } from './sql.ts'

/** What every list answers. */
export interface Listed<Row> {
  items: Row[]
  pagination: { total: number; limit: number; offset: number; hasMore: boolean }
}

export interface Listing {
  columns: Sql
  from: Sql
  where: Sql
  /** Must end in a unique column, or pages would overlap. */
  order: Sql
  /** The tables the condition needs, when `from` joins more than that. */
  countFrom?: Sql
}

/**
 * One page and the exact total, in one statement. A page past the end has no row to carry the total, so that one
 * asks again.
 */
export async function listed<Row>(
  db: Db,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
  { columns, from, where, order, countFrom = from }: Listing,
): Promise<Listed<Row>> {
  const count = sql`select count(*) as total from ${countFrom} where ${where}`
  const rows = await many<Row & { total: number }>(
    db,
    sql`
    select ${columns}, (${count}) as total from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`,
  )
  const beyond = rows.length === 0 && offset > 0
  const total = rows[0]?.total ?? (beyond ? ((await one<{ total: number }>(db, count))?.total ?? 0) : 0)
  return { items: rows, pagination: { total, limit, offset, hasMore: offset + rows.length < total } }
}
