import { many, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** Keeps the nonces and answers those that were new. */
export function insertNonces(
  db: Db,
  nonces: readonly { caller: string; nonce: string }[],
  expiresAt: Date,
): Promise<{ caller: string; nonce: string }[]> {
  return many(
    db,
    sql`
    insert into ai_nonces (caller, nonce, expires_at)
    select caller, nonce, ${expiresAt} from unnest(${nonces.map(({ caller }) => caller)}::text[],
      ${nonces.map(({ nonce }) => nonce)}::text[]) as given (caller, nonce)
    on conflict do nothing returning caller, nonce`,
  )
}
