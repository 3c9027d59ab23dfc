import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { coreFailures, defineFailures, fail, failAt, type Fault } from '#core/errors.ts'
import { escapePointer } from '#core/json-pointer.ts'
import { actorOf } from '#core/principal.ts'
import { refuseAny } from '#core/validate.ts'
import { addHistory } from './approval.queries.ts'
import type { Json } from './document.schema.ts'
import type { Expressions } from './expression.ts'
import { isReserved, RESERVED_WORDS } from './product-event.rules.ts'
import { inputsOf, signalRun } from './retry.queries.ts'
import { rewound, wayTo } from './retry.rules.ts'
import { RunEvent, type RunRetry } from './retry.schema.ts'
import { wakeRun } from './run-lease.queries.ts'
import { framesOf, redrive, reopen } from './run-retry.ts'
import { findRun, lockRun, type RunDetails } from './run.queries.ts'
import { FINAL_STATES } from './run.schema.ts'
import * as runs from './run.service.ts'
import { valueFault } from './value.rules.ts'
import { documentOf } from './version.service.ts'

export const failures = defineFailures({
  workflow_run_not_faulted: { status: 409, text: 'Only a run that has failed can be tried again.' },
  workflow_run_not_live: {
    status: 409,
    text: 'A run of a test, or in the shadow of another engine, is not tried again.',
  },
  workflow_retry_invalid: { status: 422, text: 'The run cannot be tried again from there.' },
  workflow_event_type_reserved: { status: 422, text: RESERVED_WORDS },
  workflow_run_not_listening: { status: 409, text: 'The run does not wait for an event of this type now.' },
})
const { workflow_run_not_found } = runs.failures

/** From the step that failed, from a step that is named, or all of it as a new run. */
export async function retryRun(
  ctx: WorkspaceCtx,
  runId: string,
  { from = 'failed', input, skip = false }: RunRetry,
  expressions: Pick<Expressions, 'of'>,
): Promise<runs.Accepted> {
  const given = input as Json | undefined
  assertStorable('input', given)
  if (from === 'start') return startAgain(ctx, runId, { input, skip }, expressions)
  return reopenRun(ctx, runId, { from, skip }, (ctx, run) =>
    from === 'failed'
      ? redrive(ctx, runId, { skip, ...(given === undefined ? {} : { input: given }) })
      : rewind(ctx, run, from, { input: given, skip }),
  )
}

/** From the step that failed. */
export function redriveRun(ctx: WorkspaceCtx, runId: string): Promise<runs.Accepted> {
  const how = { from: 'failed', skip: false }
  return reopenRun(ctx, runId, how, (ctx) => redrive(ctx, runId, how))
}

function reopenRun(
  ctx: WorkspaceCtx,
  runId: string,
  how: { from: string; skip: boolean },
  reopened: (ctx: TxCtx, run: RunDetails) => Promise<void>,
): Promise<runs.Accepted> {
  return inTransaction(ctx, async (ctx) => {
    const run = await runs.holdToGoOn(ctx, runId)
    if (run.mode !== 'live') fail(failures.workflow_run_not_live)
    if (run.status !== 'faulted') fail(failures.workflow_run_not_faulted)
    await reopened(ctx, run)
    await addHistory(ctx, runId, 'ops.run.retried.v1', { ...how, by: actorOf(ctx.principal) })
    runs.ring(ctx)
    const { status } = (await findRun(ctx, runId)) ?? run
    return runs.accepted(ctx, runId, status)
  })
}

function assertStorable(field: string, value: Json | undefined): void {
  const fault = value === undefined ? undefined : valueFault(value)
  if (fault === undefined) return
  fail(coreFailures.invalid_request, {
    detail: `${field}: ${fault}`,
    errors: [{ pointer: `/${field}`, code: 'value', message: fault }],
  })
}

