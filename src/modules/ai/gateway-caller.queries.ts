import { many, one, run, type Db } from '#core/db.ts'
import { assignments, insertion, sql } from '#core/sql.ts'
import type { ActorKind } from './gateway-caller.schema.ts'

export interface CallerRow {
  name: string
  /** Sealed. */
  secrets: string[]
  hasToken: boolean
  routes: string[]
  workspaces: string[]
  actorKinds: ActorKind[]
  createdAt: string
  revokedAt: string | null
}

const COLUMNS = sql`name, secrets, token_hash is not null as "hasToken", routes, workspaces,
  actor_kinds as "actorKinds", created_at as "createdAt", revoked_at as "revokedAt"`

export function findCaller(db: Db, name: string): Promise<CallerRow | undefined> {
  return one(db, sql`select ${COLUMNS} from ai_callers where name = ${name} and revoked_at is null`)
}

export function findCallerByToken(db: Db, tokenHash: Buffer): Promise<CallerRow | undefined> {
  return one(db, sql`select ${COLUMNS} from ai_callers where token_hash = ${tokenHash} and revoked_at is null`)
}

export function listCallers(db: Db): Promise<CallerRow[]> {
  return many(db, sql`select ${COLUMNS} from ai_callers order by name`)
}

/** False when the name is taken. One that was revoked is free again. */
export async function insertCaller(db: Db, caller: { name: string } & Record<string, unknown>): Promise<boolean> {
  await run(db, sql`delete from ai_callers where name = ${caller.name} and revoked_at is not null`)
  return (await run(db, sql`insert into ai_callers ${insertion(caller)} on conflict do nothing returning 1`)) > 0
}

/** False when there is no such caller. */
export async function changeCaller(db: Db, name: string, changes: Record<string, unknown>): Promise<boolean> {
  return (
    (await run(
      db,
      sql`update ai_callers set ${assignments(changes)} where name = ${name} and revoked_at is null returning 1`,
    )) > 0
  )
}
