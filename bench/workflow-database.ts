import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '#test/postgres.ts'
import type { Settings } from './servers.ts'
import { postgresClock } from './usage.ts'
import { ID_PREFIX, WORKSPACE } from './work.ts'
import { percentiles } from './workflow-client.ts'

export interface BenchDatabase {
  version: string
  settings: Settings
  departmentId: string
  /** Processor time of PostgreSQL so far. */
  millis(): number
  /** How long after its start each run of a workflow took its first step. */
  firstStepMillis(workflowId: string): Promise<{ p50: number; p99: number }>
  /** Runs of this workflow that have been over for some days, with steps and history. */
  addOldRuns(workflowId: string, count: number): Promise<void>
  settle(): Promise<void>
}

export async function openBenchDatabase(cleanup: AsyncDisposableStack): Promise<BenchDatabase> {
  const server = await startPostgres()
  cleanup.defer(() => server.stop())
  const admin = new pg.Client(server.url)
  await admin.connect()
  const { rows } = await admin.query('show server_version')
  await admin.query('create database innkeeper_bench_workflows')
  await admin.end()
  const url = new URL(server.url)
  url.pathname = '/innkeeper_bench_workflows'
  const client = new pg.Client(url.href)
  client.on('error', () => {})
  await client.connect()
  cleanup.defer(() => client.end())
  return {
    version: `PostgreSQL ${rows[0].server_version}`,
    settings: { DATABASE_URL: url.href, JWT_SECRET: 'only-for-the-benchmark-'.repeat(2) },
    departmentId: `${ID_PREFIX.department}000000000001`,
    millis: await postgresClock(client),
    async firstStepMillis(workflowId) {
      const found = await client.query(
        `select extract(epoch from s.started_at - r.created_at) * 1000 as millis from wf_run r
        join lateral (select min(started_at) as started_at from wf_step
          where workspace_id = r.workspace_id and run_id = r.id) s on true
        where r.definition_id = $1`,
        [workflowId],
      )
      return percentiles(found.rows.map(({ millis }) => Number(millis)))
    },
    addOldRuns: (workflowId, count) => addOldRuns(client, workflowId, count),
    async settle() {
      await client.query('vacuum analyze')
    },
  }
}

async function addOldRuns(client: pg.Client, workflowId: string, count: number): Promise<void> {
  const mark = `old ${randomUUID()}`
  await client.query(
    `insert into wf_run (workspace_id, id, definition_id, version_number, state, trigger_kind, input, output, created_by,
      steps, last_seq, reason, created_at, started_at, updated_at, ended_at)
    select $1, gen_random_uuid(), $2, 1, 'completed', 'manual', '{}', '{"n": 3}', '{}', 4, 8, $4, at, at, at, at
    from (select now() - interval '10 days' + i * interval '1 second' as at from generate_series(1, $3::integer) i) a`,
    [WORKSPACE, workflowId, count, mark],
  )
  const old = 'select workspace_id, id from wf_run where reason = $1'
  await client.query(
    `insert into wf_step (workspace_id, run_id, place, seq, pointer, name, task, iteration, attempt, status, input, output, started_at, ended_at)
    select workspace_id, id, '/do/' || n || '/step#0#1', n, '/do/' || n || '/step', 'step', 'set', '0', 1, 'completed', '{}',
      '{"n": 1}', now(), now()
    from (${old}) r, generate_series(1, 3) n`,
    [mark],
  )
  await client.query(
    `insert into wf_event (workspace_id, run_id, seq, type, data, created_at)
    select workspace_id, id, n, 'io.serverlessworkflow.task.completed.v1', '{"name": "step"}', now()
    from (${old}) r, generate_series(1, 8) n`,
    [mark],
  )
  await client.query('vacuum analyze')
}
