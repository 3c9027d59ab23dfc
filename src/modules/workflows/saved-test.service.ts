import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { coreFailures, defineFailures, fail, failAt } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { checkText } from './document-check.ts'
import { valueAt } from './document-task.rules.ts'
import { documentHash, readDocument } from './document.ts'
import type { Json, WorkflowDocument } from './document.schema.ts'
import * as definitions from './definition.queries.ts'
import { failures as draftFailures } from './draft.service.ts'
import { valueFault } from './value.rules.ts'
import * as tests from './saved-test.queries.ts'
import type { Mock, TestQuery, TestWrite } from './saved-test.schema.ts'
import { failures as versionFailures } from './version.service.ts'
import { findDraft, findVersion } from './version.queries.ts'
import { checkToolsOf, type WorkflowTools } from './workflow-tools.service.ts'

export const failures = defineFailures({
  workflow_test_not_found: { status: 404, text: 'The workflow has no such test.' },
  workflow_tests_not_passed: { status: 409, text: 'Not all tests of the workflow have passed with this version.' },
  workflow_mock_invalid: { status: 422, text: 'A mock says one of output, error and events.' },
})
const { workflow_not_found, workflow_archived } = draftFailures

export async function listTests(
  ctx: WorkspaceCtx,
  workflowId: string,
  query: TestQuery,
): Promise<Listed<tests.TestRow>> {
  if (!(await definitions.findDefinition(ctx, workflowId))) fail(workflow_not_found)
  return tests.listTests(ctx, workflowId, query)
}

export async function getTest(ctx: WorkspaceCtx, workflowId: string, testId: string): Promise<tests.TestRow> {
  return (await tests.findTest(ctx, workflowId, testId)) ?? fail(failures.workflow_test_not_found)
}

export function createTest(ctx: WorkspaceCtx, workflowId: string, input: TestWrite): Promise<tests.TestRow> {
  const fields = fieldsOf(input)
  return inTransaction(ctx, async (ctx) => {
    await assertPlaces(ctx, await assertOpen(ctx, workflowId), fields.mocks)
    const id = newId()
    await tests.insertTest(ctx, { id, workflowId, ...fields })
    return getTest(ctx, workflowId, id)
  })
}

export function replaceTest(
  ctx: WorkspaceCtx,
  workflowId: string,
  testId: string,
  input: TestWrite,
): Promise<tests.TestRow> {
  const fields = fieldsOf(input)
  return inTransaction(ctx, async (ctx) => {
    const definition = await assertOpen(ctx, workflowId)
    await heldTest(ctx, workflowId, testId)
    await assertPlaces(ctx, definition, fields.mocks)
    await tests.saveTest(ctx, testId, fields)
    return getTest(ctx, workflowId, testId)
  })
}

export function deleteTest(ctx: WorkspaceCtx, workflowId: string, testId: string): Promise<{}> {
  return inTransaction(ctx, async (ctx) => {
    await heldTest(ctx, workflowId, testId)
    await tests.deleteTest(ctx, testId)
    return {}
  })
}

async function heldTest(ctx: TxCtx, workflowId: string, testId: string): Promise<void> {
  const test = (await tests.lockTest(ctx, workflowId, testId)) ?? fail(failures.workflow_test_not_found)
  assertVersion(ctx, test.version)
}

async function assertOpen(ctx: WorkspaceCtx, workflowId: string): Promise<definitions.DefinitionRow> {
  const definition = (await definitions.findDefinition(ctx, workflowId)) ?? fail(workflow_not_found)
  if (definition.status === 'archived') fail(workflow_archived)
  return definition
}

/** A mock for a task that neither the draft nor the newest version has would never answer. */
async function assertPlaces(
  ctx: WorkspaceCtx,
  { id, latestVersion }: definitions.DefinitionRow,
  mocks: readonly Mock[],
): Promise<void> {
  if (mocks.length === 0) return
  const [draft, version] = [await findDraft(ctx, id), await findVersion(ctx, id, latestVersion)]
  const written = draft && readDocument(draft.text, draft.format).value
  if (draft && written === undefined) return
  const { code } = failures.workflow_mock_invalid
  const isKnown = (path: string) =>
    [written, version?.document].some((document) => typeof valueAt(document, path) === 'object')
  const errors = mocks.flatMap(({ path }, at) =>
    isKnown(path) ? [] : [{ pointer: `/mocks/${at}/path`, code, message: `There is no task ${path}.` }],
  )
  if (errors.length > 0) fail(failures.workflow_mock_invalid, { detail: errors[0]?.message ?? '', errors })
}

function fieldsOf({ name, input = {}, mocks = [], clock = null, expected = {} }: TestWrite): tests.TestFields {
  assertMocks(mocks)
  for (const [field, value] of Object.entries({ input, mocks, expected })) assertStorable(field, value as Json)
  return { name, input: input as Json, mocks, clock, expected }
}

export function assertMocks(mocks: readonly Mock[]): void {
  const failure = failures.workflow_mock_invalid
  const errors = mocks.flatMap(({ output, error, events }, at) => {
    const said = [output, error, events].filter((each) => each !== undefined)
    return said.length === 1 ? [] : [{ pointer: `/mocks/${at}`, code: failure.code, message: failure.text }]
  })
  if (errors.length > 0) fail(failure, { errors })
}

export function assertStorable(field: string, value: Json): void {
  const fault = valueFault(value)
  if (fault === undefined) return
  const errors = [{ pointer: `/${field}`, code: 'value', message: fault }]
  fail(coreFailures.invalid_request, { detail: `${field}: ${fault}`, errors })
}

export interface Tried {
  document: WorkflowDocument
  sha256: string
}

/** The version that is named, or the draft as it is now. */
export async function documentToTry(
  ctx: WorkspaceCtx,
  workflowId: string,
  version: number | undefined,
  tools: WorkflowTools,
): Promise<Tried> {
  if (version !== undefined) {
    if (!(await definitions.findDefinition(ctx, workflowId))) fail(workflow_not_found)
    const found = await findVersion(ctx, workflowId, version)
    return found ?? failAt(versionFailures.workflow_version_unknown, 'version')
  }
  const draft = (await findDraft(ctx, workflowId)) ?? fail(workflow_not_found)
  const { document, problems } = await checkText(draft.text, draft.format, checkToolsOf(ctx, tools))
  if (!document) fail(versionFailures.workflow_invalid, { extra: { problems } })
  return { document, sha256: documentHash(document as unknown as Json) }
}

/** Whether every test has passed with what these versions say; a workflow without tests has shown nothing. */
export async function assertTestsPassed(
  ctx: WorkspaceCtx,
  workflowId: string,
  versions: readonly number[],
): Promise<void> {
  const { pagination } = await tests.listTests(ctx, workflowId, { limit: 1 })
  for (const number of versions) {
    const version = await findVersion(ctx, workflowId, number)
    const left = version ? await tests.unpassedTests(ctx, workflowId, version.sha256) : []
    if (left.length === 0 && pagination.total > 0) continue
    const names = left.slice(0, 5).join(', ') || 'there are none'
    fail(failures.workflow_tests_not_passed, { detail: `Tests that version ${number} has not passed: ${names}.` })
  }
}
