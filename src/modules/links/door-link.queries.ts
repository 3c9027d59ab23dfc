import type { Scope, TxCtx } from '#core/context.ts'
import { one, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, insertion, sql } from '#core/sql.ts'
import type { DoorLink, DoorLinkQuery } from './door-link.schema.ts'

/** A link with what decides from when to when it opens the door. */
export interface DoorLinkRow extends Omit<DoorLink, 'url' | 'state' | 'opensAt' | 'closesAt'> {
  workspaceId: string
  tokenSealed: string
  /** Of the property, or of the workspace where that has none. */
  timezone: string
  /** Of the stay, or of the property where that has none; so is the other. */
  checkinTime: string | null
  checkoutTime: string | null
  /** null without a reservation, and for one that no longer holds. */
  checkinDate: string | null
  checkoutDate: string | null
}

const COLUMNS = sql`
  l.workspace_id as "workspaceId", l.id, l.property_id as "propertyId", l.reservation_id as "reservationId",
  l.lock_id as "lockId", l.expires_at as "expiresAt", l.revoked_at as "revokedAt", l.created_at as "createdAt",
  l.token_sealed as "tokenSealed", coalesce(p.timezone, w.timezone) as timezone,
  coalesce(r.checkin_time, p.checkin_time) as "checkinTime",
  coalesce(r.checkout_time, p.checkout_time) as "checkoutTime", r.checkin_date as "checkinDate", r.checkout_date as "checkoutDate"`
/** A reservation that was cancelled, deleted or moved to another property is not joined. */
const JOINED = sql`
  door_links l
  join workspaces w on w.id = l.workspace_id
  join properties p on p.workspace_id = l.workspace_id and p.id = l.property_id and p.deleted_at is null
  left join reservations r on r.workspace_id = l.workspace_id and r.id = l.reservation_id
    and r.property_id = l.property_id and r.status in ('CONFIRMED', 'CHECKED_IN') and r.deleted_at is null`

export function listDoorLinks({ db, workspaceId }: Scope, query: DoorLinkQuery): Promise<Listed<DoorLinkRow>> {
  const { propertyId, reservationId } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: JOINED,
    where: every([
      sql`l.workspace_id = ${workspaceId}`,
      propertyId !== undefined && sql`l.property_id = ${propertyId}`,
      reservationId !== undefined && sql`l.reservation_id = ${reservationId}`,
    ]),
    order: sql`l.created_at desc, l.id desc`,
  })
}

export function findDoorLink({ db, workspaceId }: Scope, doorLinkId: string): Promise<DoorLinkRow | undefined> {
  return one(db, sql`select ${COLUMNS} from ${JOINED} where l.workspace_id = ${workspaceId} and l.id = ${doorLinkId}`)
}

/** A link of any workspace by its token: the one question that is asked before the workspace is known. */
export function findByToken(db: Db, tokenHash: Buffer): Promise<DoorLinkRow | undefined> {
  return one(db, sql`select ${COLUMNS} from ${JOINED} where l.token_hash = ${tokenHash}`)
}

export async function insertDoorLink(
  ctx: TxCtx,
  link: Pick<DoorLinkRow, 'id' | 'propertyId' | 'reservationId' | 'lockId' | 'expiresAt' | 'tokenSealed'>,
  tokenHash: Buffer,
): Promise<DoorLinkRow | undefined> {
  const { db, workspaceId, now } = ctx
  await db.rows(sql`insert into door_links ${insertion({ workspaceId, ...link, tokenHash, createdAt: now })}`)
  return findDoorLink(ctx, link.id)
}

/** Answers whether it was not revoked yet. */
export async function revokeDoorLink({ db, workspaceId, now }: TxCtx, doorLinkId: string): Promise<boolean> {
  const revoked = await one(
    db,
    sql`
    update door_links set revoked_at = ${now}
    where workspace_id = ${workspaceId} and id = ${doorLinkId} and revoked_at is null returning id`,
  )
  return revoked !== undefined
}
