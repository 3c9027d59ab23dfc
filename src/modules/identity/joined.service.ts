import type { WorkspaceCtx } from '#core/context.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'

interface Succession {
  /** The account that the workspace created for the person. */
  from: string
  /** The person's own account, with which they joined. */
  to: string
}

/** Hands over, in the person's own name, what they were given before they joined with their own account. */
export function joinSubscriber(
  name: string,
  handOver: (ctx: WorkspaceCtx, succession: Succession) => Promise<void>,
): Subscriber {
  return {
    name,
    on: ['member.joined'],
    isFor: (event) => successionIn(event) !== undefined,
    retryLimit: 8,
    async handle(ctx, event) {
      const succession = successionIn(event)
      if (!succession) return
      await handOver({ ...ctx, principal: { kind: 'user', userId: succession.to, sessionId: '' } }, succession)
    },
  }
}

function successionIn({ payload: { insteadOf, userId } }: DeliveredEvent): Succession | undefined {
  return typeof insteadOf === 'string' && typeof userId === 'string' ? { from: insteadOf, to: userId } : undefined
}
