import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql } from '#core/sql.ts'
import type { AssignableUser, Member } from './member.schema.ts'

const DEPARTMENT_IDS = sql`
  array(select d.department_id from membership_departments d
    where d.workspace_id = m.workspace_id and d.membership_id = m.id order by d.department_id) as "departmentIds"`

/** Added by the workspace, with an account that nobody has used yet. */
export const IS_INVITED = sql`(u.made_in is not distinct from m.workspace_id and u.email_verified_at is null
  and u.last_sign_in_at is null and m.ended_at is null)`

const COLUMNS = sql`
  m.id, m.user_id as "userId", u.email, u.full_name as "fullName", m.role, ${DEPARTMENT_IDS},
  m.version, m.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
  m.ended_at is null and u.disabled_at is null as active,
  case when m.ended_at is not null then 'left' when ${IS_INVITED} then 'invited' else 'joined' end as state`

const PEOPLE = sql`memberships m join users u on u.id = m.user_id`

/** Holds back every other change of members and departments in this workspace, and nothing else, until the end. */
export async function lockTeam({ db, workspaceId }: TxCtx): Promise<void> {
  // Not `for update`: that would also stop every insert that refers to the workspace.
  await run(db, sql`select id from workspaces where id = ${workspaceId} for no key update`)
}

export function listAssignable(
  { db, workspaceId }: Scope,
  query: { limit?: number; offset?: number },
): Promise<Listed<AssignableUser>> {
  return listed(db, query, {
    columns: sql`m.user_id as "userId", m.id as "membershipId", u.full_name as "displayName", m.role, ${DEPARTMENT_IDS}`,
    from: PEOPLE,
    where: sql`m.workspace_id = ${workspaceId} and m.ended_at is null and u.disabled_at is null`,
    order: sql`m.created_at desc, m.id desc`,
  })
}

export function listMembers(
  { db, workspaceId }: Scope,
  query: { former?: boolean; limit?: number; offset?: number },
): Promise<Listed<Member>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: PEOPLE,
    countFrom: sql`memberships m`,
    where: every([sql`m.workspace_id = ${workspaceId}`, !query.former && sql`m.ended_at is null`]),
    order: sql`m.created_at desc, m.id desc`,
  })
}

/** A current member. */
export function findMember({ db, workspaceId }: Scope, membershipId: string): Promise<Member | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from ${PEOPLE}
    where m.workspace_id = ${workspaceId} and m.id = ${membershipId} and m.ended_at is null`,
  )
}

/** The person's current membership. */
export async function findMembershipOf({ db, workspaceId }: Scope, userId: string): Promise<string | undefined> {
  const row = await one<{ id: string }>(
    db,
    sql`select id from memberships where workspace_id = ${workspaceId} and user_id = ${userId} and ended_at is null`,
  )
  return row?.id
}

/** Which of these are current memberships here. */
export async function currentMemberships({ db, workspaceId }: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    select id from memberships where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and ended_at is null`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Which of these people are members here, with an account that works. */
export async function currentUsers({ db, workspaceId }: Scope, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ userId: string }>(
    db,
    sql`
    select m.user_id as "userId" from ${PEOPLE}
    where m.workspace_id = ${workspaceId} and m.user_id = any(${userIds}::uuid[])
      and m.ended_at is null and u.disabled_at is null`,
  )
  return new Set(rows.map(({ userId }) => userId))
}

export function findUserByEmail({ db, workspaceId }: Scope, email: string): Promise<{ userId: string } | undefined> {
  return one(
    db,
    sql`
    select m.user_id as "userId" from ${PEOPLE}
    where m.workspace_id = ${workspaceId} and lower(u.email collate "C") = ${email.toLowerCase()}
      and m.ended_at is null and u.disabled_at is null`,
  )
}

/** Administrators who can act: their account is not disabled, and somebody has used it. */
export async function countOtherAdmins({ db, workspaceId }: TxCtx, membershipId: string): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`
    select count(*) as count from ${PEOPLE}
    where m.workspace_id = ${workspaceId} and m.id <> ${membershipId} and m.role = 'admin'
      and m.ended_at is null and u.disabled_at is null and not ${IS_INVITED}`,
  )
  return row?.count ?? 0
}

/** Begins the membership, or begins it again; undefined when the person is a member already. */
export function beginMembership(
  { db, workspaceId, now }: TxCtx,
  { id, userId, role }: Pick<Member, 'id' | 'userId' | 'role'>,
): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`
    insert into memberships as m (workspace_id, id, user_id, role, created_at, updated_at)
    values (${workspaceId}, ${id}, ${userId}, ${role}, ${now}, ${now})
    on conflict (workspace_id, user_id) do update
      set role = excluded.role, ended_at = null, declined_at = null, version = m.version + 1, updated_at = excluded.updated_at where m.ended_at is not null
    returning m.id`,
  )
}

