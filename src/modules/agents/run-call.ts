import { afterCommit, inTransaction, type TxCtx } from '#core/context.ts'
import { isDatabaseAway } from '#core/db-failures.ts'
import { coreFailures, Refusal } from '#core/errors.ts'
import { LeaseLost, WORK_PACE } from '#core/leased-worker.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { rehearse } from '#core/tool-rehearsal.ts'
import { contextFor, reasonIn, refuseFaults, runTool } from '#core/tool-run.ts'
import { mayUse } from '#core/tool-caller.ts'
import { ASK_TOOL } from './agent.schema.ts'
import { passYesOn } from './agreed-together.ts'
import { questionIn } from './ask-person.ts'
import { traceCall } from '#modules/tools/tool-call.service.ts'
import { appendEvents } from './event.service.ts'
import { resultEvent } from './run-events.ts'
import { hold, personOf, RunCancelled, RunFailure, type Job } from './run-job.ts'
import { extendLease } from './run-lease.queries.ts'
import { agreedDeed, boxFor, callerOf, deedIn, findSubject, type SpeakerCtx } from './speaker.ts'
import { listCalls, lockCall, saveCall, type CallRow, type CallStatus } from './step.queries.ts'

interface Outcome {
  status: Extract<CallStatus, 'done' | 'failed' | 'denied'>
  output: unknown
}

/** One call in the hands of a worker, and since when. */
interface Turn {
  job: Job
  call: CallRow
  from: number
  /** The member it is done as, if not the person who answers for the run. */
  doneBy?: SpeakerCtx
}

/**
 * Does what the model asked for, once: the effect, its result and the event are one transaction, so a worker that dies
 * leaves all of it or nothing. What was done before is not done again.
 */
export async function perform(job: Job, call: CallRow): Promise<void> {
  const person = await personOf(job)
  const turn = { job, call, from: performance.now() }
  try {
    const settled = settledBy(call)
    if (settled) await inTransaction(person, (ctx) => finish(turn, ctx, async () => settled))
    else await act(turn, person)
  } catch (error) {
    await tellFailure(turn, person, error)
  }
}

/**
 * True where a yes would be in vain: the model is told why, and nobody is asked. It would not be where it needs only what
 * is asked about before it.
 */
export async function isDeclined(
  job: Job,
  person: SpeakerCtx,
  call: CallRow,
  asked: readonly CallRow[],
): Promise<boolean> {
  if (call.tool === ASK_TOOL) return false
  const turn = { job, call, from: performance.now() }
  const before = asked.filter(({ tool }) => tool !== ASK_TOOL)
  try {
    await tryOut(job, person, call, []).catch((error: unknown) => {
      if (!(error instanceof Refusal) || before.length === 0) throw error
      return tryOut(job, person, call, before)
    })
    return false
  } catch (error) {
    await tellFailure(turn, person, error)
    return true
  }
}

async function tryOut(job: Job, person: SpeakerCtx, call: CallRow, before: readonly CallRow[]): Promise<void> {
  const { pool, services } = job.shop
  const ready = usable(job, person, call)
  if (ready.tool.asksFirst) return findSubject(person, ready, call.input)
  const stage = { pool, services, now: () => person.now }
  const changeIn = (each: CallRow) => ({ ready: usable(job, person, each), args: each.input })
  await rehearse(stage, callerOf(person), { ...changeIn(call), before: before.map(changeIn) })
}

async function tellFailure(turn: Turn, person: SpeakerCtx, error: unknown): Promise<void> {
  const failed = failedBy(error, person, turn.call)
  await inTransaction(person, (ctx) => finish(turn, ctx, async () => failed))
}

/** A person has said it all already. */
function settledBy({ status, output }: CallRow): Outcome | undefined {
  if (status === 'refused') return { status: 'denied', output }
  return status === 'answered' ? { status: 'done', output } : undefined
}

async function act(turn: Turn, person: SpeakerCtx): Promise<void> {
  const { job, call } = turn
  if (call.tool === ASK_TOOL && job.run.tools.includes(ASK_TOOL)) refuseQuestion(call.input)
  const ready = usable(job, person, call)
  refuseFaults(ready, call.input)
  const { services } = job.shop
  const now = (): Date => person.now
  const idempotencyKey = `${job.run.id}:${call.id}`
  if (ready.tool.asksFirst) return actAgreed(turn, person, ready, idempotencyKey)
  const more = { idempotencyKey, ...versionOf(ready, call) }
  const on = (db: SpeakerCtx['db']) =>
    runTool(contextFor({ services, now }, callerOf(person), db, more), ready, call.input, call.readers)
  if (!ready.tool.operation.outsideTransaction) {
    return inTransaction(person, (ctx) =>
      finish(turn, ctx, async () => {
        const output = await on(ctx.db)
        if (call.recordVersion !== null) await agreeToRest(turn, ctx)
        return { status: 'done', output }
      }),
    )
  }
  // What reaches outside waits for no transaction; such an operation knows its key again after a crash.
  const output = await on(job.shop.pool)
  await inTransaction(person, (ctx) => finish(turn, ctx, async () => ({ status: 'done', output })))
}

