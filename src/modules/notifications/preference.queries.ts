import type { Scope, TxCtx } from '#core/context.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { ChosenKind } from './notification.schema.ts'
import type { Channels } from './preference.schema.ts'

/** What these people have chosen; nothing where they have not. */
export function chosenBy(
  { db, workspaceId }: Scope,
  userIds: readonly string[],
): Promise<({ userId: string; kind: ChosenKind } & Channels)[]> {
  return many(
    db,
    sql`
    select user_id as "userId", kind, in_app as "inApp", email from notification_preferences
    where workspace_id = ${workspaceId} and user_id = any(${userIds}::uuid[])`,
  )
}

/** Holds back another change of the same person's choices until the end. */
export async function lockChoices({ db, workspaceId }: TxCtx, userId: string): Promise<void> {
  await run(
    db,
    sql`select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`,
  )
}

export async function saveChoice(
  { db, workspaceId, now }: TxCtx,
  userId: string,
  kind: ChosenKind,
  { inApp, email }: Channels,
): Promise<void> {
  await run(
    db,
    sql`
    insert into notification_preferences (workspace_id, user_id, kind, in_app, email, updated_at)
    values (${workspaceId}, ${userId}, ${kind}, ${inApp}, ${email}, ${now})
    on conflict (workspace_id, user_id, kind) do update
      set in_app = excluded.in_app, email = excluded.email, updated_at = excluded.updated_at`,
  )
}
