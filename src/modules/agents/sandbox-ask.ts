import { inTransaction, type TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { fail } from '#core/errors.ts'
import { hashOf } from '#core/tool-run.ts'
import { approvalMode } from '#modules/tools/confirmation.service.ts'
import { traceCall } from '#modules/tools/tool-call.service.ts'
import { approversOf } from './approval.rules.ts'
import { lockLog } from './event.queries.ts'
import type { InteractionRow } from './interaction.queries.ts'
import { beginAttempt } from './message-attempt.ts'
import { keepQuestion, logQuestion, stopForAnswers, type Assigned } from './put-question.ts'
import { approvalOf } from './run-ask.ts'
import { lockRun, type RunRow } from './run.queries.ts'
import { callIdOf, calledEvents } from './sandbox-events.ts'
import { assertRunning, failures, keyOf, personOf, usable, type Desk, type Program } from './sandbox-program.ts'
import { traceOf } from './sandbox-standing.ts'
import { claimKey, findKept } from './sandbox.queries.ts'
import type { SandboxCall } from './sandbox.schema.ts'

interface Asked {
  id: string
  call: SandboxCall
  question: Awaited<ReturnType<typeof approvalOf>>
}

/**
 * Puts the questions of all calls that need a yes, and stops the run until they are answered: one transaction, so nobody
 * answers too early. Answers the interactions by the ids of the calls.
 */
export async function ask(desk: Desk, program: Program, calls: readonly SandboxCall[]): Promise<Map<string, string>> {
  const person = await personOf(desk, program)
  // What a question is about is read before, with the rights of the person: nothing waits for it in the transaction.
  const asked: Asked[] = []
  for (const call of calls) {
    const id = newId()
    const ready = usable(desk, program, person, call.tool) ?? fail(failures.run_not_running)
    const whole = desk.toolbox.find(call.tool) ?? ready
    const about = { id: callIdOf(id), input: call.arguments ?? {} }
    asked.push({ id, call, question: await approvalOf(person, desk.toolbox, about, whole) })
  }
  const workspaceAsks = await approvalMode(person)
  const { userId, sessionId, id: runId } = program.run
  const interactionIds = await inTransaction(person, async (ctx) => {
    const run = (await lockRun(ctx, runId)) ?? fail(failures.run_not_running)
    const assigned = approversOf(run.approval, { userId, workspaceAsks, isOutside: person.speaksFor !== undefined })
    return put(ctx, program, run, asked, assigned)
  })
  desk.services.sessionLog.tell(sessionId)
  desk.services.runSignals.send(`settled:${runId}`)
  return interactionIds
}

async function put(
  ctx: TxCtx,
  program: Program,
  run: RunRow,
  asked: readonly Asked[],
  assigned: Assigned,
): Promise<Map<string, string>> {
  const interactionIds = new Map<string, string>()
  const rows: InteractionRow[] = []
  for (const each of asked) {
    // A twin may have asked just now, and stopped the run with it.
    const kept = await findKept(ctx, run.id, keyOf(program, each.call))
    if (!kept && rows.length === 0) await interrupt(ctx, run)
    const row = kept ? undefined : await putOne(ctx, program, run, each, assigned)
    if (row) rows.push(row)
    interactionIds.set(each.call.id, row?.id ?? kept?.interactionId ?? fail(failures.call_key_reused))
  }
  if (rows.length > 0) await stopForAnswers(ctx, run, rows)
  return interactionIds
}

/** Whoever works on the run has lost it from here on. What it was just writing is begun again when the run goes on. */
async function interrupt(ctx: TxCtx, run: RunRow): Promise<void> {
  assertRunning(run)
  const { activeMessageId } = (await lockLog(ctx, run.sessionId)) ?? fail(failures.run_not_running)
  if (activeMessageId !== null) await beginAttempt(ctx, run.sessionId, activeMessageId)
}

async function putOne(
  ctx: TxCtx,
  program: Program,
  run: RunRow,
  { id, call, question: { recordVersion, readers, ...question } }: Asked,
  assigned: Assigned,
): Promise<InteractionRow> {
  const row = await keepQuestion(ctx, run, callIdOf(id), { ...question, ...assigned })
  const { tool, arguments: input = {} } = call
  const status = 'asked' as const
  const kept = { key: keyOf(program, call), id, tool, argsHash: hashOf(input), status, interactionId: row.id }
  if (!(await claimKey(ctx, run.id, { ...kept, recordVersion, readers }))) fail(failures.call_key_reused)
  await traceCall(ctx, { ...traceOf(call), gate: 'asked', outcome: 'done', code: null })
  return logQuestion(ctx, row, calledEvents(id, tool, input))
}
