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
