import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, insertion, sql, type Sql } from '#core/sql.ts'
import type { SaidEffect } from './comparison.rules.ts'
import type { Json, WorkflowDocument } from './document.schema.ts'
import type { Expected, Mock, TestQuery, WorkflowTest } from './saved-test.schema.ts'

const COLUMNS = sql`${columnsOf(['id', 'name', 'input', 'mocks', 'expected', 'createdAt', 'updatedAt', 'version'])},
  definition_id as "workflowId", clock_at as clock,
  case when last_run_at is not null then json_build_object('passed', last_passed, 'workflowRunId', last_run_id,
    'sha256', last_sha256, 'at', to_char(last_run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
    as "lastResult"`

export interface TestRow extends WorkflowTest {
  version: number
}

export function listTests({ db, workspaceId }: Scope, workflowId: string, query: TestQuery): Promise<Listed<TestRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`wf_test`,
    where: sql`workspace_id = ${workspaceId} and definition_id = ${workflowId}`,
    order: sql`created_at desc, id desc`,
  })
}

const thatOne = (workspaceId: string, workflowId: string, id: string): Sql =>
  sql`workspace_id = ${workspaceId} and definition_id = ${workflowId} and id = ${id}`

export function findTest({ db, workspaceId }: Scope, workflowId: string, id: string): Promise<TestRow | undefined> {
  return one(db, sql`select ${COLUMNS} from wf_test where ${thatOne(workspaceId, workflowId, id)}`)
}

export function lockTest({ db, workspaceId }: TxCtx, workflowId: string, id: string): Promise<TestRow | undefined> {
  return one(db, sql`select ${COLUMNS} from wf_test where ${thatOne(workspaceId, workflowId, id)} for update`)
}

/** In the order in which they were made; all without ids. */
export function testsOf(
  { db, workspaceId }: Scope,
  workflowId: string,
  ids: readonly string[] | undefined,
): Promise<TestRow[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from wf_test
    where workspace_id = ${workspaceId} and definition_id = ${workflowId}
      and (${ids === undefined} or id = any (${[...(ids ?? [])]}::uuid[]))
    order by created_at, id`,
  )
}

export interface TestFields {
  name: string
  input: Json
  mocks: readonly Mock[]
  clock: string | null
  expected: Expected
}

function rowOf({ name, input, mocks, clock, expected }: TestFields): Record<string, unknown> {
  const json = { input: JSON.stringify(input), mocks: JSON.stringify(mocks), expected: JSON.stringify(expected) }
  return { name, clockAt: clock, ...json }
}

export async function insertTest(
  { db, workspaceId, now }: TxCtx,
  { id, workflowId, ...fields }: TestFields & { id: string; workflowId: string },
): Promise<void> {
  const row = { workspaceId, id, definitionId: workflowId, ...rowOf(fields), createdAt: now, updatedAt: now }
  await run(db, sql`insert into wf_test ${insertion(row)}`)
}

/** Another test has no result yet. */
export async function saveTest({ db, workspaceId, now }: TxCtx, id: string, fields: TestFields): Promise<void> {
  const none = { lastSha256: null, lastPassed: null, lastRunId: null, lastRunAt: null }
  await run(
    db,
    sql`
    update wf_test set ${assignments({ ...rowOf(fields), ...none, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

export async function deleteTest({ db, workspaceId }: TxCtx, id: string): Promise<void> {
  await run(db, sql`delete from wf_test where workspace_id = ${workspaceId} and id = ${id}`)
}

export async function saveResult(
  { db, workspaceId, now }: Scope & { now: Date },
  testId: string,
  { runId, sha256, passed }: { runId: string; sha256: string; passed: boolean },
): Promise<void> {
  await run(
    db,
    sql`
    update wf_test set last_sha256 = ${sha256}, last_passed = ${passed}, last_run_id = ${runId}, last_run_at = ${now}
    where workspace_id = ${workspaceId} and id = ${testId}`,
  )
}

/** Names of tests that have not passed with this document. */
export async function unpassedTests({ db, workspaceId }: Scope, workflowId: string, sha256: string): Promise<string[]> {
  const rows = await many<{ name: string }>(
    db,
    sql`
    select name from wf_test
    where workspace_id = ${workspaceId} and definition_id = ${workflowId}
      and (last_sha256 is distinct from ${sha256} or not last_passed)
    order by created_at, id limit 100`,
  )
  return rows.map(({ name }) => name)
}

export interface TestedRun {
  testId: string | null
  document: WorkflowDocument
  sha256: string
  mocks: Mock[]
  clockAt: string
  expected: Expected
}
const TESTED = columnsOf(['testId', 'document', 'sha256', 'mocks', 'clockAt', 'expected'])

export function findTestedRun({ db, workspaceId }: Scope, runId: string): Promise<TestedRun | undefined> {
  return one(db, sql`select ${TESTED} from wf_test_run where workspace_id = ${workspaceId} and run_id = ${runId}`)
}

export async function insertTestedRun(
  { db, workspaceId }: TxCtx,
  {
    runId,
    testId,
    document,
    sha256,
    mocks,
    clockAt,
    expected,
  }: Omit<TestedRun, 'clockAt'> & { runId: string; clockAt: Date },
): Promise<void> {
  const json = { document: JSON.stringify(document), mocks: JSON.stringify(mocks), expected: JSON.stringify(expected) }
  await run(db, sql`insert into wf_test_run ${insertion({ workspaceId, runId, testId, sha256, clockAt, ...json })}`)
}

/** The steps that were taken, in their order. */
export async function pathOf({ db, workspaceId }: Scope, runId: string): Promise<string[]> {
  const rows = await many<{ pointer: string }>(
    db,
    sql`
    select pointer from wf_step where workspace_id = ${workspaceId} and run_id = ${runId} and status <> 'skipped'
    order by seq, place`,
  )
  return rows.map(({ pointer }) => pointer)
}

/** What it would have done, in the order of its steps. */
export function effectsOf({ db, workspaceId }: Scope, runId: string): Promise<SaidEffect[]> {
  return many(
    db,
    sql`
    select e.kind, e.target, e.fields from wf_effect e
    where e.workspace_id = ${workspaceId} and e.run_id = ${runId}
    order by (select min(s.seq) from wf_step s where s.workspace_id = e.workspace_id and s.run_id = e.run_id
      and s.pointer = e.path and s.iteration = e.iteration), e.path, e.iteration`,
  )
}