export async function saveRole(
  { db, workspaceId, now }: TxCtx,
  { id, role }: Pick<Member, 'id' | 'role'>,
): Promise<void> {
  await run(
    db,
    sql`
    update memberships set role = ${role}, version = version + 1, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

export async function endMembership({ db, workspaceId, now }: TxCtx, membershipId: string): Promise<void> {
  await run(
    db,
    sql`
    update memberships set ended_at = ${now}, version = version + 1, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${membershipId}`,
  )
}

export async function saveMemberDepartments(
  { db, workspaceId }: TxCtx,
  membershipId: string,
  departmentIds: readonly string[],
): Promise<void> {
  await run(
    db,
    sql`
    delete from membership_departments
    where workspace_id = ${workspaceId} and membership_id = ${membershipId} and department_id <> all(${departmentIds}::uuid[])`,
  )
  await run(
    db,
    sql`
    insert into membership_departments (workspace_id, membership_id, department_id)
    select ${workspaceId}, ${membershipId}::uuid, department_id from unnest(${departmentIds}::uuid[]) as department_id
    on conflict do nothing`,
  )
}

/** Users belong to no workspace, so these take the connection alone. */
export function findProven(db: Db, email: string): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`
    select id from users where lower(email collate "C") = ${email.toLowerCase()} and email_verified_at is not null`,
  )
}

/** The unverified accounts of an address, each with the workspace that created it. */
export function findUnproven(db: Db, email: string): Promise<{ id: string; madeIn: string | null }[]> {
  return many(
    db,
    sql`
    select id, made_in as "madeIn" from users
    where lower(email collate "C") = ${email.toLowerCase()} and email_verified_at is null`,
  )
}

/** The password hash of an account at this address: other accounts there take the same salt. */
export async function findHashOf(db: Db, email: string): Promise<string | undefined> {
  const row = await one<{ hash: string }>(
    db,
    sql`
    select password_hash as hash from users
    where lower(email collate "C") = ${email.toLowerCase()} and password_hash is not null order by id limit 1`,
  )
  return row?.hash
}

interface NewUser {
  id: string
  email: string
  fullName: string
  passwordHash: string
  /** Null for a password of the person's own. */
  passwordExpiresAt: Date | null
  now: Date
  verifiedAt: Date | null
  /** The workspace that owns the account until the address is verified. */
  madeIn: string | null
}

/**
 * A new temporary password in place of one. Answers whether there was one, of a person who has never been in another
 * workspace and whom none may take in yet: whoever gives it out could sign in with it.
 */
export async function renewPassword(
  { db, workspaceId }: TxCtx,
  userId: string,
  { passwordHash, passwordExpiresAt }: Pick<NewUser, 'passwordHash' | 'passwordExpiresAt'>,
): Promise<boolean> {
  const renewed = await run(
    db,
    sql`
    update users u set password_hash = ${passwordHash}, password_expires_at = ${passwordExpiresAt}
    where u.id = ${userId} and (u.password_expires_at is not null or u.password_hash is null)
      and u.email_verified_at is null and u.made_in = ${workspaceId} and not exists (
      select 1 from memberships m where m.user_id = u.id and m.workspace_id <> ${workspaceId})
    returning u.id`,
  )
  return renewed > 0
}

/** Undefined if the e-mail already has such an account: a verified one, or one of the same workspace. */
export function insertUser(db: Db, user: NewUser): Promise<{ id: string } | undefined> {
  const conflict =
    user.verifiedAt === null
      ? sql`(made_in, lower(email collate "C")) where email_verified_at is null`
      : sql`(lower(email collate "C")) where email_verified_at is not null`
  return one(
    db,
    sql`
    insert into users (id, email, full_name, password_hash, password_expires_at, created_at, email_verified_at, made_in)
    values (${user.id}, ${user.email}, ${user.fullName}, ${user.passwordHash}, ${user.passwordExpiresAt}, ${user.now},
      ${user.verifiedAt}, ${user.madeIn})
    on conflict ${conflict} do nothing
    returning id`,
  )
}

/** Verifies the account and sets a new password. Undefined if it is verified and its person has chosen a password. */
export function saveVerified(
  db: Db,
  userId: string,
  { passwordHash, passwordExpiresAt, now }: Pick<NewUser, 'passwordHash' | 'passwordExpiresAt' | 'now'>,
): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`
    update users set password_hash = ${passwordHash}, password_expires_at = ${passwordExpiresAt},
      email_verified_at = coalesce(email_verified_at, ${now})
    where id = ${userId} and (email_verified_at is null or password_expires_at is not null)
    returning id`,
  )
}

/** Removes the account's password, so that nobody can sign in with it any more. */
export async function closeAccount({ db }: TxCtx, userId: string): Promise<void> {
  await run(db, sql`update users set password_hash = null, password_expires_at = null where id = ${userId}`)
}

export async function findUserName(db: Db, userId: string): Promise<string | undefined> {
  return (await one<{ fullName: string }>(db, sql`select full_name as "fullName" from users where id = ${userId}`))
    ?.fullName
}
