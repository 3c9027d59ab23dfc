import type { TxCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { findOpenStep } from './event.queries.ts'
import { appendEvents } from './event.service.ts'
import { settleInteraction, type InteractionRow } from './interaction.queries.ts'
import { noteInteractions } from './interaction-news.ts'
import { interactionOf } from './interaction-view.ts'
import type { RunRow } from './run.queries.ts'
import type { SessionEvent } from './session-event.schema.ts'
import type { CallRow } from './step.queries.ts'

type RunIds = { run_id: string; parent_run_id?: string }

/** A run that was woken goes on under an id of its own: who reads the stream sees a run for each time it was begun. */
export function idsOf({ id, segment }: Pick<RunRow, 'id' | 'segment'>): RunIds {
  return segment <= 1 ? { run_id: id } : { run_id: derivedId(id, `segment:${segment}`), parent_run_id: id }
}

/** The first message of a run has its name before it begins; the others are named by their step, at every try alike. */
export function messageIdOf(
  { id, assistantMessageId }: Pick<RunRow, 'id' | 'assistantMessageId'>,
  step: number,
): string {
  return step === 1 ? assistantMessageId : derivedId(id, `message:${step}`)
}

export function startedEvent(run: Pick<RunRow, 'id' | 'segment' | 'agentId'>, messageId: string): SessionEvent {
  return { type: 'run.started', ...idsOf(run), message_id: messageId, agent_id: run.agentId }
}

/**
 * The events of a run that is cancelled while nobody works on it. In the log a run ends only after it started, so one that
 * had begun before is started once more and ended. One that never began, and any while another run is at work, is only
 * told as a change of state: readers would take an end for the end of that other run.
 */
export function cancelledEvents(run: RunRow, isOtherAtWork: boolean): SessionEvent[] {
  if (run.segment === 0 || isOtherAtWork)
    return [{ type: 'state.changed', state: { run_id: run.id, status: 'cancelled' } }]
  const next = { ...run, segment: run.segment + 1 }
  return [startedEvent(next, run.assistantMessageId), { type: 'run.finished', ...idsOf(next), outcome: 'cancelled' }]
}

/** The outcome of a call, as a message of its own. */
export function resultEvent(
  run: Pick<RunRow, 'id'>,
  { id, status, output }: Pick<CallRow, 'id' | 'status' | 'output'>,
): SessionEvent {
  return {
    type: 'tool.result',
    message_id: derivedId(run.id, `result:${id}`),
    tool_call_id: id,
    status: status === 'done' ? 'ok' : status === 'failed' ? 'error' : 'denied',
    output: output ?? null,
  }
}

/** A step ends before its run does: readers that check the order take what is still going on for a fault. */
export async function closeStep(ctx: TxCtx, sessionId: string): Promise<void> {
  const step_name = await findOpenStep(ctx, sessionId)
  if (step_name !== undefined) await appendEvents(ctx, sessionId, [{ type: 'step.finished', step_name }])
}

/** Closes what nobody will answer any more. */
export async function closeInteractions(
  ctx: TxCtx,
  run: Pick<RunRow, 'id' | 'sessionId'>,
  pending: readonly InteractionRow[],
  status: 'cancelled' | 'expired',
  runStatus: string,
): Promise<void> {
  const gone: InteractionRow[] = []
  for (const { id } of pending) {
    const closed = await settleInteraction(ctx, id, { status, resolution: null, resolvedBy: null })
    if (!closed) continue
    const interaction = { ...interactionOf(closed, runStatus) }
    await appendEvents(ctx, run.sessionId, [{ type: 'interaction.resolved', interaction_id: id, interaction }])
    gone.push(closed)
  }
  await noteInteractions(ctx, 'interaction.resolved', gone)
}
