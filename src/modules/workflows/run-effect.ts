import type { TxCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { isDatabaseAway } from '#core/db-failures.ts'
import { Refusal } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Json, JsonObject, WorkflowDocument } from './document.schema.ts'
import { recordOf } from './call-args.rules.ts'
import { valueAt } from './document-task.rules.ts'
import { holdsAny, withoutKeys } from './flow-secret.rules.ts'
import type { Next, Signal } from './flow-state.rules.ts'
import { signalOf, type Frame } from './run-frame.ts'
import { argumentsFault, errorSignal, isOutside, refusedSignal, runFunction } from './run-function.ts'
import { callHttp } from './run-http.ts'
import { approvalEffect } from './run-approval.ts'
import { callMcp } from './run-mcp.ts'
import { callOpenApi } from './run-openapi.ts'
import { contextOf, effectKey, type OpenRun } from './run-job.ts'
import { redrive } from './run-retry.ts'
import { findNamed, insertChild } from './run-start.queries.ts'
import { findRun, lockRun } from './run.queries.ts'
import { failures, versionFor } from './run.service.ts'
import { captured, isRead } from './run-shadow.ts'
import type { Effect } from './run-step.ts'
import { isTested, testedEffect } from './run-tested.ts'

/** An event that a workflow has made, on its way to those who listen. */
export const WORKFLOW_EMITTED = 'workflow.emitted'
/** How many runs may stand behind one, each of which has caused the next. */
export const DEPTH_MAX = 8

type Asking = Extract<Next, { kind: 'call' | 'emit' | 'run' }>

/** What the frame asks for: done in the transaction of the step if it can be, else begun outside. */
export function effectOf(run: OpenRun, frame: Frame, asked: Asking): Effect | undefined {
  const next = withoutSecrets(run, asked)
  if (next.kind === 'call' && next.call === 'function') return functionEffect(run, frame, next)
  if (run.row.mode === 'shadow' && next.kind !== 'run' && !isRead(run, next)) return captured(run, frame, next)
  if (run.test) return testedEffect(run, frame, next)
  if (next.kind === 'emit') return { frame, perform: (ctx) => emitted(run, ctx, next) }
  return next.kind === 'run' ? runEffect(run, frame, next) : begun(run, frame, next)
}

/** Secrets go to other systems that are called, and nowhere else: what the product keeps, others can read. */
function withoutSecrets({ facts }: OpenRun, next: Asking): Asking {
  if (next.kind === 'call' && next.call !== 'function') return next
  const { secrets = {} } = facts
  if (next.kind === 'emit') return { ...next, event: withoutKeys(next.event, secrets) as JsonObject }
  if (next.kind === 'run') return { ...next, input: withoutKeys(next.input, secrets) }
  return { ...next, with: withoutKeys(next.with, secrets) as JsonObject }
}

function functionEffect(
  run: OpenRun,
  frame: Frame,
  next: Extract<Asking, { kind: 'call'; call: 'function' }>,
): Effect | undefined {
  const { name, version } = next.function
  const found = run.engine.functions.get(`${name}:${version}`)
  if (!found) return told(frame, errorSignal('configuration', `There is no function ${name}:${version} any more.`))
  const fault = argumentsFault(found, next.with)
  if (fault) return told(frame, fault)
  if (run.row.mode === 'shadow' && !isRead(run, next)) return captured(run, frame, next)
  if (isTested(run, next)) return testedEffect(run, frame, next)
  if (!found.operation) return approvalEffect(run, frame, next)
  if (isOutside(found)) return begun(run, frame, next)
  const key = effectKey(run, next.key)
  return { frame, perform: (ctx) => runFunction({ ...ctx, idempotencyKey: key }, found, next.with) }
}

function told(frame: Frame, signal: Signal): undefined {
  frame.pending = signal
}

/** Asked outside, while the worker goes on with other branches. It begins after the commit: see `startCalls`. */
function begun(run: OpenRun, frame: Frame, next: Extract<Asking, { kind: 'call' }>): undefined {
  frame.awaits = { kind: 'call' }
  const abort = new AbortController()
  run.calls.set(frame.id, abort)
  const pointer = frame.state?.open.at(-1)?.pointer ?? ''
  starts.set(abort, () => ask(run, next, pointer, abort.signal))
}
const starts = new WeakMap<AbortController, () => Promise<Signal>>()

/** Begins what was asked for, now that it is written down that it was. A run that is suspended asks again when it goes on. */
export function startCalls(run: OpenRun): void {
  for (const [frameId, abort] of run.calls) {
    const start = starts.get(abort)
    if (!start) continue
    starts.delete(abort)
    if (run.isSuspended) run.calls.delete(frameId)
    else void answered(run, frameId, abort, start)
  }
}

async function answered(
  run: OpenRun,
  frameId: number,
  abort: AbortController,
  start: () => Promise<Signal>,
): Promise<void> {
  const signal = await start().catch((error: unknown) => {
    if (isDatabaseAway(error)) return leave(run, error as Error)
    // Whoever gave it up, as a task does that takes too long, has said so elsewhere.
    if (abort.signal.aborted) return undefined
    run.engine.log.error({ err: error, run: run.row.id }, 'a call of a workflow failed in an unknown way')
    return errorSignal('runtime', 'The call failed.')
  })
  const frame = run.frames.get(frameId)
  if (run.calls.get(frameId) !== abort || !frame || !signal) return
  run.calls.delete(frameId)
  frame.pending = signal
  run.bell.ring()
}

