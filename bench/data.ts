import { createLogger } from '#core/log.ts'
import type { Pool } from '#core/db.ts'
import { createKey } from '#modules/identity/api-key.service.ts'
import { insertWorkspace } from '#modules/identity/workspace.queries.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime, systemContext } from '#src/runtime.ts'
import type { Settings } from './servers.ts'
import { DEPARTMENTS, ID_PREFIX, MATCHING, PROPERTIES, SAME_CODE, WORKSPACE } from './work.ts'

/** Migrates an empty database and fills it. Answers an API key, made by the product's own service. */
export async function makeData(settings: Settings, tasks: number): Promise<string> {
  const config = readConfig({ ...settings, DATABASE_STATEMENT_TIMEOUT_SECONDS: '3600' })
  const runtime = await openRuntime({ config, log: createLogger('warn') })
  try {
    const { pool } = runtime.database
    const now = new Date()
    await insertWorkspace(pool, { id: WORKSPACE, name: 'Benchmark', currency: 'EUR', timezone: 'Europe/Lisbon', now })
    await fill(pool, tasks)
    await pool.raw('vacuum analyze')
    const ctx = { ...systemContext(runtime), workspaceId: WORKSPACE }
    const key = await createKey(ctx, { name: 'Benchmark', integrationType: 'server', scopes: ['*'], expiresAt: null })
    return key.value
  } finally {
    await runtime.close()
  }
}

/** Rows first and indexes afterwards: a million tasks then take a minute and not ten. */
async function fill(pool: Pool, tasks: number): Promise<void> {
  const { rows } = await pool.raw(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relname in ('tasks', 'task_search') and not i.indisunique`)
  const indexes = rows as { name: string; definition: string }[]
  const drops = indexes.map(({ name }) => `drop index ${name};`).join('\n')
  const creates = indexes.map(({ definition }) => `${definition};`).join('\n')
  await pool.transaction((tx) => tx.script(`${drops}\n${rowsOf(tasks)}\n${creates}`))
}

const id = (kind: keyof typeof ID_PREFIX, index: string): string =>
  `('${ID_PREFIX[kind]}' || lpad(to_hex(${index}), 12, '0'))::uuid`

/**
 * The 1,000 tasks of the list's filter are spread over the whole age of the table. A fifth of the tasks has a checklist,
 * ticked, so that a completion has something to check.
 */
function rowsOf(tasks: number): string {
  const isMatching = `i % ${tasks / MATCHING} = 0`
  return `
insert into departments (workspace_id, id, name, slug, kind, created_at, updated_at)
select '${WORKSPACE}', ${id('department', 'i')}, 'Department ' || i, 'department-' || i, 'field_ops', now(), now()
from generate_series(0, ${DEPARTMENTS - 1}) i;

insert into properties (workspace_id, id, name, status, address, city, search_text, search_text_reduced, created_at, updated_at)
select '${WORKSPACE}', ${id('property', 'i')}, 'Casa ' || i, 'ACTIVE', 'Rua das Flores ' || i, 'Lisbon',
  'casa ' || i, 'casa ' || i, now(), now()
from generate_series(0, ${PROPERTIES - 1}) i;

insert into tasks (workspace_id, id, number, title, description, status, priority, source, department_id, property_id,
  estimated_duration_minutes, is_issue, cost, cost_currency, custom_fields, created_by_kind, created_by_name, created_at,
  updated_at)
select '${WORKSPACE}', ${id('task', 'i')}, i + 1, 'Replace the kitchen tap, code-' || i / ${SAME_CODE} || 'x',
  'It drips since Friday, and the guests of next week have asked for a quiet kitchen. Note ' || md5(i::text),
  case when ${isMatching} then 'IN_PROGRESS' else (array['OPEN', 'CREATED', 'FINISHED', 'CLOSED'])[1 + i % 4] end,
  (array['LOW', 'NORMAL', 'HIGH'])[1 + i % 3], 'INTEGRATION',
  case when ${isMatching} then ${id('department', '0')} else ${id('department', `i % ${DEPARTMENTS}`)} end,
  ${id('property', `i % ${PROPERTIES}`)},
  60, i % 2 = 0, 85.5, 'EUR', '{"floor": 3}', 'system', 'Innkeeper',
  timestamptz '2026-01-01' + i * interval '1 second', timestamptz '2026-01-01' + i * interval '1 second'
from generate_series(0, ${tasks - 1}) i;

insert into task_search (workspace_id, task_id, text)
select workspace_id, id, lower('TK-' || number || chr(31) || title || chr(31) || description) from tasks;

insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position,
  completed_at, created_at)
select workspace_id, gen_random_uuid(), id, 'CHECK', 'Water is off', true, true, 1, now(), now()
from tasks where number % 5 = 0;

insert into counters (workspace_id, name, last) values ('${WORKSPACE}', 'task', ${tasks});
-- The floor's numbers, far from ours.
create sequence floor_numbers start 1000000000 cache 1;`
}
