import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Subscriber } from '#core/jobs.ts'
import { isTransient } from './run-function.ts'
import * as works from './work.queries.ts'
import type { Outcome } from './work.queries.ts'
import type { WorkKind, WorkRow } from './work.schema.ts'
import { WORK_ASKED } from './work.service.ts'

/** What is done with each item of one kind of work. A refusal is noted with the item, and the next one is taken. */
export interface Working {
  /** Takes long, and comes before the transaction that notes the outcome: it must be safe to do again. */
  isOutside?: boolean
  perform(ctx: WorkspaceCtx, work: WorkRow, subjectId: string): Promise<Outcome>
}

/** Well before a job of this age is taken for dead. */
const SLICE_MILLIS = 5 * 60_000

/** Gets on with work on many runs or tests. Each outcome is noted with its effect, so after a crash nothing is done twice. */
export function workflowWork(kinds: Partial<Record<WorkKind, Working>>): Subscriber {
  return {
    name: 'workflow-work',
    on: [WORK_ASKED],
    // It waits for tests of what authors wrote, and goes on for minutes.
    isShared: true,
    retryLimit: 100,
    async handle(ctx, { payload }) {
      const workId = String(payload['operationId'])
      const until = Date.now() + SLICE_MILLIS
      while (await takeNext(ctx, workId, kinds)) {
        if (Date.now() < until) continue
        return inTransaction(ctx, (ctx) => emit(ctx, { type: WORK_ASKED, operationId: workId }))
      }
      ctx.services.workflowSignals.send(workId)
    },
  }
}

type Kinds = Parameters<typeof workflowWork>[0]

/** False when there is no more to do. */
async function takeNext(ctx: WorkspaceCtx, workId: string, kinds: Kinds): Promise<boolean> {
  const asked = await works.findWork(ctx, workId)
  const item = asked && (await works.nextItem(ctx, workId))
  const working = asked && kinds[asked.kind]
  if (!asked || !working || asked.status === 'completed') return false
  const now = { ...ctx, now: new Date() }
  if (!item) {
    await inTransaction(now, (ctx) => works.endWork(ctx, workId))
    return false
  }
  const early =
    working.isOutside === true ? await outcomeOf(now, working.perform(now, asked, item.subjectId)) : undefined
  try {
    await inTransaction(now, async (ctx) => {
      await works.lockWork(ctx, workId)
      const [current, { position, subjectId }] = [await works.nextItem(ctx, workId), item]
      if (current?.position !== position) return
      await works.saveOutcome(ctx, workId, position, early ?? (await working.perform(ctx, asked, subjectId)))
    })
  } catch (error) {
    const outcome = await outcomeOf(now, Promise.reject(error))
    await inTransaction(now, (ctx) => works.saveOutcome(ctx, workId, item.position, outcome))
  }
  return true
}

/** What a refusal makes of an item. What may pass by itself goes on to the job, which is tried again. */
async function outcomeOf({ log }: WorkspaceCtx, performed: Promise<Outcome>): Promise<Outcome> {
  try {
    return await performed
  } catch (error) {
    if (error instanceof Refusal) {
      if (isTransient(error)) throw error
      return { status: 'skipped', code: error.failure.code, message: error.message }
    }
    log.error({ err: error }, 'work on a run of a workflow failed in an unknown way')
    return { status: 'failed', code: 'internal_error', message: 'It failed for a reason of our own.' }
  }
}
