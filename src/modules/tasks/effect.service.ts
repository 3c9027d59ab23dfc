import { noteChange } from '#core/changes.ts'
import type { WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { NotOurs } from '#core/job-worker.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import type { Effect } from './activity.schema.ts'
import { endRetrying, isEffectDone, saveEffect } from './effect.queries.ts'

type Said = Pick<Effect, 'outcome' | 'error'> & Record<string, unknown>

export type Acted = Record<string, unknown> & { outcome?: 'skipped' }

interface TaskEffect extends Omit<Subscriber, 'handle' | 'onGivenUp'> {
  /**
   * Acts on a task event and answers what the history should say, or undefined when there was nothing to do. The same
   * event can come again after a crash, so acting twice must have the effect of acting once. What was left undone on
   * purpose is `skipped`, with its reason.
   */
  act(ctx: WorkspaceCtx, event: DeliveredEvent, taskId: string): Promise<Acted | undefined>
}

/** A subscriber to task events whose outcome, retries and final failure are seen in the history of the task. */
export function taskEffect({ act, ...subscriber }: TaskEffect): Subscriber {
  const { name } = subscriber
  const note = async (ctx: WorkspaceCtx, event: DeliveredEvent, said: Said) => {
    const taskId = taskIdIn(event)
    const effect = { effect: name, event: event.type, ...said }
    if (taskId === undefined) return
    await saveEffect(ctx, { eventId: event.id, taskId, now: ctx.now }, effect)
    await noteChange(ctx, 'task.effect', { taskId })
  }
  return {
    ...subscriber,
    async handle(ctx, event) {
      const taskId = taskIdIn(event)
      if (taskId === undefined || (await isEffectDone(ctx, event.id, name))) return
      try {
        const details = await act(ctx, event, taskId)
        if (details) await note(ctx, event, { outcome: 'done', ...details })
        else await endRetrying(ctx, event.id, name)
      } catch (error) {
        // It is put back, which is no failure.
        if (error instanceof NotOurs) throw error
        const outcome = error instanceof DeliveryFailure && error.isFinal ? 'failed' : 'retrying'
        await note(ctx, event, { outcome, error: errorText(error) }).catch((failure: unknown) =>
          ctx.log.warn({ err: failure }, 'the outcome of an effect could not be written down'),
        )
        throw error
      }
    },
    onGivenUp: (ctx, event, error) => note(ctx, event, { outcome: 'failed', error }),
  }
}

function taskIdIn({ payload }: DeliveredEvent): string | undefined {
  return typeof payload['taskId'] === 'string' ? payload['taskId'] : undefined
}
