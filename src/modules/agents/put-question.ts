import type { TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { appendEvents } from './event.service.ts'
import type { SessionEvent } from './session-event.schema.ts'
import { insertInteraction, setSeq, type InteractionRow, type NewInteraction } from './interaction.queries.ts'
import { noteInteractions } from './interaction-news.ts'
import { interactionOf } from './interaction-view.ts'
import { closeStep, idsOf } from './run-events.ts'
import { saveRun, type RunRow } from './run.queries.ts'
import { tellTalk } from './talk.queries.ts'

const MINUTE_MILLIS = 60_000

/** What somebody is asked, and who may answer. */
export type Question = Pick<
  NewInteraction,
  'kind' | 'message' | 'options' | 'responseSchema' | 'allowedDecisions' | 'toolCall'
>
export type Assigned = Pick<NewInteraction, 'userIds' | 'roles'>

/** Good for as long as the policy of the run says. */
export async function keepQuestion(
  ctx: TxCtx,
  { id: runId, sessionId, agentId, approval }: RunRow,
  toolCallId: string,
  asked: Question & Assigned,
): Promise<InteractionRow> {
  const expiresAt = new Date(ctx.now.getTime() + approval.validMinutes * MINUTE_MILLIS).toISOString()
  const row = { id: newId(), sessionId, runId, agentId, toolCallId, ...asked, expiresAt }
  const kept = await insertInteraction(ctx, row)
  if (!kept) throw new Error('an interaction was not kept')
  return kept
}

/** In the log of the session, behind what led to it. */
export async function logQuestion(
  ctx: TxCtx,
  row: InteractionRow,
  before: readonly SessionEvent[] = [],
): Promise<InteractionRow> {
  const { lastSeq: seq } = await appendEvents(ctx, row.sessionId, [
    ...before,
    {
      type: 'interaction.requested',
      interaction_id: row.id,
      tool_call_id: row.toolCallId,
      interaction: { ...interactionOf(row, 'interrupted') },
    },
  ])
  await setSeq(ctx, row.id, seq)
  return { ...row, seq }
}

/** The run stops until all of them are answered. */
export async function stopForAnswers(ctx: TxCtx, run: RunRow, rows: readonly InteractionRow[]): Promise<void> {
  const interrupts = rows.map(interruptOf)
  await closeStep(ctx, run.sessionId)
  await appendEvents(ctx, run.sessionId, [{ type: 'run.finished', ...idsOf(run), outcome: 'interrupt', interrupts }])
  await saveRun(ctx, run.id, { status: 'interrupted', leaseToken: null, leaseUntil: null, tries: 0 })
  await tellTalk(ctx, run)
  await noteInteractions(ctx, 'interaction.requested', rows)
}

function interruptOf({ id, kind, message, toolCallId, responseSchema, expiresAt }: InteractionRow) {
  return {
    id,
    reason: kind,
    message,
    tool_call_id: toolCallId,
    response_schema: responseSchema,
    expires_at: expiresAt,
  }
}
