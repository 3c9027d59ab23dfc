import type { Scope } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'

export async function findAnswer<T>({ db, workspaceId }: Scope, key: Buffer, now: Date): Promise<T | undefined> {
  const row = await one<{ answer: T }>(
    db,
    sql`select answer from ai_answers where workspace_id = ${workspaceId} and key = ${key} and expires_at > ${now}`,
  )
  return row?.answer
}

/** True for the one who may make the answer, until then; whoever had it before and is late has lost it. */
export async function claimAnswer({ db, workspaceId }: Scope, key: Buffer, now: Date, until: Date): Promise<boolean> {
  const row = await one(
    db,
    sql`
    insert into ai_answers as a (workspace_id, key, answer, expires_at)
    values (${workspaceId}, ${key}, '{}', ${until})
    on conflict (workspace_id, key) do update set expires_at = excluded.expires_at where a.expires_at <= ${now}
    returning key`,
  )
  return row !== undefined
}

/** Only our own claim: after its time another may have taken it. */
export async function dropAnswer({ db, workspaceId }: Scope, key: Buffer, until: Date): Promise<void> {
  await run(
    db,
    sql`delete from ai_answers where workspace_id = ${workspaceId} and key = ${key} and expires_at = ${until}`,
  )
}

export async function saveAnswer(
  { db, workspaceId }: Scope,
  key: Buffer,
  answer: object,
  expiresAt: Date,
): Promise<void> {
  await run(
    db,
    sql`
    insert into ai_answers (workspace_id, key, answer, expires_at)
    values (${workspaceId}, ${key}, ${JSON.stringify(answer)}, ${expiresAt})
    on conflict (workspace_id, key) do update set answer = excluded.answer, expires_at = excluded.expires_at`,
  )
}
