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
  /**
   * For a condition that no index gives in the order asked for, such as a search. It is then evaluated once, for the
   * page and for the total, and `from` is joined to the rows of the page only.
   */
  search?: RowRef
  /** For a condition that several indexes give in the order asked for, and none alone. */
  merge?: Merge
  /** For long lists: far down, `from` is joined to the rows of the page only. */
  row?: RowRef
}

/** `id` tells a row of `countFrom`, `on` finds it in `from` by `page.id`. */
interface RowRef {
  id: Sql
  on: Sql
}

/** `first` is a row's `id`, and what the order needs, of so many rows at least that come first, by the alias of the order. */
interface Merge extends RowRef {
  first(rows: number): Sql
}

/** From here on the rows that are passed over cost more than to find those of the page a second time. */
const FAR_ROWS = 200

/**
 * One page and the exact total, in one statement. A page past the end has no row to carry the total, so that one
 * asks again.
 */
export async function listed<Row>(
  db: Db,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
  listing: Listing,
): Promise<Listed<Row>> {
  const { from, where, countFrom = from } = listing
  const count = sql`select count(*) as total from ${countFrom} where ${where}`
  const range = sql`limit ${limit} offset ${offset}`
  const query = pageOf(listing, { count, range, rows: offset + limit, isFar: offset >= FAR_ROWS })
  const rows = await many<Row & { total: number }>(db, query)
  const beyond = rows.length === 0 && offset > 0
  const total = rows[0]?.total ?? (beyond ? ((await one<{ total: number }>(db, count))?.total ?? 0) : 0)
  return { items: rows, pagination: { total, limit, offset, hasMore: offset + rows.length < total } }
}

interface Wanted {
  count: Sql
  range: Sql
  /** Up to the end of the page. */
  rows: number
  isFar: boolean
}

function pageOf(listing: Listing, { count, range, rows, isFar }: Wanted): Sql {
  const { row, search, merge } = listing
  if (search) return foundPage(listing, search, range)
  if (merge) {
    const first = { ...listing, countFrom: merge.first(rows), where: sql`true` }
    return farPage(first, merge, count, range)
  }
  return row && isFar ? farPage(listing, row, count, range) : indexedPage(listing, count, range)
}

/** The page by the index that gives the order, the total by one that gives the condition. */
function indexedPage({ columns, from, where, order }: Listing, count: Sql, range: Sql): Sql {
  return sql`
    select ${columns}, (${count}) as total from ${from} where ${where} order by ${order} ${range}`
}

/** What is passed over is read from the index alone. */
function farPage(
  { columns, from, where, order, countFrom = from }: Listing,
  { id, on }: RowRef,
  count: Sql,
  range: Sql,
): Sql {
  return sql`
    select ${columns}, (${count}) as total from (
      select ${id} as id from ${countFrom} where ${where} order by ${order} ${range}) page, ${from}
    where ${on} order by ${order}`
}

function foundPage({ columns, from, where, order, countFrom = from }: Listing, { id, on }: RowRef, range: Sql): Sql {
  return sql`
    select ${columns}, page.total from (
      select ${id} as id, count(*) over () as total from ${countFrom} where ${where} order by ${order} ${range}) page, ${from}
    where ${on} order by ${order}`
}
