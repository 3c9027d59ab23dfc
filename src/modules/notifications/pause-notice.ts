import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import { PAUSED } from '#modules/workflows/activation.service.ts'
import { insertNotifications } from './notification.queries.ts'
import { pausedWorkflow } from './pause.queries.ts'

/**
 * Notifies the person whose workflow we turned off, even without mail. It cannot be switched off: nothing else says
 * that the workflow's work is no longer done.
 */
export const pauseNotices: Subscriber = { name: 'pause-notices', on: [PAUSED], retryLimit: 8, handle }

async function handle(ctx: WorkspaceCtx, { id: eventId, payload, occurredAt }: DeliveredEvent): Promise<void> {
  const [workflowId, userId] = [String(payload['workflowId']), String(payload['userId'])]
  const facts = await pausedWorkflow(ctx, workflowId, userId)
  if (!facts) return
  const row = {
    id: derivedId(eventId, `notification:${userId}:workflow_off`),
    kind: 'workflow_off' as const,
    userId,
    vendorId: null,
    inApp: true,
    // `pauseMail` sends the mail.
    email: false,
  }
  const actor = { kind: 'system' as const, id: null, name: 'Innkeeper', userId: null }
  const details = { workflowId, workflowName: facts.workflowName, sentence: String(payload['reason']) }
  await inTransaction(ctx, async (ctx) => {
    await insertNotifications(ctx, { eventId, about: {}, actor, details, occurredAt }, [row])
  })
}
