import { fail } from '#core/errors.ts'
import type { PersonCtx } from './actor.service.ts'
import { lastSeqOf } from './event.queries.ts'
import { halfAnswersOf } from './half-answer.ts'
import { listPending } from './interaction.queries.ts'
import { interactionOf } from './interaction-view.ts'
import { textIn, totalOf } from './run-output.ts'
import { findRun, type RunRow } from './run.queries.ts'
import type { AnswerPart, InvokeReply, RunStarted } from './run.schema.ts'
import { failures, type Started } from './run.service.ts'
import { listCalls, listSteps, type CallRow, type CallStatus, type StepRow } from './step.queries.ts'

/** How a run stands, with all that came of it so far. */
export async function replyOf(ctx: PersonCtx, runId: string): Promise<InvokeReply> {
  const run = (await findRun(ctx, runId)) ?? fail(failures.run_not_found)
  const [steps, calls, pending, seq] = await Promise.all([
    listSteps(ctx, [runId]),
    listCalls(ctx, [runId]),
    listPending(ctx, runId),
    lastSeqOf(ctx, run.sessionId),
  ])
  const last = steps.at(-1)
  const half = (await halfAnswersOf(ctx, [run], () => steps.length)).get(runId)
  const { sessionId, status, assistantMessageId: id } = run
  return {
    request_id: ctx.requestId,
    session_id: sessionId,
    run_id: runId,
    status,
    message: { id, role: 'assistant', parts: [...steps.flatMap((step) => partsOf(step, calls)), ...textParts(half)] },
    output_text: half ?? (last ? textIn(last) : ''),
    output: run.output ?? null,
    interactions: pending.map((row) => interactionOf(row, status)),
    usage: totalOf(steps),
    finish_reason: run.finishReason,
    steps: steps.length,
    model: last?.served ?? null,
    error: run.error,
    marks: { seq },
    subscribe_url: subscribeUrlOf(run),
  }
}

function subscribeUrlOf({ sessionId, sinceSeq }: RunRow): string {
  return `/v1/agent/sessions/${sessionId}/subscribe_direct?since_seq=${sinceSeq}`
}

const STATES: Record<CallStatus, NonNullable<AnswerPart['state']>> = {
  called: 'input-available',
  asked: 'approval-requested',
  agreed: 'input-available',
  answered: 'input-available',
  refused: 'input-available',
  done: 'output-available',
  failed: 'output-error',
  denied: 'output-denied',
}

function partsOf(step: StepRow, calls: readonly CallRow[]): AnswerPart[] {
  const own = calls.filter((call) => call.step === step.step)
  const tools = own.map(({ id, tool, status, input, output }): AnswerPart => {
    const about = { type: 'tool' as const, tool_call_id: id, name: tool, state: STATES[status], input }
    return output === null ? about : { ...about, output }
  })
  return [...textParts(textIn(step)), ...tools]
}

function textParts(text = ''): AnswerPart[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

export function startedOf({ run, deduplicated }: Started): RunStarted {
  return {
    run_id: run.id,
    session_id: run.sessionId,
    status: run.status,
    message_id: run.messageId,
    assistant_message_id: run.assistantMessageId,
    since_seq: run.sinceSeq,
    deduplicated,
    created_at: run.createdAt,
  }
}
