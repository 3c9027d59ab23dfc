import { withEach } from '#core/each.ts'
import type { Routine } from '#core/jobs.ts'
import { pauseInJsonata } from './activation.service.ts'
import { activeInJsonata } from './jsonata.queries.ts'

const AT_ONCE = 100

/**
 * Turns off active workflows in JSONata. Runs every minute because during a rollout, nodes of the previous release can
 * still turn such a workflow on.
 */
export const pauseJsonata: Routine = {
  name: 'pause-jsonata',
  cron: '* * * * *',
  async run(ctx) {
    await withEach(
      await activeInJsonata(ctx.db, AT_ONCE),
      async ({ workspaceId, workflowId }) => {
        if (await pauseInJsonata({ ...ctx, workspaceId }, workflowId)) {
          ctx.log.warn({ workspaceId, workflow: workflowId }, 'a workflow in JSONata was turned off')
        }
      },
      (error, which) => ctx.log.error({ err: error, ...which }, 'a workflow in JSONata could not be turned off'),
    )
  },
}
