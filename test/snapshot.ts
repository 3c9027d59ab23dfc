import type { Db } from '#core/db.ts'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/**
 * Their rows move whatever the outcome of a request: limits, the list of nodes, numbers, which may have gaps, and claims
 * and drafts of files, which are committed before a download and go away after it.
 */
const RESTLESS_TABLES = [
  'rate_buckets',
  'rate_windows',
  'nodes',
  'counters',
  'attachment_claims',
  'file_drafts',
  'sign_in_paces',
  'sign_in_waits',
]
/** Written in batches, seconds after the request. */
const RESTLESS_COLUMN = 'last_used_at'

/** Tells open pages what has changed: of what changes by the hundred it is written up to a second after the request. */
const LATE_TABLE = 'changes'

export interface Table {
  name: string
  hasWorkspace: boolean
}

/** Every table of the product, found in the database: a new one is covered by being there. */
export async function tablesIn(db: Db): Promise<Table[]> {
  const tables = await many<Table>(
    db,
    sql`
    select t.table_name as name, c.column_name is not null as "hasWorkspace"
    from information_schema.tables t
    left join information_schema.columns c
      on c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'workspace_id'
    where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    order by t.table_name`,
  )
  return tables.filter(({ name }) => !RESTLESS_TABLES.includes(name))
}

/** All rows of a workspace by table, and the rows of other tables that mention the workspace or one of its people. */
export type Snapshot = Record<string, unknown[]>

export async function snapshotOf(db: Db, workspaceId: string): Promise<Snapshot> {
  const tables = (await tablesIn(db)).filter(({ name }) => name !== LATE_TABLE)
  const selects = tables.map(({ name, hasWorkspace }) => {
    const mentioned = `select '%' || $1 || '%' union all select '%' || user_id || '%' from memberships where workspace_id = $1`
    const condition = hasWorkspace ? `workspace_id = $1` : `to_jsonb(t)::text like any (array(${mentioned}))`
    return `select '${name}' as name, to_jsonb(t) - '${RESTLESS_COLUMN}' as row from "${name}" t where ${condition}`
  })
  const { rows } = await db.raw(
    `select name, row from (${selects.join(' union all ')}) all_rows order by name, row::text`,
    [workspaceId],
  )
  const snapshot: Snapshot = {}
  for (const { name, row } of rows as { name: string; row: unknown }[]) (snapshot[name] ??= []).push(row)
  return snapshot
}

export interface Watch {
  /** What was written and committed since the last call, a line each; only rows that hold one of the texts, if given. */
  writes(about?: readonly string[]): Promise<string[]>
  stop(): Promise<void>
}

/**
 * Notes every row that changes anywhere in the database. A trigger writes the note in the transaction of the change,
 * so what is rolled back leaves none, and asking costs the same however much the tables hold.
 */
export async function watchWrites(db: Db): Promise<Watch> {
  const tables = (await tablesIn(db)).filter(({ name }) => name !== LATE_TABLE)
  await db.raw(`
    create schema watch;
    create table watch.writes (line text not null);
    create function watch.note() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and to_jsonb(old) - '${RESTLESS_COLUMN}' = to_jsonb(new) - '${RESTLESS_COLUMN}' then
        return null;
      end if;
      insert into watch.writes
        select lower(tg_op) || ' ' || tg_table_name || ' ' || to_jsonb(case when tg_op = 'DELETE' then old else new end)::text;
      return null;
    end $$;
    ${tables
      .map(
        ({ name }) =>
          `create trigger watched after insert or update or delete on "${name}" for each row execute function watch.note();`,
      )
      .join('\n')}`)
  return {
    async writes(about) {
      const rows = await many<{ line: string }>(db, sql`delete from watch.writes returning line`)
      const lines = rows.map(({ line }) => line)
      return about ? lines.filter((line) => about.some((text) => line.includes(text))) : lines
    },
    stop: async () => void (await db.raw('drop schema watch cascade')),
  }
}
