import { inTransaction, type Scope, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId, randomToken, sha256 } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { isBesides } from '#core/outsiders.ts'
import { principalId } from '#core/principal.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import * as confirmations from './confirmation.queries.ts'
import type { ToolConfirmation } from './confirmation.schema.ts'

export const failures = defineFailures({
  confirmation_unknown: { status: 404, text: 'This confirmation is not known here. Ask again without a token.' },
  confirmation_expired: { status: 409, text: 'The confirmation is too old. Ask again without a token.' },
  confirmation_used: { status: 409, text: 'The confirmation was used or declined. Ask again without a token.' },
  confirmation_mismatch: {
    status: 409,
    text: 'The confirmation was given for other arguments or by another caller. Ask again without a token.',
  },
  record_changed: {
    status: 409,
    text: 'What this is about has changed since the question. Ask again without a token.',
  },
  readers_changed: {
    status: 409,
    text: 'Since the question was asked, somebody else outside the company can read this. Call again without a token.',
  },
  approval_pending: { status: 409, text: 'A person has to approve this in the app first.', retryable: true },
  confirmation_not_found: { status: 404, text: 'No such confirmation.' },
  confirmation_settled: { status: 409, text: 'It does not wait for an approval.' },
})

const VALID_MINUTES = 10
/** A person in the office does not sit there waiting. */
const APPROVAL_VALID_MINUTES = 24 * 60

interface Question {
  tool: string
  argsHash: string
  version: number | null
  readers: string[]
  preview: Record<string, unknown>
}

/** Who is asked before a gated tool acts: whoever sits at the client, or somebody in the app. */
export function approvalMode(ctx: Scope): Promise<'client' | 'app'> {
  return confirmations.approvalMode(ctx)
}

/** Writes the question down and gives out the token that answers it. */
export async function ask(
  ctx: WorkspaceCtx,
  { tool, argsHash, version, readers, preview }: Question,
): Promise<{ token: string; expiresAt: string; needsApproval: boolean }> {
  const token = randomToken(32)
  const needsApproval = (await confirmations.approvalMode(ctx)) === 'app'
  const minutes = needsApproval ? APPROVAL_VALID_MINUTES : VALID_MINUTES
  const expiresAt = new Date(ctx.now.getTime() + minutes * 60_000)
  await confirmations.insertConfirmation(ctx, {
    id: newId(),
    tokenHash: sha256(token),
    ...askerOf(ctx),
    tool,
    argsHash,
    recordVersion: version,
    readers,
    preview,
    needsApproval,
    createdAt: ctx.now,
    expiresAt,
  })
  return { token, expiresAt: expiresAt.toISOString(), needsApproval }
}

/** Uses the token up. Call it in the transaction of the change: both happen or neither does. */
export async function take(ctx: TxCtx, token: string, question: Omit<Question, 'preview'>): Promise<void> {
  const held = (await confirmations.lockByToken(ctx, sha256(token))) ?? fail(failures.confirmation_unknown)
  const isSame = held.tool === question.tool && held.argsHash === question.argsHash
  if (!isSame || !isAskedBy(ctx, held)) fail(failures.confirmation_mismatch)
  if (held.state === 'used' || held.state === 'declined') fail(failures.confirmation_used)
  if (Date.parse(held.expiresAt) <= ctx.now.getTime()) fail(failures.confirmation_expired)
  if (held.recordVersion !== question.version) fail(failures.record_changed)
  const news = question.readers.filter((id) => !held.readers.includes(id))
  if (news.length > 0) fail(news.every(isBesides) ? failures.record_changed : failures.readers_changed)
  if (held.needsApproval && held.state !== 'approved') fail(failures.approval_pending, { retryAfterSeconds: 30 })
  // Asked before the workspace wanted its people to approve: from then on the client's word is not enough.
  if (!held.needsApproval && (await approvalMode(ctx)) === 'app') fail(failures.confirmation_expired)
  await confirmations.settle(ctx, held.id, 'used')
}

/** The person said no in the client. A token of somebody else stays as it is. */
export function decline(ctx: WorkspaceCtx, token: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const held = await confirmations.lockByToken(ctx, sha256(token))
    if (held && held.state === null && isAskedBy(ctx, held)) {
      await confirmations.settle(ctx, held.id, 'declined')
    }
  })
}

/** The key, or the person with the program that they allowed: another program of the same person is another asker. */
function askerOf({ principal }: WorkspaceCtx): { principal: string; grantId: string | null } {
  return { principal: principalId(principal), grantId: principal.kind === 'user' ? principal.sessionId : null }
}

function isAskedBy(ctx: WorkspaceCtx, held: { principal: string; grantId: string | null }): boolean {
  const asker = askerOf(ctx)
  return held.principal === asker.principal && held.grantId === asker.grantId
}

/** A person decides in the app what a tool asked for. */
export function decide(
  ctx: WorkspaceCtx,
  confirmationId: string,
  state: 'approved' | 'declined',
): Promise<ToolConfirmation> {
  return inTransaction(ctx, async (ctx) => {
    const found = (await confirmations.lockConfirmation(ctx, confirmationId)) ?? fail(failures.confirmation_not_found)
    if (found.state !== 'waiting' || !found.needsApproval) fail(failures.confirmation_settled)
    const userId = ctx.principal.kind === 'user' ? ctx.principal.userId : null
    await confirmations.settle(ctx, confirmationId, state, userId)
    const { tool } = found
    await recordAudit(ctx, {
      action: `tool_confirmation.${state}`,
      targetKind: 'tool_confirmation',
      targetId: confirmationId,
      details: { tool },
    })
    return (await confirmations.lockConfirmation(ctx, confirmationId)) ?? fail(failures.confirmation_not_found)
  })
}
