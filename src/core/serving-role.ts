import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { sha256 } from './crypto.ts'
import { one, run, type Db, type Pool, type Tx } from './db.ts'
import { sql } from './sql.ts'

/** The audit log is append-only for this role, and tables that only the owner writes are read-only. */
const LIMITED: Readonly<Record<string, string>> = {
  audit_log: 'select, insert',
  audit_stream: 'select',
  retention: 'select',
  schema_migrations: 'select',
}
const LOCK = 4_608_553

/** The role in DATABASE_URL cannot be set up for serving; the message says what to do. */
export class ServingRoleUnusable extends Error {}

/**
 * Creates the role in this URL if it is missing, and grants it exactly what serving needs. Called by the owner of the
 * tables after each migration. The role gets ownership of the job tables, because pg-boss upgrades them itself.
 */
export async function prepareServingRole(owner: Pool, url: string): Promise<void> {
  const { name, password } = loginIn(url)
  await owner.transaction(async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`)
    const me = await one<{ name: string }>(tx, sql`select current_user as name`)
    if (me?.name === name)
      throw new ServingRoleUnusable(
        `DATABASE_URL and MIGRATION_DATABASE_URL name the same role, ${name}. DATABASE_URL is for one that only serves.`,
      )
    if (!(await isThere(tx, name))) await makeRole(tx, name, password)
    if (!(await isPrepared(tx, name))) await grant(tx, name)
  })
}

function loginIn(url: string): { name: string; password: string } {
  const { username, password } = new URL(url.replace('@/', '@localhost/'))
  const name = decodeURIComponent(username)
  if (name === '')
    throw new ServingRoleUnusable('DATABASE_URL must name the role that serves, as in postgres://role:…@….')
  return { name, password: decodeURIComponent(password) }
}

async function isThere(tx: Tx, name: string): Promise<boolean> {
  return (await run(tx, sql`select 1 from pg_roles where rolname = ${name}`)) > 0
}

async function makeRole(tx: Tx, name: string, password: string): Promise<void> {
  const may = await one<{ may: boolean }>(
    tx,
    sql`select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user`,
  )
  if (!may?.may || password === '')
    throw new ServingRoleUnusable(
      `The role ${name} of DATABASE_URL does not exist and cannot be made${may?.may ? ' without a password' : ' by the role of MIGRATION_DATABASE_URL'}. Say: create role ${name} login password '…'`,
    )
  await tx.script(`create role ${pg.escapeIdentifier(name)} login password ${pg.escapeLiteral(verifierOf(password))}`)
}

/** The SCRAM-SHA-256 verifier (RFC 7677) that PostgreSQL stores. The password itself would end up in statement logs. */
function verifierOf(password: string): string {
  // Non-ASCII passwords need SASLprep (RFC 4013), so those are left to the server.
  if (!/^[\x20-\x7e]+$/.test(password)) return password
  const rounds = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const under = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = sha256(under('Client Key')).toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${under('Server Key').toString('base64')}`
}

/** Checked first, because repeating the grants would write to the catalog every time a node starts. */
async function isPrepared(tx: Tx, name: string): Promise<boolean> {
  const row = await one<{ isPrepared: boolean }>(
    tx,
    sql`
    select to_regnamespace('pgboss') is not null
      and has_schema_privilege(${name}, 'pgboss', 'create')
      and not exists (select from pg_tables where schemaname = 'pgboss' and not pg_has_role(${name}, tableowner, 'usage'))
      and not exists (
        select from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and relname <> all (${Object.keys(LIMITED)}::text[])
          and not (has_table_privilege(${name}, oid, 'select') and has_table_privilege(${name}, oid, 'insert')
            and has_table_privilege(${name}, oid, 'update') and has_table_privilege(${name}, oid, 'delete')))
      and not has_table_privilege(${name}, 'audit_log', 'update')
      and not has_table_privilege(${name}, 'audit_log', 'delete')
      and has_table_privilege(${name}, 'audit_log', 'insert')
      and has_function_privilege(${name}, 'prune_audit_log(integer, integer)', 'execute')
      and has_function_privilege(${name}, 'raise_audit_positions()', 'execute')
      and has_table_privilege(${name}, 'audit_stream', 'select') as "isPrepared"`,
  )
  return row?.isPrepared === true
}

async function grant(tx: Tx, name: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  const [place, hasMaintain] = await placeOf(tx)
  const limited = Object.entries(LIMITED).map(
    ([table, rights]) => `
      revoke all on ${place}.${table} from ${role};
      grant ${rights} on ${place}.${table} to ${role};`,
  )
  await tx.script(`
    grant usage on schema ${place} to ${role};
    grant select, insert, update, delete on all tables in schema ${place} to ${role};
    grant usage, select on all sequences in schema ${place} to ${role};
    ${limited.join('')}
    grant execute on function ${place}.prune_audit_log(integer, integer) to ${role};
    grant execute on function ${place}.raise_audit_positions() to ${role};
    ${hasMaintain ? `grant maintain on ${place}.wf_run, ${place}.wf_step, ${place}.wf_event to ${role};` : ''}
    create schema if not exists pgboss;
    grant all on schema pgboss to ${role};
    ${HAND_OVER.replaceAll('ROLE', pg.escapeLiteral(name))}`)
}

async function placeOf(db: Db): Promise<[place: string, hasMaintain: boolean]> {
  const row = await one<{ place: string; version: number }>(
    db,
    sql`select quote_ident(current_schema()) as place, current_setting('server_version_num')::int as version`,
  )
  return [row?.place ?? 'public', (row?.version ?? 0) >= 170_000]
}

/** Hands over the job objects of another role, on installations that used to serve as the owner. */
const HAND_OVER = `
do $$
declare
  thing record;
begin
  for thing in
    select 'table' as kind, oid::regclass::text as name from pg_class
      where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p')
        and not pg_has_role(ROLE, relowner, 'usage')
    union all
    select 'sequence', c.oid::regclass::text from pg_class c
      where c.relnamespace = 'pgboss'::regnamespace and c.relkind = 'S' and not pg_has_role(ROLE, c.relowner, 'usage')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select 'routine', oid::regprocedure::text from pg_proc
      where pronamespace = 'pgboss'::regnamespace and not pg_has_role(ROLE, proowner, 'usage')
    union all
    select 'type', oid::regtype::text from pg_type
      where typnamespace = 'pgboss'::regnamespace and typtype = 'e' and not pg_has_role(ROLE, typowner, 'usage')
  loop
    execute format('alter %s %s owner to %I', thing.kind, thing.name, ROLE);
  end loop;
end $$;
`

/** A warning for the operator if a compromised server could rewrite the audit log; otherwise undefined. */
export async function riskOfRole(db: Db): Promise<string | undefined> {
  const row = await one<{ name: string; isSuper: boolean; owns: boolean }>(
    db,
    sql`
    select current_user as name, rolsuper as "isSuper",
      pg_has_role(current_user, (select relowner from pg_class where oid = 'audit_log'::regclass), 'member') as owns
    from pg_roles where rolname = current_user`,
  )
  if (!row || !(row.isSuper || row.owns)) return undefined
  const what = row.isSuper ? 'a superuser of the database' : 'the owner of the tables'
  return `DATABASE_URL serves as ${row.name}, ${what}, who can also rewrite the audit log: give the server a role that only serves (docs/operations.md, "Two roles").`
}

/** Whether this role may migrate the database: it owns the tables or may create them. */
export async function mayMigrate(db: Db): Promise<boolean> {
  const row = await one<{ may: boolean }>(
    db,
    sql`
    select coalesce(
      (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('schema_migrations')),
      has_schema_privilege(current_schema(), 'create'), false) as may`,
  )
  return row?.may === true
}
