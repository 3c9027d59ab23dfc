import type { Scope, TxCtx } from '#core/context.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { RemoteStay } from './stay-news.rules.ts'

export interface StayLink {
  externalId: string
  /** The property under which it was last heard of. */
  propertyId: string
  reservationId: string
  /** What was last heard of it. */
  heard: RemoteStay
  vanishedAt: string | null
  /** The guest of our reservation, unless deleted. */
  contactId: string | null
  checkinDate: string
  checkoutDate: string
  isDeleted: boolean
}

/** What was heard of a stay, and of which one of ours. */
export interface Heard {
  externalId: string
  propertyId: string
  reservationId: string
  stay: RemoteStay
}

/** Those of the properties, and those of these ids, which may have been at another property of the system. */
export function linksOf(
  { db, workspaceId }: Scope,
  systemId: string,
  propertyIds: string[],
  externalIds: string[],
): Promise<StayLink[]> {
  return many(
    db,
    sql`
    select l.external_id as "externalId", l.property_id as "propertyId", l.reservation_id as "reservationId", l.heard, l.vanished_at as "vanishedAt",
      g.id as "contactId", r.checkin_date as "checkinDate", r.checkout_date as "checkoutDate",
      r.deleted_at is not null as "isDeleted"
    from stay_links l join reservations r on r.workspace_id = l.workspace_id and r.id = l.reservation_id
    left join contacts g on g.workspace_id = r.workspace_id and g.id = r.contact_id and g.deleted_at is null
    where l.workspace_id = ${workspaceId} and l.property_system_id = ${systemId}
      and (l.property_id = any(${propertyIds}::uuid[]) or l.external_id = any(${externalIds}::text[]))
    order by l.external_id`,
  )
}

/** So many go to the database in one statement. */
const TOGETHER = 1000

export async function saveLinks({ db, workspaceId }: TxCtx, systemId: string, heard: readonly Heard[]): Promise<void> {
  for (let at = 0; at < heard.length; at += TOGETHER) {
    const some = JSON.stringify(heard.slice(at, at + TOGETHER))
    await run(
      db,
      sql`
      insert into stay_links (workspace_id, property_system_id, external_id, property_id, reservation_id, heard)
      select ${workspaceId}, ${systemId}, h.* from jsonb_to_recordset(${some}::jsonb)
        as h ("externalId" text, "propertyId" uuid, "reservationId" uuid, stay jsonb)
      on conflict (workspace_id, property_system_id, external_id) do update set property_id = excluded.property_id,
        reservation_id = excluded.reservation_id, heard = excluded.heard, vanished_at = null`,
    )
  }
}

export async function saveVanished(
  { db, workspaceId, now }: TxCtx,
  systemId: string,
  externalIds: string[],
): Promise<void> {
  if (externalIds.length === 0) return
  await run(
    db,
    sql`
    update stay_links set vanished_at = ${now} where workspace_id = ${workspaceId} and property_system_id = ${systemId}
      and external_id = any(${externalIds}::text[])`,
  )
}