/** With the same version and input; what the first one did stays done. */
async function startAgain(
  ctx: WorkspaceCtx,
  runId: string,
  { input, skip }: Pick<RunRetry, 'input' | 'skip'>,
  expressions: Pick<Expressions, 'of'>,
): Promise<runs.Accepted> {
  if (skip) refuse('skip', 'A new run leaves nothing out.')
  const { status, mode, workflowId, workflowVersion, correlationKey, ...run } =
    (await findRun(ctx, runId)) ?? fail(workflow_run_not_found)
  if (mode !== 'live') fail(failures.workflow_run_not_live)
  if (!FINAL_STATES.includes(status)) fail(failures.workflow_run_not_faulted)
  const again = {
    version: workflowVersion,
    input: input ?? run.input,
    ...(correlationKey === null ? {} : { correlationKey }),
  }
  return runs.startRun(ctx, workflowId, again, expressions)
}

async function rewind(
  ctx: TxCtx,
  { id, workflowId, workflowVersion }: RunDetails,
  pointer: string,
  { input, skip }: { input: Json | undefined; skip: boolean },
): Promise<void> {
  if (skip) refuse('skip', 'Name the step behind it instead.')
  const document = await documentOf(ctx, workflowId, workflowVersion)
  const way = document && wayTo(document, pointer)
  if (!way) refuse('from', 'There is no such step, or a loop, a branch or a try stands around it.')
  const inputs = await inputsOf(
    ctx,
    id,
    way.map((step) => step.pointer),
  )
  const isMade = way.at(-1)?.task.input?.from !== undefined
  const data = input ?? (isMade ? undefined : inputs.get(pointer))
  if (data === undefined) refuse('input', 'What the step had got is not known: say what it gets.')
  const frames = await framesOf(ctx, id)
  const root = frames.find((frame) => frame.id === 0)
  const state = root?.state && rewound(root.state, way, { inputs, data, now: ctx.now.getTime() })
  if (!root || !state) refuse('from', 'The run has not come there yet.')
  Object.assign(root, { state, pending: undefined, awaits: undefined, ended: undefined, due: undefined, types: [] })
  const removed = frames.filter((frame) => frame.id !== 0).map((frame) => frame.id)
  await reopen(ctx, id, [root], removed)
}

function refuse(field: string, detail: string): never {
  const { code } = failures.workflow_retry_invalid
  fail(failures.workflow_retry_invalid, { detail, errors: [{ pointer: `/${field}`, code, message: detail }] })
}

/** Hands an event to a task of the run that listens for it. */
export function deliverEvent(ctx: WorkspaceCtx, runId: string, given: RunEvent): Promise<runs.Accepted> {
  const { data, data_base64: bytes, ...attributes } = given
  refuseAny(eventFaults(given))
  if (isReserved(attributes.type)) failAt(failures.workflow_event_type_reserved, 'type')
  assertStorable('data', data as Json | undefined)
  assertStorable('data_base64', bytes)
  return inTransaction(ctx, async (ctx) => {
    const run = (await lockRun(ctx, runId)) ?? fail(workflow_run_not_found)
    if (FINAL_STATES.includes(run.status)) fail(runs.failures.workflow_run_over)
    const event = {
      specversion: '1.0',
      id: newId(),
      source: `${ctx.services.settings.appUrl}/workspaces/${ctx.workspaceId}`,
      time: ctx.now.toISOString(),
      ...attributes,
      ...(bytes === undefined ? { data: (data ?? null) as Json } : { data_base64: bytes }),
    }
    if (!(await signalRun(ctx, runId, event))) failAt(failures.workflow_run_not_listening, 'type')
    await wakeRun(ctx, runId)
    runs.ring(ctx)
    return runs.accepted(ctx, runId, run.status)
  })
}

const EXTENSION = /^[a-z0-9]{1,20}$/

/** What the schema cannot say of a CloudEvent. */
function eventFaults(event: RunEvent): Fault[] {
  const misnamed = Object.keys(event).filter(
    (name) => !Object.hasOwn(RunEvent.properties, name) && !EXTENSION.test(name),
  )
  const message = 'Names of attributes are 1 to 20 small letters and digits.'
  const faults = misnamed.map((name) => ({ pointer: `/${escapePointer(name)}`, code: 'unknown_field', message }))
  if (event.data === undefined || event.data_base64 === undefined) return faults
  return [...faults, { pointer: '/data_base64', code: 'invalid', message: 'An event has data or data_base64.' }]
}
