import { many, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** Neither has a space in it. */
export interface Nonce {
  caller: string
  nonce: string
}

/** Keeps the nonces and answers those that were there already; of two that are the same, one. */
export function keepNonces(db: Db, nonces: readonly Nonce[], expiresAt: Date): Promise<Nonce[]> {
  const callers = nonces.map(({ caller }) => caller).join(' ')
  const values = nonces.map(({ nonce }) => nonce).join(' ')
  return many(
    db,
    sql`
    with given as (
      select caller, nonce from unnest(string_to_array(${callers}, ' '), string_to_array(${values}, ' '))
        as given (caller, nonce)),
    fresh as (
      insert into ai_nonces (caller, nonce, expires_at)
      -- In one order, or two statements could wait for each other.
      select caller, nonce, ${expiresAt} from given order by caller, nonce
      on conflict do nothing returning caller, nonce)
    select caller, nonce from given except all select caller, nonce from fresh`,
  )
}