/** Does what somebody outside wanted and a member approved, as that member. */
async function actAgreed(turn: Turn, person: SpeakerCtx, ready: ReadyTool, idempotencyKey: string): Promise<void> {
  const { job, call } = turn
  if (call.status !== 'agreed') throw new Refusal(coreFailures.insufficient_role)
  const whole = job.shop.toolbox.find(call.tool)
  const version = whole ? versionOf(whole, call) : {}
  const about = {
    runId: job.run.id,
    callId: call.id,
    ready,
    whole,
    args: call.input,
    readers: call.readers,
    ...version,
  }
  const deed = await agreedDeed(person, about)
  await inTransaction(person, (ctx) =>
    finish({ ...turn, doneBy: deed.approver }, ctx, async () => ({
      status: 'done',
      output: await deed.do(ctx.db, idempotencyKey),
    })),
  )
}

/** Only what is wrong with it keeps a question from being put, so it is no call like others. */
function refuseQuestion(input: unknown): void {
  const asked = questionIn(input)
  if ('fault' in asked) throw new Refusal(coreFailures.invalid_request, { detail: asked.fault })
}

function usable({ shop, run }: Job, person: SpeakerCtx, { tool }: CallRow): ReadyTool {
  const ready = run.tools.includes(tool) ? boxFor(shop.toolbox, run).find(tool) : undefined
  if (ready && mayUse(callerOf(person), ready.tool)) return ready
  throw new Refusal(coreFailures.insufficient_role, { detail: `There is no tool "${tool}" here.` })
}

/** A yes was given to a state of the record; to a later one it is none. */
function versionOf({ tool }: ReadyTool, { recordVersion }: CallRow): { ifMatch?: number[] } {
  return tool.operation.conditional && recordVersion !== null ? { ifMatch: [recordVersion] } : {}
}

async function agreeToRest({ job: { run, shop }, call }: Turn, ctx: TxCtx): Promise<void> {
  const calls = await listCalls(ctx, [run.id])
  const rest = calls.filter(({ id, step, status }) => id !== call.id && step === call.step && status === 'agreed')
  await passYesOn(ctx, shop.toolbox.find, call, rest, ({ id }, recordVersion) =>
    saveCall(ctx, run.id, id, { recordVersion }),
  )
}

async function finish(
  { job, call, from, doneBy }: Turn,
  ctx: TxCtx & SpeakerCtx,
  outcomeOf: () => Promise<Outcome>,
): Promise<void> {
  await hold(job, ctx)
  const { run, shop } = job
  const current = await lockCall(ctx, run.id, call.id)
  if (!current || current.status !== call.status) return
  const { status, output } = await outcomeOf()
  // While it worked, and failed too, nobody could give a sign of life for the run.
  if (performance.now() - from > WORK_PACE.beatSeconds * 1000) await extendLease(ctx, run.id, WORK_PACE.leaseSeconds)
  await saveCall(ctx, run.id, call.id, { status, output: output ?? null })
  await appendEvents(ctx, run.sessionId, [resultEvent(run, { id: call.id, status, output })])
  await traceOutside(ctx, call, { status, doneBy })
  afterCommit(ctx, () => shop.services.sessionLog.tell(run.sessionId))
}

/** Records a call made for somebody outside, and for whom it was made. */
async function traceOutside(
  ctx: TxCtx & SpeakerCtx,
  { tool, input }: CallRow,
  { status, doneBy }: Pick<Outcome, 'status'> & Pick<Turn, 'doneBy'>,
): Promise<void> {
  const client = deedIn(ctx)
  if (client === undefined || !ctx.speaksFor) return
  const gate = doneBy ? 'confirmed' : status === 'denied' ? 'declined' : 'none'
  const outcome = status === 'done' ? 'done' : 'refused'
  const principal = doneBy?.principal ?? ctx.speaksFor
  await traceCall({ ...ctx, principal }, { tool, args: input, client, gate, outcome, code: null })
}

/** What a model is told of a failure: a refusal in its own words, of a defect nothing. What passes by itself is thrown. */
function failedBy(error: unknown, { log }: SpeakerCtx, { tool }: CallRow): Outcome {
  if (isOfTheRun(error)) throw error
  if (error instanceof Refusal && error.failure.status < 500) {
    const { failure, options } = error
    return { status: 'failed', output: { code: failure.code, message: reasonIn(error), errors: options.errors ?? [] } }
  }
  log.error({ err: error, tool }, 'a tool failed')
  return { status: 'failed', output: { code: 'internal_error', message: coreFailures.internal_error.text } }
}

/** A statement of the tool that takes too long each time is no database that is away: the model has to know. */
function isOfTheRun(error: unknown): boolean {
  if (isDatabaseAway(error)) return true
  return error instanceof LeaseLost || error instanceof RunCancelled || error instanceof RunFailure
}
