import type { WorkspaceCtx } from '#core/context.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'

interface Succession {
  /** The account that the workspace had made for the person. */
  from: string
  /** Their own, with which they have joined. */
  to: string
}

/** Hands over what was given to a person before they joined with an account of their own: they do it themselves. */
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
