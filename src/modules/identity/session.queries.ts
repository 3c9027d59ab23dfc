import { many, one, run, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { AuthUser } from './session.schema.ts'

const USER_COLUMNS = sql`
  u.id, u.email, u.full_name as "fullName", u.avatar_url as "avatarUrl", u.created_at as "createdAt",
  coalesce(u.last_sign_in_at, u.created_at) as "lastSignInAt"`

export interface Account {
  id: string
  passwordHash: string | null
  /** Of a temporary password. */
  passwordExpiresAt: string | null
}

/** Users and sessions belong to no workspace, so these take the connection alone. */
export function findAccounts(db: Db, address: string): Promise<Account[]> {
  return many(
    db,
    sql`
    select id, password_hash as "passwordHash", password_expires_at as "passwordExpiresAt" from users
    where lower(email collate "C") = ${address} and disabled_at is null
    order by email_verified_at is null, last_sign_in_at desc nulls last, id`,
  )
}

export function findUser(db: Db, userId: string): Promise<AuthUser | undefined> {
  return one(db, sql`select ${USER_COLUMNS} from users u where u.id = ${userId} and u.disabled_at is null`)
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const row = await one<{ hash: string | null }>(
    db,
    sql`
    select password_hash as hash from users where id = ${userId} and disabled_at is null`,
  )
  return row?.hash ?? undefined
}

/** Nothing comes back when the password is no longer the one that was proven. */
export function noteSignIn(
  db: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string | null; now: Date },
): Promise<AuthUser | undefined> {
  return one(
    db,
    sql`
    update users u set last_sign_in_at = ${now}
    where u.id = ${userId} and u.disabled_at is null and u.password_hash is not distinct from ${passwordHash}
    returning ${USER_COLUMNS}`,
  )
}

export interface Session {
  id: string
  userId: string
  generation: number
}

/** What a temporary password opened is over when that is. */
export async function insertSession(
  db: Db,
  session: { id: string; userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await run(
    db,
    sql`
    insert into sessions (id, user_id, created_at, refreshed_at, expires_at)
    select ${session.id}::uuid, u.id, ${session.now}, ${session.now}, least(${session.expiresAt}, u.password_expires_at)
    from users u where u.id = ${session.userId}`,
  )
}

/** Moves the session on by one generation, if that is still the current one; two refreshes at once cannot both win. */
export function advanceSession(
  db: Db,
  { id, generation, now, expiresAt }: { id: string; generation: number; now: Date; expiresAt: Date },
): Promise<Session | undefined> {
  return one(
    db,
    sql`
    update sessions s set generation = s.generation + 1, refreshed_at = ${now},
      expires_at = least(${expiresAt}, u.password_expires_at)
    from users u
    where s.id = ${id} and s.generation = ${generation} and s.ended_at is null and s.expires_at > ${now}
      and u.id = s.user_id and u.disabled_at is null
    returning s.id, s.user_id as "userId", s.generation`,
  )
}

/** The session when the generation after this one is the current one and was given out since then. */
export function findSuccessor(
  db: Db,
  { id, generation, since }: { id: string; generation: number; since: Date },
): Promise<Session | undefined> {
  return one(
    db,
    sql`
    select s.id, s.user_id as "userId", s.generation from sessions s
    where s.id = ${id} and s.generation = ${generation} + 1 and s.refreshed_at >= ${since} and s.ended_at is null`,
  )
}

export async function endSession(db: Db, id: string, because: string, now: Date): Promise<void> {
  await run(
    db,
    sql`
    update sessions set ended_at = ${now}, ended_because = ${because} where id = ${id} and ended_at is null`,
  )
}

/** All but one, if one is to stay. */
export function endSessionsOf(
  db: Db,
  userId: string,
  { because, now, keptId = null }: { because: string; now: Date; keptId?: string | null | undefined },
): Promise<number> {
  return run(
    db,
    sql`
    update sessions set ended_at = ${now}, ended_because = ${because}
    where user_id = ${userId} and id is distinct from ${keptId}::uuid and ended_at is null returning id`,
  )
}

export interface SessionEnd {
  because: string | null
  isDisabled: boolean
  expiresAt: string
}

export function findEnd(db: Db, id: string): Promise<SessionEnd | undefined> {
  return one(
    db,
    sql`
    select s.ended_because as because, u.disabled_at is not null as "isDisabled", s.expires_at as "expiresAt"
    from sessions s join users u on u.id = s.user_id where s.id = ${id}`,
  )
}

export function findLiveSession(db: Db, id: string): Promise<{ userId: string } | undefined> {
  return one(
    db,
    sql`
    select s.user_id as "userId" from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and s.ended_at is null and u.disabled_at is null`,
  )
}
