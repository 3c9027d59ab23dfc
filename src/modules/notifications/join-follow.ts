import { inTransaction } from '#core/context.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { joinSubscriber } from '#modules/identity/joined.service.ts'
import { tellOfNotifications } from './notification.queries.ts'

/** Moves earlier notifications to the account with which a person joins. */
export const joinedNotifications = joinSubscriber('joined-notifications', (ctx, { from, to }) =>
  inTransaction(ctx, async (ctx) => {
    const { db, workspaceId } = ctx
    const moved = await run(
      db,
      sql`
      update notifications n set user_id = ${to} where n.workspace_id = ${workspaceId} and n.user_id = ${from}
        and not exists (select from notifications own where own.workspace_id = n.workspace_id
          and own.event_id = n.event_id and own.user_id = ${to} and own.kind = n.kind)`,
    )
    if (moved > 0) tellOfNotifications(ctx)
  }),
)
