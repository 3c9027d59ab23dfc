import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { WEEKDAYS, type Shift, type WorkProfile } from './work-profile.schema.ts'

export interface WorkProfileRow extends WorkProfile {
  version: number
}

const SHIFTS = sql`
  case when p.has_shifts then coalesce((select json_agg(json_build_object(
      'weekday', (${WEEKDAYS}::text[])[s.weekday], 'startsAt', s.starts_at, 'endsAt', s.ends_at)
      order by s.weekday, s.starts_at)
    from work_shifts s where s.workspace_id = p.workspace_id and s.membership_id = p.membership_id), '[]') end as shifts`

const PROFILES = sql`memberships m
  join users u on u.id = m.user_id
  join workspaces w on w.id = m.workspace_id
  left join work_profiles p on p.workspace_id = m.workspace_id and p.membership_id = m.id`

export function findProfile({ db, workspaceId }: Scope, membershipId: string): Promise<WorkProfileRow | undefined> {
  return one(
    db,
    sql`
    select m.id, m.user_id as "userId", u.full_name as "fullName", p.timezone, ${SHIFTS},
      coalesce(p.timezone, w.timezone) as "timezoneInForce", p.updated_at as "updatedAt",
      coalesce(p.version, 1) as version,
      array(select s.skill_id from membership_skills s
        where s.workspace_id = m.workspace_id and s.membership_id = m.id order by s.skill_id) as "skillIds"
    from ${PROFILES}
    where m.workspace_id = ${workspaceId} and m.id = ${membershipId} and m.ended_at is null`,
  )
}

/** Holds back other changes to when this member works, before there is a profile too. */
export async function lockMember({ db, workspaceId }: TxCtx, membershipId: string): Promise<void> {
  await run(
    db,
    sql`select id from memberships where workspace_id = ${workspaceId} and id = ${membershipId} for no key update`,
  )
}

export async function saveProfile(
  { db, workspaceId, now }: TxCtx,
  { id, timezone, shifts }: Pick<WorkProfile, 'id' | 'timezone' | 'shifts'>,
): Promise<void> {
  await run(
    db,
    sql`
    insert into work_profiles as p (workspace_id, membership_id, timezone, has_shifts, version, updated_at)
    values (${workspaceId}, ${id}, ${timezone}, ${shifts !== null}, 2, ${now})
    on conflict (workspace_id, membership_id) do update set timezone = excluded.timezone,
      has_shifts = excluded.has_shifts, version = p.version + 1, updated_at = excluded.updated_at`,
  )
}

export async function saveShifts(
  { db, workspaceId }: TxCtx,
  membershipId: string,
  shifts: readonly Shift[],
): Promise<void> {
  await run(db, sql`delete from work_shifts where workspace_id = ${workspaceId} and membership_id = ${membershipId}`)
  await run(
    db,
    sql`
    insert into work_shifts (workspace_id, membership_id, weekday, starts_at, ends_at)
    select ${workspaceId}, ${membershipId}::uuid, s.weekday, s.starts_at, s.ends_at
    from unnest(${shifts.map(({ weekday }) => WEEKDAYS.indexOf(weekday) + 1)}::smallint[],
      ${shifts.map(({ startsAt }) => startsAt)}::text[], ${shifts.map(({ endsAt }) => endsAt)}::text[])
      as s (weekday, starts_at, ends_at)`,
  )
}

export async function saveSkills(
  { db, workspaceId }: TxCtx,
  membershipId: string,
  skillIds: readonly string[],
): Promise<void> {
  await run(
    db,
    sql`delete from membership_skills where workspace_id = ${workspaceId} and membership_id = ${membershipId}`,
  )
  await run(
    db,
    sql`
    insert into membership_skills (workspace_id, membership_id, skill_id)
    select ${workspaceId}, ${membershipId}::uuid, skill_id from unnest(${skillIds}::uuid[]) as skill_id`,
  )
}

export interface ScheduleRow {
  membershipId: string
  timezone: string
  /** Null: nobody has said. */
  shifts: Shift[] | null
}

/** When these members usually work. */
export function schedulesOf({ db, workspaceId }: Scope, membershipIds: readonly string[]): Promise<ScheduleRow[]> {
  return many(
    db,
    sql`
    select m.id as "membershipId", coalesce(p.timezone, w.timezone) as timezone, ${SHIFTS}
    from ${PROFILES}
    where m.workspace_id = ${workspaceId} and m.id = any(${membershipIds}::uuid[]) and m.ended_at is null`,
  )
}
