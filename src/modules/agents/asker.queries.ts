import type { Scope } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'

/** Somebody outside the company who is on record. */
export interface Known {
  kind: 'guest' | 'vendor'
  id: string
  name: string
}

/** What the channel has proven about the writer: exactly one of these. */
export type Mark =
  | { email: string }
  /** The digits of a phone number with its country code, without the international prefix. */
  | { digits: string }
  | { contactId: string }
  | { vendorId: string }

/** Everybody whom the mark fits. Only a single match identifies the writer, so a few rows are enough. */
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

/** The conditions for contacts and for vendors. */
function conditionsOf(mark: Mark): [Sql, Sql] {
  if ('contactId' in mark) return [sql`id = ${mark.contactId}`, sql`false`]
  if ('vendorId' in mark) return [sql`false`, sql`id = ${mark.vendorId}`]
  if ('email' in mark) {
    const isTheirs = sql`email is not null and lower(email) = ${mark.email.toLowerCase()}`
    return [isTheirs, isTheirs]
  }
  // A number without a country code proves nothing: its digits may be a full number in another country.
  const isTheirs = sql`phone ~ '^\\s*(\\+|00)'
    and regexp_replace(phone, '\\D', '', 'g') = any(${[mark.digits, `00${mark.digits}`]})`
  return [isTheirs, isTheirs]
}

/** Whether more than one person has written in the conversation. */
export async function isShared({ db, workspaceId }: Scope, conversationId: string): Promise<boolean> {
  const shared = await one(
    db,
    sql`select from conversations where workspace_id = ${workspaceId} and id = ${conversationId} and is_shared`,
  )
  return shared !== undefined
}

/** Assigns the conversation to the contact, unless it is already somebody else's or others have written in it. */
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
