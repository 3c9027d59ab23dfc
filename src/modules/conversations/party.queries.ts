import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { Conversation } from './conversation.schema.ts'

/** Whom an address belongs to, and the stay that they are likely to write about. */
export interface Party {
  contactId: string
  reservationId: string | null
  propertyId: string | null
}

/** By e-mail address or number, as the channel has it. Of several, the one whose stay is on or comes next. */
export async function findParty(
  { db, workspaceId, now }: Scope & { now: Date },
  channel: Conversation['channel'],
  address: string,
): Promise<Party | undefined> {
  const isTheirs = matching(channel, address)
  if (!isTheirs) return undefined
  return one(
    db,
    sql`
    select c.id as "contactId", r.id as "reservationId", r.property_id as "propertyId"
    from contacts c
    left join lateral (
      select s.id, s.property_id, s.checkin_date from reservations s
      join properties p on p.workspace_id = s.workspace_id and p.id = s.property_id and p.deleted_at is null
      where s.workspace_id = c.workspace_id and s.contact_id = c.id and s.deleted_at is null
        and s.status in ('CONFIRMED', 'CHECKED_IN') and s.checkout_date >= ${now}::date
      order by s.checkin_date, s.id limit 1) r on true
    where c.workspace_id = ${workspaceId} and c.deleted_at is null and ${isTheirs}
    order by r.checkin_date nulls last, c.created_at desc, c.id limit 1`,
  )
}

function matching(channel: Conversation['channel'], address: string): Sql | undefined {
  if (channel === 'email') return sql`c.email is not null and lower(c.email) = ${address.trim().toLowerCase()}`
  if (channel !== 'sms' && channel !== 'whatsapp' && channel !== 'voice') return undefined
  // Numbers are written down in many ways. One without its country could be anybody's, so all digits have to agree.
  const digits = address.replace(/\D/g, '').replace(/^00/, '')
  if (digits.length < NUMBER_DIGITS_MIN) return undefined
  return sql`c.phone is not null and regexp_replace(c.phone, '\\D', '', 'g') = any(${[digits, `00${digits}`]})`
}

/** Shorter ones are services and extensions, not people. */
const NUMBER_DIGITS_MIN = 7
