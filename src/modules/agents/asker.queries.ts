import type { Scope } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'

/** Somebody outside whom the company knows. */
export interface Known {
  kind: 'guest' | 'vendor'
  id: string
  name: string
}

/** What the channel has proven of whoever writes: one of these, and no two. */
export type Mark =
  | { email: string }
  /** The digits of a number, without what is dialled before a country. */
  | { digits: string }
  | { contactId: string }
  | { vendorId: string }

/** All whom it fits: only where that is one is it known who they are. Three are as many as two. */
export function listKnown({ db, workspaceId }: Scope, mark: Mark): Promise<Known[]> {
  const [contact, vendor] = conditionsOf(mark)
  return many(
    db,
    sql`
    (select 'guest' as kind, id, full_name as name from contacts
      where workspace_id = ${workspaceId} and deleted_at is null and ${contact} limit 3)
    union all
    (select 'vendor', id, name from vendors
      where workspace_id = ${workspaceId} and deleted_at is null and active and ${vendor} limit 3)`,
  )
}

/** For contacts and for vendors. */
function conditionsOf(mark: Mark): [Sql, Sql] {
  if ('contactId' in mark) return [sql`id = ${mark.contactId}`, sql`false`]
  if ('vendorId' in mark) return [sql`false`, sql`id = ${mark.vendorId}`]
  if ('email' in mark) {
    const isTheirs = sql`email is not null and lower(email) = ${mark.email.toLowerCase()}`
    return [isTheirs, isTheirs]
  }
  // One without its country could be anybody's: the digits of a whole number elsewhere may be the same.
  const isTheirs = sql`phone ~ '^\\s*(\\+|00)'
    and regexp_replace(phone, '\\D', '', 'g') = any(${[mark.digits, `00${mark.digits}`]})`
  return [isTheirs, isTheirs]
}

/** Whether more than one has written in it. */
export async function isShared({ db, workspaceId }: Scope, conversationId: string): Promise<boolean> {
  const shared = await one(
    db,
    sql`select from conversations where workspace_id = ${workspaceId} and id = ${conversationId} and is_shared`,
  )
  return shared !== undefined
}

/** The conversation is theirs from now on, unless it is known to be somebody else's, or others have written in it. */
export async function claimConversation(
  { db, workspaceId }: Scope,
  conversationId: string,
  contactId: string,
): Promise<void> {
  await run(
    db,
    sql`
    update conversations set contact_id = ${contactId}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${conversationId} and contact_id is null
      and not is_shared`,
  )
}
