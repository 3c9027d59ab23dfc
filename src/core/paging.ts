import { many, one, type Db } from './db.ts'
import { fixed, sql, type Sql } from './sql.ts'

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

/**
 * `first` is a table of at least so many rows, those that come first in the order: their `id` and the columns of the order,
 * under the alias that the order uses.
 */
interface Merge extends RowRef {
  first(rows: number): Sql
}

/** From here on the rows that are passed over cost more than to find those of the page a second time. */
const FAR_ROWS = 200

/**
 * Plans are made once for all values: for `limit $1` PostgreSQL expects a tenth of all rows, and reads whole tables to join
 * them. So the size of a page that is joined is written into the statement, rounded up to one of a few so that there are
 * few statements, and the page is cut to the limit at the end.
 */
const SIZES = [20, 50]
const SIZE_STEP = 100

function sizeFor(limit: number): Sql {
  return fixed(String(SIZES.find((size) => size >= limit) ?? Math.ceil(limit / SIZE_STEP) * SIZE_STEP))
}

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
  const query = pageOf(listing, { count, limit, offset })
  const rows = await many<Row & { total: number }>(db, query)
  const beyond = rows.length === 0 && offset > 0
  const total = rows[0]?.total ?? (beyond ? ((await one<{ total: number }>(db, count))?.total ?? 0) : 0)
  return { items: rows, pagination: { total, limit, offset, hasMore: offset + rows.length < total } }
}

interface Wanted {
  count: Sql
  limit: number
  offset: number
}

function pageOf(listing: Listing, wanted: Wanted): Sql {
  const { row, search, merge } = listing
  const { limit, offset } = wanted
  if (search) return foundPage(listing, search, wanted)
  if (merge) {
    const first = { ...listing, countFrom: merge.first(offset + limit), where: sql`true` }
    return farPage(first, merge, wanted)
  }
  return row && offset >= FAR_ROWS ? farPage(listing, row, wanted) : indexedPage(listing, wanted)
}

/** The page by the index that gives the order, the total by one that gives the condition. */
function indexedPage({ columns, from, where, order }: Listing, { count, limit, offset }: Wanted): Sql {
  return sql`
    select ${columns}, (${count}) as total from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`
}

/** What is passed over is read from the index alone. */
function farPage(
  { columns, from, where, order, countFrom = from }: Listing,
  { id, on }: RowRef,
  { count, limit, offset }: Wanted,
): Sql {
  return sql`
    select ${columns}, (${count}) as total from (
      select ${id} as id from ${countFrom} where ${where} order by ${order} limit ${sizeFor(limit)} offset ${offset}) page,
      ${from}
    where ${on} order by ${order} limit ${limit}`
}

function foundPage(
  { columns, from, where, order, countFrom = from }: Listing,
  { id, on }: RowRef,
  { limit, offset }: Wanted,
): Sql {
  return sql`
    select ${columns}, page.total from (
      select ${id} as id, count(*) over () as total from ${countFrom} where ${where}
      order by ${order} limit ${sizeFor(limit)} offset ${offset}) page, ${from}
    where ${on} order by ${order} limit ${limit}`
}
