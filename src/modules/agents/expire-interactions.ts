import { inTransaction, type Ctx } from '#core/context.ts'
import { withEach } from '#core/each.ts'
import type { Routine } from '#core/jobs.ts'
import { listOverdue, listPending } from './interaction.queries.ts'
import { closeInteractions } from './run-events.ts'
import { lockRun, saveRun } from './run.queries.ts'
import { saveCall } from './step.queries.ts'

const BATCH = 100

/** What nobody has answered in time counts as a no, and the run goes on without it. */
export const expireInteractions: Routine = {
  name: 'expire-interactions',
  cron: '* * * * *',
  async run(ctx) {
    for (;;) {
      const overdue = await listOverdue(ctx.db, ctx.now, BATCH)
      let closed = 0
      await withEach(
        overdue,
        async ({ workspaceId, runId }) => {
          if (await expire(ctx, workspaceId, runId)) closed += 1
        },
        (error, run) => ctx.log.error({ err: error, ...run }, 'what nobody has answered in time could not be closed'),
      )
      if (closed > 0) ctx.services.runSignals.send('queued')
      if (overdue.length < BATCH || closed === 0) return
    }
  },
}

/** Answers whether there was something to close. */
async function expire(outside: Ctx, workspaceId: string, runId: string): Promise<boolean> {
  const sessionId = await inTransaction({ ...outside, workspaceId }, async (ctx) => {
    const run = await lockRun(ctx, runId)
    if (run?.status !== 'interrupted') return undefined
    const pending = await listPending(ctx, runId)
    const late = pending.filter(({ expiresAt }) => Date.parse(expiresAt) <= ctx.now.getTime())
    const status = late.length === pending.length ? 'queued' : 'interrupted'
    await closeInteractions(ctx, run, late, 'expired', status)
    const output = { reason: 'Nobody answered in time.' }
    for (const { toolCallId } of late) await saveCall(ctx, runId, toolCallId, { status: 'refused', output })
    if (status === 'queued') await saveRun(ctx, runId, { status })
    return run.sessionId
  })
  if (sessionId !== undefined) outside.services.sessionLog.tell(sessionId)
  return sessionId !== undefined
}