/** The database is away, which the workflow has nothing to do with: the run is taken up again when it is back. */
function leave(run: OpenRun, trouble: Error): undefined {
  run.trouble = trouble
  run.bell.ring()
}

const OUTSIDE = { http: callHttp, openapi: callOpenApi, mcp: callMcp }

async function ask(
  run: OpenRun,
  next: Extract<Asking, { kind: 'call' }>,
  pointer: string,
  signal: AbortSignal,
): Promise<Signal> {
  const key = effectKey(run, next.key)
  if (next.call !== 'function') {
    const { secrets = {}, document } = run.facts
    // A value derived from a secret, such as part of it, cannot be recognized by comparing values.
    const written = JSON.stringify(valueAt(document, `${pointer}/with/parameters`) ?? null)
    const holdsSecret = (value: Json): boolean => written.includes('$secrets') || holdsAny(value, secrets)
    const asked = {
      with: next.with,
      key,
      workspaceId: run.row.workspaceId,
      signal,
      servers: serversOf(document),
      holdsSecret,
    }
    return OUTSIDE[next.call](run.engine.services.outbound, asked)
  }
  const { name, version } = next.function
  const found = run.engine.functions.get(`${name}:${version}`)
  if (!found) return errorSignal('configuration', `There is no function ${name}.`)
  try {
    return await runFunction(contextOf(run, run.engine.pool, key), found, next.with)
  } catch (error) {
    // Nothing was begun in the database: whether to try again is for the document and the settings of the workflow.
    if (!(error instanceof Refusal) || isDatabaseAway(error)) throw error
    return refusedSignal(error)
  }
}

/** The servers that the author trusts with secrets. */
function serversOf({ document }: WorkflowDocument): string[] {
  const servers = recordOf((document as { metadata?: Json }).metadata)['servers']
  return Array.isArray(servers) ? servers.filter((each) => typeof each === 'string') : []
}

async function emitted(
  run: OpenRun,
  ctx: TxCtx,
  { key, event: made }: Extract<Asking, { kind: 'emit' }>,
): Promise<Signal> {
  const event: JsonObject = {
    specversion: '1.0',
    id: derivedId(run.row.id, key),
    source: `${ctx.services.settings.appUrl}/workspaces/${ctx.workspaceId}`,
    time: ctx.now.toISOString(),
    ...made,
  }
  await emit(ctx, { type: WORKFLOW_EMITTED, event })
  return { kind: 'result', output: event }
}

function runEffect(run: OpenRun, frame: Frame, next: Extract<Asking, { kind: 'run' }>): Effect | undefined {
  if (run.row.depth + 1 > DEPTH_MAX) {
    return told(frame, errorSignal('runtime', `Runs can start runs ${DEPTH_MAX} levels deep.`))
  }
  const id = derivedId(run.row.id, next.key)
  if (next.isAwaited) frame.awaits = { kind: 'run', runId: id }
  return {
    frame,
    async perform(ctx) {
      const mode = run.row.mode === 'shadow' ? 'shadow' : 'live'
      const child = { id, parentRunId: run.row.id, mode, depth: run.row.depth + 1, input: next.input } as const
      const started = await startChild(ctx, next.workflow, child)
      if (!started) {
        frame.awaits = undefined
        const { namespace, name, version } = next.workflow
        return errorSignal('configuration', `There is no active workflow ${namespace}/${name} ${version}.`)
      }
      if (started === 'elsewhere') {
        frame.awaits = undefined
        return refusedSignal(new Refusal(failures.workflow_owned_elsewhere))
      }
      if (!next.isAwaited) return { kind: 'result', output: null }
      return started === 'known' ? tryChildAgain(ctx, frame, id) : undefined
    },
  }
}

async function startChild(
  ctx: TxCtx,
  workflow: Extract<Asking, { kind: 'run' }>['workflow'],
  child: Parameters<typeof insertChild>[2],
): Promise<'new' | 'known' | 'elsewhere' | undefined> {
  const named = await findNamed(ctx, workflow)
  const versionNumber = named && versionFor(named, child.id)
  // What was started before goes on, like all that is open when a workflow is turned off.
  if (!named || versionNumber === undefined) return (await findRun(ctx, child.id)) ? 'known' : undefined
  const { routes: _, ...target } = named
  return insertChild(ctx, { ...target, versionNumber }, child)
}

/** This run is tried again, and with it the one that it waits for, if that has failed. */
async function tryChildAgain(ctx: TxCtx, frame: Frame, id: string): Promise<Signal | undefined> {
  const child = await lockRun(ctx, id)
  if (child?.status === 'faulted') await redrive(ctx, id, { skip: false })
  if (child?.status !== 'completed' && child?.status !== 'cancelled') return undefined
  frame.awaits = undefined
  return signalOf({ id, state: child.status, output: child.output, error: null })
}
