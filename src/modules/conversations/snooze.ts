import type { Routine } from '#core/jobs.ts'
import { dueConversations } from './conversation.queries.ts'
import { wakeConversation } from './conversation.service.ts'

/** Opens what was put aside until now. */
export const wakeConversations: Routine = {
  name: 'wake-conversations',
  cron: '* * * * *',
  async run(ctx) {
    for (const { workspaceId, id } of await dueConversations(ctx.db, ctx.now)) {
      await wakeConversation({ ...ctx, workspaceId }, id)
    }
  },
}
