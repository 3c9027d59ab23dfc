import { inTransaction, type TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { isAskedFirst } from '#core/tool-question.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { rehearse } from '#core/tool-rehearsal.ts'
import { offsetOf } from '#core/tool-cursor.ts'
import { contextFor, hashOf, refuseFaults, runTool } from '#core/tool-run.ts'
import { traceCall } from '#modules/tools/tool-call.service.ts'
import { passYesOn } from './agreed-together.ts'
import { needsApproval } from './approval.rules.ts'
import { appendEvents } from './event.service.ts'
import { findInteraction } from './interaction.queries.ts'
import type { Deadline } from './sandbox-deadline.ts'
import { calledEvents, callIdOf, resultEvent } from './sandbox-events.ts'
import {
  assertRunning,
  DENIED,
  keyOf,
  personOf,
  usable,
  type Desk,
  type Outcome,
  type Program,
} from './sandbox-program.ts'
import { agreedDeed, callerOf, deedIn, findSubject, type SpeakerCtx } from './speaker.ts'
import { noteRefusal, standingOf, traceOf, type Standing } from './sandbox-standing.ts'
import {
  claimKey,
  dropClaim,
  findKept,
  lockKept,
  saveKept,
  saveVersion,
  shareRun,
  type CallKept,
} from './sandbox.queries.ts'
import type { SandboxCall } from './sandbox.schema.ts'

type Json = Record<string, unknown>

/** Longer than anything takes that reaches outside. */
const CLAIM_SECONDS = 120

/** Does one call, or says why not. What needs a yes comes back as a question that is still to be put. */
export async function perform(desk: Desk, program: Program, call: SandboxCall, deadline: Deadline): Promise<Outcome> {
  const person = await personOf(desk, program)
  const ready = usable(desk, program, person, call.tool)
  if (!ready) return DENIED
  const kept = await findKept(person, program.run.id, keyOf(program, call))
  const standing = await standingOf(person, call, kept)
  if (call.cursor !== undefined) return readOn(standing, call.cursor)
  if (standing.kind === 'settled') return standing.outcome
  if (standing.kind === 'open') {
    const { arguments: input = {}, tool } = call
    refuseFaults(ready, input)
    const asksFirst = ready.tool.asksFirst === true
    const asking = { tool, effect: ready.tool.effect, isGated: asksFirst || (await isAskedFirst(person, ready, input)) }
    if (needsApproval(asking, program.run.approval)) {
      const stage = { pool: desk.pool, services: desk.services, now: () => person.now }
      await (asksFirst ? findSubject(person, ready, input) : rehearse(stage, callerOf(person), { ready, args: input }))
      return { status: 'approval_required', isTraced: true }
    }
  }
  const work = { desk, program, call, person, ready, deadline }
  const outcome = ready.tool.operation.outsideTransaction ? await actOutside(work) : await act(work)
  desk.services.sessionLog.tell(program.run.sessionId)
  return outcome
}

/** The rest of an answer that was cut. */
function readOn(standing: Standing, cursor: string): Outcome {
  const offset = offsetOf(cursor)
  if (standing.kind === 'settled' && standing.outcome.status === 'ok' && offset !== undefined) {
    return { ...standing.outcome, offset }
  }
  return fail(coreFailures.invalid_request, {
    detail: 'This cursor did not come from an answer to this call.',
    errors: [{ pointer: '/cursor', code: 'unknown_value', message: 'Must be `next` of an answer to this call.' }],
  })
}

interface Work {
  desk: Desk
  program: Program
  call: SandboxCall
  person: SpeakerCtx
  ready: ReadyTool
  deadline: Deadline
}

/** The effect, its result, the event and the record are one transaction: all of it is there or nothing. */
function act(work: Work): Promise<Outcome> {
  return inTransaction(work.person, async (ctx) => {
    const turn = await take(work, ctx)
    if ('outcome' in turn) return turn.outcome
    const output = JSON.stringify(await run(work, ctx.db, turn))
    await agreeToRest(work, ctx, turn)
    work.deadline.close()
    assertRunning(await shareRun(ctx, work.program.run.id))
    await finish(work, ctx, turn, output)
    return { status: 'ok', output, isTraced: true }
  })
}

/** What reaches outside waits for no transaction: a claim is committed before it, the result after it. */
async function actOutside(work: Work): Promise<Outcome> {
  const { person, program, call, desk } = work
  const runId = program.run.id
  const claimedUntil = new Date(person.now.getTime() + CLAIM_SECONDS * 1000).toISOString()
  const turn = await inTransaction(person, async (ctx) => {
    const turn = await take(work, ctx, claimedUntil)
    assertRunning(await shareRun(ctx, runId))
    return turn
  })
  if ('outcome' in turn) return turn.outcome
  try {
    const output = JSON.stringify(await run(work, desk.pool, turn))
    await inTransaction(person, (ctx) => finish(work, ctx, turn, output))
    return { status: 'ok', output, isTraced: true }
  } catch (error) {
    // If the database is away, the claim ends by itself.
    await dropClaim(person, runId, { key: keyOf(program, call), claimedUntil }).catch(() => {})
    throw error
  }
}

/** The right to do it, which only one of several with the same key has. */
interface Turn {
  id: string
  input: Json
  recordVersion: number | null
  /** The outsiders named to the person who was asked. */
  readers: string[]
  isAgreed: boolean
  /** What was asked about together with it and is still to be done. */
  others: CallKept[]
}

const UNASKED = { recordVersion: null, readers: [], isAgreed: false, others: [] }

async function take(
  { program, call }: Work,
  ctx: TxCtx,
  claimedUntil: string | null = null,
): Promise<Turn | { outcome: Outcome }> {
  const { run } = program
  const [key, id, input] = [keyOf(program, call), newId(), call.arguments ?? {}]
  const row = { key, id, tool: call.tool, argsHash: hashOf(input), status: 'running', claimedUntil } as const
  if (await claimKey(ctx, run.id, row)) return { id, input, ...UNASKED }
  const { kept, others } = await lockKept(ctx, run.id, key)
  const standing = await standingOf(ctx, call, kept)
  if (standing.kind === 'settled') return { outcome: standing.outcome }
  if (standing.kind === 'refused') return { outcome: await noteRefusal(ctx, program, call, standing) }
  await saveKept(ctx, run.id, key, { status: kept?.status ?? 'running', claimedUntil })
  if (standing.kind === 'open') return { id: kept?.id ?? id, input, ...UNASKED }
  return { ...standing, isAgreed: true, others }
}

async function run({ desk, person, ready, program, call }: Work, db: SpeakerCtx['db'], turn: Turn): Promise<Json> {
  const { input, recordVersion, readers } = turn
  refuseFaults(ready, input)
  const idempotencyKey = `${program.run.id}:${keyOf(program, call)}`
  const whole = desk.toolbox.find(call.tool)
  const isConditional = (whole ?? ready).tool.operation.conditional && recordVersion !== null
  const version = isConditional ? { ifMatch: [recordVersion] } : {}
  if (ready.tool.asksFirst) {
    if (!turn.isAgreed) fail(coreFailures.insufficient_role)
    const about = { runId: program.run.id, callId: callIdOf(turn.id), ready, whole, args: input, readers, ...version }
    return (await agreedDeed({ ...person, db }, about)).do(db, idempotencyKey)
  }
  const more = { idempotencyKey, ...version }
  const around = { services: desk.services, now: () => person.now }
  return runTool(contextFor(around, callerOf(person), db, more), ready, input, readers)
}

async function agreeToRest({ desk, program, call }: Work, ctx: TxCtx, turn: Turn): Promise<void> {
  const { input, recordVersion } = turn
  if (recordVersion === null) return
  const others = []
  for (const other of turn.others) {
    if (other.recordVersion !== recordVersion) continue
    const asked = other.interactionId === null ? undefined : await findInteraction(ctx, other.interactionId)
    others.push({ ...other, input: asked?.toolCall?.input ?? {} })
  }
  await passYesOn(ctx, desk.toolbox.find, { tool: call.tool, input, recordVersion }, others, ({ key }, version) =>
    saveVersion(ctx, program.run.id, { key, recordVersion: version }),
  )
}

async function finish({ program, call, person }: Work, ctx: TxCtx, turn: Turn, output: string): Promise<void> {
  const { run } = program
  const { id, isAgreed, input } = turn
  await saveKept(ctx, run.id, keyOf(program, call), { status: 'done', output })
  const client = deedIn(person)
  const by = person.speaksFor ? { ...ctx, principal: person.speaksFor } : ctx
  await traceCall(by, {
    ...traceOf(call),
    ...(client !== undefined && { client }),
    gate: isAgreed ? 'confirmed' : 'none',
    outcome: 'done',
    code: null,
  })
  const called = isAgreed ? [] : calledEvents(id, call.tool, input)
  await appendEvents(ctx, run.sessionId, [...called, resultEvent(id, 'ok', JSON.parse(output))])
}
