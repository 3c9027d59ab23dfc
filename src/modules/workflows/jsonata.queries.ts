import type { Scope } from '#core/context.ts'
import { many, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** Indexed, so the check costs nothing when there are none. */
const IN_JSONATA = sql`(v.document #>> '{evaluate,language}') = 'jsonata'`

/** Active workflows whose version is in JSONata. */
export function activeInJsonata(db: Db, limit: number): Promise<{ workspaceId: string; workflowId: string }[]> {
  return many(
    db,
    sql`
    select distinct d.workspace_id as "workspaceId", d.id as "workflowId"
    from wf_version v join wf_definition d on d.workspace_id = v.workspace_id and d.id = v.definition_id
    where ${IN_JSONATA} and d.status = 'active' and exists (
      select from jsonb_array_elements(d.routes) r where (r ->> 'version')::integer = v.number)
    limit ${limit}`,
  )
}

/** Whoever last turned it on, if still a member; otherwise the administrators. */
export async function ownersOf({ db, workspaceId }: Scope, workflowId: string): Promise<string[]> {
  const people = await many<{ userId: string; isOwner: boolean; isAdmin: boolean }>(
    db,
    sql`
    select m.user_id as "userId", m.role = 'admin' as "isAdmin", m.user_id::text is not distinct from (
      select a.created_by ->> 'actorId' from wf_activation a
      where a.workspace_id = ${workspaceId} and a.definition_id = ${workflowId} and a.routes is not null
      order by a.created_at desc, a.id desc limit 1) as "isOwner"
    from memberships m join users u on u.id = m.user_id and u.disabled_at is null
    where m.workspace_id = ${workspaceId} and m.ended_at is null order by m.id`,
  )
  const owner = people.filter(({ isOwner }) => isOwner)
  const told = owner.length > 0 ? owner : people.filter(({ isAdmin }) => isAdmin)
  return told.map(({ userId }) => userId)
}
