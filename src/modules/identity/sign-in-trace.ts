import { entriesForMember, entriesFor } from '#core/audit-entry.ts'
import { callerIn, inTransaction, type Ctx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { run, type Tx } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'

/** Per person, workspace and hour; then one last entry says that it goes on. Strangers could otherwise fill the log. */
const LISTED_MAX = 5
const HOUR_MILLIS = 3600 * 1000
const PROGRAM_LENGTH_MAX = 200
const [FAILED, FAILED_OFTEN] = ['sign_in.failed', 'sign_in.failed_often']

/** Logs a correct password in every workspace that the person belongs to. */
export async function traceSignIn(ctx: Ctx & { readonly db: Tx }, userId: string): Promise<void> {
  const { network, program } = callerIn(ctx)
  const details = { from: network, program: program.slice(0, PROGRAM_LENGTH_MAX) }
  const by = { kind: 'user', userId, sessionId: userId } as const
  await run(ctx.db, entriesForMember(ctx, userId, { action: 'sign_in.succeeded', details, by }))
}

/**
 * Logs a failed try in the workspaces of the accounts at the address. An unknown address appears only in the log of
 * requests, but runs the same queries, so that timing does not tell which addresses exist.
 */
export async function traceFailure(ctx: Ctx, userIds: readonly string[], because: string): Promise<void> {
  const { network } = callerIn(ctx)
  const since = new Date(Math.floor(ctx.now.getTime() / HOUR_MILLIS) * HOUR_MILLIS)
  await inTransaction(ctx, async (ctx) => {
    // In a fixed order, so that two tries cannot deadlock.
    for (const userId of userIds.length === 0 ? [newId()] : userIds.toSorted()) {
      await run(ctx.db, sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${userId}`}, 0))`)
      const rows = (details: object, condition: Sql): Sql => sql`
        select m.workspace_id, m.id::text as target_id, ${JSON.stringify(details)}::jsonb as details
        from memberships m where m.user_id = ${userId} and m.ended_at is null and ${condition}`
      const entries = (action: string): Sql => sql`(
        select count(*) from audit_log a where a.workspace_id = m.workspace_id and a.action = ${action}
          and a.target_kind = 'member' and a.target_id = m.id::text and a.created_at >= ${since})`
      const isFull = sql`${entries(FAILED)} >= ${LISTED_MAX}`
      const often = { because: `More than ${LISTED_MAX} within this hour: further ones are not listed.` }
      await run(
        ctx.db,
        entriesFor(
          ctx,
          { action: FAILED_OFTEN, targetKind: 'member' },
          rows(often, sql`${isFull} and ${entries(FAILED_OFTEN)} = 0`),
        ),
      )
      await run(
        ctx.db,
        entriesFor(ctx, { action: FAILED, targetKind: 'member' }, rows({ from: network, because }, sql`not ${isFull}`)),
      )
    }
  })
}
