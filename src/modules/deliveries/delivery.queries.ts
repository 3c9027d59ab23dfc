import type { Scope, TxCtx } from '#core/context.ts'
import { one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql, type Sql } from '#core/sql.ts'
import type { DeadLetter, DeadLetterQuery } from './delivery.schema.ts'

const COLUMNS = sql`
  id, event_id as "eventId", subscriber, type, payload, error, attempts, request_id as "requestId", event_at as "eventAt",
  failed_at as "failedAt", replayed_at as "replayedAt"`

function matching({ replayed, subscriber }: DeadLetterQuery): Sql {
  return every([
    replayed === true && sql`replayed_at is not null`,
    replayed === false && sql`replayed_at is null`,
    subscriber !== undefined && sql`subscriber = ${subscriber}`,
  ])
}

export function listDeadLetters({ db, workspaceId }: Scope, query: DeadLetterQuery): Promise<Listed<DeadLetter>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`dead_letters`,
    where: sql`workspace_id = ${workspaceId} and ${matching(query)}`,
    order: sql`failed_at desc, id desc`,
  })
}

/** For the operator of the whole installation, not for a workspace. */
export function listDeadLettersEverywhere(
  db: Db,
  query: DeadLetterQuery,
): Promise<Listed<DeadLetter & { workspaceId: string }>> {
  return listed(db, query, {
    columns: sql`workspace_id as "workspaceId", ${COLUMNS}`,
    from: sql`dead_letters`,
    where: matching(query),
    order: sql`failed_at desc, id desc`,
  })
}

export function findWorkspaceOfDeadLetter(db: Db, deadLetterId: string): Promise<{ workspaceId: string } | undefined> {
  return one(db, sql`select workspace_id as "workspaceId" from dead_letters where id = ${deadLetterId}`)
}

export function lockDeadLetter({ db, workspaceId }: TxCtx, deadLetterId: string): Promise<DeadLetter | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from dead_letters where workspace_id = ${workspaceId} and id = ${deadLetterId} for update`,
  )
}

/** Hands the event out again, with the time it happened, to this one subscriber. */
export async function insertReplay({ db, workspaceId, now }: TxCtx, letter: DeadLetter): Promise<void> {
  await run(
    db,
    sql`
    insert into outbox (event_id, workspace_id, type, payload, subscriber, request_id, created_at)
    values (${letter.eventId}, ${workspaceId}, ${letter.type}, ${JSON.stringify(letter.payload)}, ${letter.subscriber}, ${letter.requestId},
      ${letter.eventAt})`,
  )
  await run(
    db,
    sql`
    update dead_letters set replayed_at = ${now} where workspace_id = ${workspaceId} and id = ${letter.id}`,
  )
}

export async function deleteDeadLetter({ db, workspaceId }: TxCtx, deadLetterId: string): Promise<void> {
  await run(db, sql`delete from dead_letters where workspace_id = ${workspaceId} and id = ${deadLetterId}`)
}
