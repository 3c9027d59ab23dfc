import type { Scope } from '#core/context.ts'
import { run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { ExternalRef } from './attachment.queries.ts'

/** Longer than a download may take: a claim that is older belongs to nobody. */
const LEASE_SECONDS = 90

/** Answers whether the download is ours. The database's clock counts, which all nodes share. */
export async function takeClaim(
  { db, workspaceId }: Scope,
  { taskId, externalSource, externalId }: ExternalRef,
  token: string,
): Promise<boolean> {
  const taken = await run(
    db,
    sql`
    insert into attachment_claims as c (workspace_id, task_id, external_source, external_id, token, leased_until)
    values (${workspaceId}, ${taskId}, ${externalSource}, ${externalId}, ${token},
      clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (workspace_id, task_id, external_source, external_id)
      do update set token = excluded.token, leased_until = excluded.leased_until
      where c.leased_until < clock_timestamp()
    returning token`,
  )
  return taken > 0
}

/** Answers whether it was still ours. */
export async function endClaim({ db, workspaceId }: Scope, ref: ExternalRef, token: string): Promise<boolean> {
  const ended = await run(
    db,
    sql`
    delete from attachment_claims where workspace_id = ${workspaceId} and ${isOf(ref)} and token = ${token}
    returning token`,
  )
  return ended > 0
}

function isOf({ taskId, externalSource, externalId }: ExternalRef): Sql {
  return sql`task_id = ${taskId} and external_source = ${externalSource} and external_id = ${externalId}`
}
