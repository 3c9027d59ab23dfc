import type { TxCtx } from '#core/context.ts'
import { defineFailures, fail, type Fault } from '#core/errors.ts'
import { lockNeeding } from './task-circle.queries.ts'

export const failures = defineFailures({
  needed_by_completed: {
    status: 422,
    text: 'A completed task waits for this one to be closed, as its part or as what it depends on. Reopen that one first.',
  },
})

/** A task that is open again would stand in the way of a completion that has happened: one of them wins, never both. */
export async function assertNotNeeded(
  ctx: TxCtx,
  task: { id: string; parentTaskId: string | null },
  where: Pick<Fault, 'pointer' | 'parameter'>,
): Promise<void> {
  const completed = (await lockNeeding(ctx, task)).filter(({ status }) => status === 'COMPLETED')
  if (completed.length === 0) return
  const names = completed.map(({ number, title }) => `TK-${number} ${title}`).join('; ')
  const detail = `Completed already: ${names}. Reopen that first.`
  fail(failures.needed_by_completed, { detail, errors: [{ ...where, code: 'needed', message: detail }] })
}
