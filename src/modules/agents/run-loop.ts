import { actingAlone, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { coreFailures, Refusal } from '#core/errors.ts'
import { LeaseLost } from '#core/leased-worker.ts'
import { ModelFailure } from '#core/model-failure.ts'
import { appendEvents } from './event.service.ts'
import { closeMessage } from './message-attempt.ts'
import { MessageLost } from './message-page.ts'
import { ask, asks } from './run-ask.ts'
import { perform } from './run-call.ts'
import { closeStep, idsOf, startedEvent } from './run-events.ts'
import { RunCancelled, RunFailure, hold, type Job } from './run-job.ts'
import { outputOf, totalOf } from './run-output.ts'
import { lockLeased } from './run-lease.queries.ts'
import { saveRun, type RunRow } from './run.queries.ts'
import type { SessionEvent } from './session-event.schema.ts'
import { findActiveRun } from './session.queries.ts'
import { step } from './run-step.ts'
import { listCalls, listSteps, type CallRow, type StepRow } from './step.queries.ts'
import { tellTalk } from './talk.queries.ts'

/** A run that so many workers died over is not tried again: it may be what they died of. */
const TRIES_MAX = 5

/** Works on a run until it is over, waits for a person, or is no longer ours. What is stored is where it goes on. */
export async function work(job: Job): Promise<void> {
  try {
    if (job.run.tries > TRIES_MAX) {
      throw new RunFailure('worker_lost', 'It was taken up several times and never came to an end.')
    }
    await begin(job)
    while (await advance(job));
  } catch (error) {
    await settle(job, error)
  }
}

function systemOf({ shop, run }: Job): WorkspaceCtx {
  const { pool, services, log } = shop
  return actingAlone({ db: pool, workspaceId: run.workspaceId, requestId: run.id, log, services })
}

async function begin(job: Job): Promise<void> {
  const { run, shop } = job
  await inTransaction(systemOf(job), async (ctx) => {
    await hold(job, ctx)
    await tellBegun(ctx, run)
  })
  shop.services.sessionLog.tell(run.sessionId)
}

/**
 * In the log a run ends only after it started. Whoever took it up may have gone before that was told, and it may be
 * asked to stop before it.
 */
async function tellBegun(ctx: TxCtx, run: RunRow): Promise<void> {
  if ((await findActiveRun(ctx, run.sessionId)) === run.id) return
  await appendEvents(ctx, run.sessionId, [startedEvent(run, run.assistantMessageId)])
}

const OVER: readonly CallRow['status'][] = ['done', 'failed', 'denied']

/** The next thing there is to do; false when there is no more. */
async function advance(job: Job): Promise<boolean> {
  job.signal.throwIfAborted()
  const ctx = systemOf(job)
  const { run } = job
  const [steps, calls] = await Promise.all([listSteps(ctx, [run.id]), listCalls(ctx, [run.id])])
  const last = steps.at(-1)
  if (!last) return next(job, steps)
  const own = calls.filter((call) => call.step === last.step)
  const open = own.filter(({ status }) => !OVER.includes(status))
  const asking: CallRow[] = []
  for (const call of open) if (call.status === 'asked' || (await asks(ctx, job, call))) asking.push(call)
  // One at a time: what one of them leaves behind counts for the next.
  const ready = open.find((call) => !asking.includes(call))
  if (ready) return perform(job, ready).then(() => true)
  if (asking.length > 0) return ask(job, asking)
  if (own.length === 0) return complete(job, last, steps).then(() => false)
  return next(job, steps)
}

async function next(job: Job, steps: StepRow[]): Promise<boolean> {
  if (steps.length >= job.run.stepsMax) {
    throw new RunFailure('step_limit', `It was not done after ${job.run.stepsMax} steps.`)
  }
  try {
    await step(job, steps.length + 1)
  } catch (error) {
    // Whoever had the run before has ended the message after all: what is stored is looked at again.
    if (!(error instanceof MessageLost)) throw error
  }
  return true
}

async function complete(job: Job, last: StepRow, steps: StepRow[]): Promise<void> {
  const output = outputOf(job.run, last)
  await end(job, [{ type: 'run.finished', ...idsOf(job.run), outcome: 'success', ...spent(steps), ...output.event }], {
    status: 'completed',
    finishReason: output.finishReason,
    output: output.value,
  })
}

function spent(steps: readonly StepRow[]) {
  const { served } = steps.at(-1) ?? {}
  return { usage: [{ ...(served && { provider: served.provider, model: served.id }), ...totalOf(steps) }] }
}

async function settle(job: Job, error: unknown): Promise<void> {
  const { shop, run } = job
  const reason: unknown = job.signal.aborted ? job.signal.reason : error
  // The lease ends, and somebody takes the run up from where it is stored.
  if (reason instanceof LeaseLost || error instanceof LeaseLost || isPassing(error)) return
  if (reason instanceof RunCancelled || error instanceof RunCancelled) return stopped(job)
  const { code, message } = failureOf(error)
  if (code === 'internal_error') shop.log.error({ err: error, runId: run.id }, 'a run failed')
  const steps = await listSteps(systemOf(job), [run.id])
  await end(job, [{ type: 'run.failed', ...idsOf(run), code, message, ...spent(steps) }], {
    status: 'failed',
    finishReason: 'error',
    error: { code, message },
  })
}

function isPassing(error: unknown): boolean {
  return error instanceof Refusal && error.failure === coreFailures.unavailable
}

function failureOf(error: unknown): { code: string; message: string } {
  const known = rootOf(error)
  if (known instanceof RunFailure) return known
  if (known instanceof ModelFailure) return { code: `model_${known.reason}`, message: known.message }
  if (known instanceof Refusal && known.failure.status < 500)
    return { code: known.failure.code, message: known.message }
  return { code: 'internal_error', message: 'The run could not be completed.' }
}

/** The library wraps what came of several tries. */
function rootOf(error: unknown): unknown {
  return error instanceof Error && 'lastError' in error ? error.lastError : error
}

/** Ends it as cancelled, with what was written so far. */
async function stopped(job: Job): Promise<void> {
  await end(job, [{ type: 'run.finished', ...idsOf(job.run), outcome: 'cancelled' }], { status: 'cancelled' })
}

type End = Parameters<typeof saveRun>[2]

async function end(job: Job, events: SessionEvent[], changes: End): Promise<void> {
  const { run, shop } = job
  const isOurs = await inTransaction(systemOf(job), async (ctx: TxCtx) => {
    if (!(await lockLeased(ctx, run.id, run.leaseToken))) return false
    await tellBegun(ctx, run)
    await closeMessage(ctx, run.sessionId)
    await closeStep(ctx, run.sessionId)
    await appendEvents(ctx, run.sessionId, events)
    await saveRun(ctx, run.id, { ...changes, endedAt: ctx.now, leaseToken: null, leaseUntil: null })
    await tellTalk(ctx, run)
    return true
  })
  if (!isOurs) return
  shop.services.sessionLog.tell(run.sessionId)
  shop.services.runSignals.send(`settled:${run.id}`)
  // What waited behind it can begin.
  shop.services.runSignals.send('queued')
}
