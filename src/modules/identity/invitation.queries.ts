import { one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { Invitation } from './invitation.schema.ts'
import { IS_INVITED } from './member.queries.ts'

const COLUMNS = sql`m.id, m.workspace_id as "workspaceId", w.name as "workspaceName", m.role,
  m.updated_at as "addedAt"`

const FROM = sql`users me
  join users u on lower(u.email collate "C") = lower(me.email collate "C") and u.id <> me.id
  join memberships m on m.user_id = u.id
  join workspaces w on w.id = m.workspace_id`

/**
 * The only way to reach invitations: the unanswered ones for a person's own, verified address. An account with an
 * unverified address has none, because whoever created it could learn who else invites the person.
 */
const open = (userId: string) => sql`
  me.id = ${userId} and me.email_verified_at is not null and me.disabled_at is null
  and ${IS_INVITED} and u.disabled_at is null and m.declined_at is null
  and not exists (select from memberships own
    where own.workspace_id = m.workspace_id and own.user_id = me.id and own.ended_at is null)`

export function listInvitations(
  db: Db,
  userId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<Invitation>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: FROM,
    where: open(userId),
    order: sql`m.updated_at desc, m.id desc`,
  })
}

export function findInvitation(db: Db, userId: string, id: string): Promise<Invitation | undefined> {
  return one(db, sql`select ${COLUMNS} from ${FROM} where ${open(userId)} and m.id = ${id}`)
}

export async function saveDeclined(db: Db, { id, workspaceId }: Invitation, now: Date): Promise<void> {
  await run(db, sql`update memberships set declined_at = ${now} where workspace_id = ${workspaceId} and id = ${id}`)
}

/** The workspace of a person's own current membership. */
export function findOwn(db: Db, userId: string, membershipId: string): Promise<{ workspaceId: string } | undefined> {
  return one(
    db,
    sql`
    select workspace_id as "workspaceId" from memberships
    where id = ${membershipId} and user_id = ${userId} and ended_at is null`,
  )
}
