import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { coreFailures, defineFailures, fail, failAt } from '#core/errors.ts'
import { actorOf } from '#core/principal.ts'
import { sql } from '#core/sql.ts'
import type { Json } from './document.schema.ts'
import { assertScopes } from './function-scope.ts'
import { insertRun } from './run-start.queries.ts'
import { getRun, ring } from './run.service.ts'
import * as tests from './saved-test.queries.ts'
import { differencesIn } from './saved-test.rules.ts'
import type { TestRunWrite } from './saved-test.schema.ts'
import { documentToTry, failures as testFailures, type Tried } from './saved-test.service.ts'
import type { Outcome } from './work.queries.ts'
import type { WorkRow } from './work.schema.ts'
import { askForWork, type Accepted } from './work.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

export const failures = defineFailures({
  workflow_tests_missing: { status: 422, text: 'The workflow has no tests to run.' },
  workflow_tests_unknown: { status: 422, text: 'The workflow has no test with one of these ids.' },
})

/** Each test is a run of its own, which follows the document as it is now; a worker drives it like any other. */
export async function runTests(
  ctx: WorkspaceCtx,
  workflowId: string,
  { testIds, version }: TestRunWrite,
  tools: WorkflowTools,
): Promise<Accepted> {
  const tried = await documentToTry(ctx, workflowId, version, tools)
  // Its reads are real. What is published was allowed when it was.
  if (version === undefined) assertScopes(ctx, tried.document, tools.functions)
  return inTransaction(ctx, async (ctx) => {
    const wanted = testIds && [...new Set(testIds)]
    const found = await tests.testsOf(ctx, workflowId, wanted)
    if (wanted && found.length < wanted.length) failAt(failures.workflow_tests_unknown, 'testIds')
    if (found.length === 0) fail(failures.workflow_tests_missing)
    const request = { version: version ?? null, sha256: tried.sha256 }
    const ids = found.map(({ id }) => id)
    const asked = { kind: 'test-run', definitionId: workflowId, isDryRun: false, request } as const
    const work = await askForWork(ctx, asked, sql`select id from unnest(${ids}::uuid[]) as test (id)`)
    for (const test of found) await addTestRun(ctx, work.id, test, { ...tried, version })
    ring(ctx)
    return work
  })
}

async function addTestRun(
  ctx: TxCtx,
  workId: string,
  { id: testId, workflowId, input, mocks, clock, expected }: tests.TestRow,
  { document, sha256, version }: Tried & { version: number | undefined },
): Promise<void> {
  const runId = derivedId(workId, testId)
  await insertRun(ctx, {
    id: runId,
    definitionId: workflowId,
    versionNumber: version ?? null,
    mode: 'test',
    triggerKind: 'manual',
    depth: 0,
    input: input as Json,
    createdBy: actorOf(ctx.principal),
  })
  const clockAt = clock === null ? ctx.now : new Date(clock)
  await tests.insertTestedRun(ctx, { runId, testId, document, sha256, mocks, clockAt, expected })
}

const WAIT_SECONDS = 60

/** What came of one test: its run is over in no time, whatever it waits for. */
export async function resultOfTest(ctx: WorkspaceCtx, { id }: WorkRow, testId: string): Promise<Outcome> {
  const runId = derivedId(id, testId)
  const run = await getRun(ctx, runId, WAIT_SECONDS)
  if (run.endedAt === null) fail(coreFailures.unavailable)
  const tested = await tests.findTestedRun(ctx, runId)
  if (!tested) fail(testFailures.workflow_test_not_found)
  const [path, effects] = [await tests.pathOf(ctx, runId), await tests.effectsOf(ctx, runId)]
  const differences = differencesIn(tested.expected, { ...run, path, effects })
  const passed = differences.length === 0
  await tests.saveResult(ctx, testId, { runId, sha256: tested.sha256, passed })
  const details = { workflowRunId: runId, passed, differences }
  if (passed) return { status: 'done', details }
  const [first] = differences
  return { status: 'failed', code: 'test_failed', message: `The ${first?.what} is not as expected.`, details }
}
