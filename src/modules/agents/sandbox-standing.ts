import type { TxCtx, WorkspaceCtx } from '#core/context.ts'
import { hashOf } from '#core/tool-run.ts'
import { traceCall } from '#modules/tools/tool-call.service.ts'
import { appendEvents } from './event.service.ts'
import { findInteraction, type InteractionRow } from './interaction.queries.ts'
import { resultEvent } from './sandbox-events.ts'
import { failures, keyOf, type Outcome, type Program } from './sandbox-program.ts'
import { saveKept, type CallKept } from './sandbox.queries.ts'
import type { SandboxCall } from './sandbox.schema.ts'

type Json = Record<string, unknown>

/** How things stand with a call that was made before. */
export type Standing =
  | { kind: 'open' }
  /** A person has agreed, perhaps to something else than was asked. */
  | { kind: 'agreed'; id: string; input: Json; recordVersion: number | null; readers: string[] }
  | { kind: 'refused'; id: string; reason: string }
  | { kind: 'settled'; outcome: Outcome }

export async function standingOf(ctx: WorkspaceCtx, call: SandboxCall, kept: CallKept | undefined): Promise<Standing> {
  if (!kept) return { kind: 'open' }
  if (kept.tool !== call.tool || kept.argsHash !== hashOf(call.arguments ?? {})) return settled(reused())
  if (kept.status === 'done' && kept.output !== null) {
    return settled({ status: 'ok', output: kept.output, replayed: true })
  }
  if (kept.claimedUntil !== null && Date.parse(kept.claimedUntil) > ctx.now.getTime()) return settled(inProgress())
  // Whoever did it is gone.
  if (kept.status === 'running') return { kind: 'open' }
  const interaction = kept.interactionId === null ? undefined : await findInteraction(ctx, kept.interactionId)
  if (kept.status === 'refused') return settled({ ...refusalOf(reasonOf(interaction)), replayed: true })
  return answered(kept, call, interaction)
}

function answered(kept: CallKept, call: SandboxCall, interaction: InteractionRow | undefined): Standing {
  if (interaction?.status === 'pending') {
    return settled({ status: 'approval_required', continuationId: interaction.id, replayed: true })
  }
  const { decision, edited_input: edited = null } = interaction?.resolution ?? {}
  const { id, recordVersion, readers } = kept
  if (decision === 'approve') return { kind: 'agreed', id, input: call.arguments ?? {}, recordVersion, readers }
  // An edited one is about another state than the one that was asked about.
  if (decision === 'edit' && edited) return { kind: 'agreed', id, input: edited, recordVersion: null, readers }
  return { kind: 'refused', id, reason: reasonOf(interaction) }
}

function reasonOf(interaction: InteractionRow | undefined): string {
  if (interaction?.status === 'expired') return 'Nobody answered in time.'
  return interaction?.resolution?.reason ?? 'The person said no.'
}

/** Writes down that it will not be done, the first time that the program hears of it. */
export async function noteRefusal(
  ctx: TxCtx,
  program: Program,
  call: SandboxCall,
  { id, reason }: { id: string; reason: string },
): Promise<Outcome> {
  const { run } = program
  await saveKept(ctx, run.id, keyOf(program, call), { status: 'refused' })
  await traceCall(ctx, { ...traceOf(call), gate: 'declined', outcome: 'refused', code: 'rejected' })
  await appendEvents(ctx, run.sessionId, [resultEvent(id, 'denied', { reason })])
  return refusalOf(reason)
}

/** For the record of calls. */
export function traceOf({ tool, arguments: args = {} }: SandboxCall) {
  return { tool, args, client: 'agent-sandbox' }
}

function refusalOf(reason: string): Outcome {
  return { status: 'denied', error: { code: 'rejected', message: reason, retryable: false }, isTraced: true }
}

function settled(outcome: Outcome): Standing {
  return { kind: 'settled', outcome: { ...outcome, isTraced: true } }
}

function reused(): Outcome {
  const { code, text: message } = failures.call_key_reused
  return { status: 'error', error: { code, message, retryable: false } }
}

function inProgress(): Outcome {
  const message = 'The same call is under way. Ask again for its result.'
  return { status: 'error', error: { code: 'call_in_progress', message, retryable: true } }
}
