import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, containing, every, fixed, sql, type Sql } from '#core/sql.ts'
import type { DeskQuery } from './desk-list.schema.ts'
import { CLOSED_STATUSES, TASK_STORED, type Task, type TaskQuery } from './task.schema.ts'

/** The columns of a task itself. */
export interface OwnRow extends Omit<Task, 'shortId' | 'department' | 'property' | 'createdBy' | 'tagIds'> {
  number: number
  createdByKind: Task['createdBy']['kind']
  createdById: string | null
  createdByName: string
}

/** A task with what the tables around it have; `taskOf` makes the answer of it. */
export interface TaskRow extends OwnRow {
  tagIds: string[]
  departmentName: string
  departmentSlug: string
  propertyName: string | null
  propertyStatus: string | null
  propertyAddress: string | null
  propertyCity: string | null
}

const OWN_FIELDS = [
  'id',
  'workspaceId',
  'number',
  'isPublished',
  'visitId',
  'externalRefs',
  'aiProvenance',
  'version',
  'createdByKind',
  'createdById',
  'createdByName',
  'createdAt',
  'updatedAt',
  ...TASK_STORED,
]

const OWN_COLUMNS = columnsOf(OWN_FIELDS, 't')

/** The columns of `t` (a task), `d` (its department) and `p` (its property). */
export function taskColumns(tagIds: Sql): Sql {
  return sql`${OWN_COLUMNS}, ${tagIds} as "tagIds", d.name as "departmentName", d.slug as "departmentSlug",
    p.name as "propertyName", p.status as "propertyStatus", p.address as "propertyAddress", p.city as "propertyCity"`
}

export const STORED_TAGS = sql`array(select l.tag_id from task_tag_links l
  where l.workspace_id = t.workspace_id and l.task_id = t.id)`
const COLUMNS = taskColumns(STORED_TAGS)
const JOINED = sql`tasks t
  join departments d on d.workspace_id = t.workspace_id and d.id = t.department_id
  left join properties p on p.workspace_id = t.workspace_id and p.id = t.property_id`

/** Completes the row in place: copying forty fields of fifty rows would be a tenth of a list. */
export function taskOf(row: TaskRow): Task {
  const { propertyId, propertyName } = row
  // Here and not in the query, where fifty sorts of nothing are a twentieth of a list.
  if (row.tagIds.length > 1) row.tagIds.sort()
  return Object.assign(row, {
    shortId: `TK-${row.number}`,
    department: { id: row.departmentId, name: row.departmentName, slug: row.departmentSlug },
    property:
      propertyId === null || propertyName === null
        ? null
        : {
            id: propertyId,
            name: propertyName,
            status: row.propertyStatus ?? '',
            address: row.propertyAddress,
            city: row.propertyCity,
          },
    createdBy: { kind: row.createdByKind, id: row.createdById, name: row.createdByName },
  })
}

const ORDERS: Record<NonNullable<TaskQuery['sort']>, Sql> = {
  '-createdAt': sql`t.created_at desc, t.id desc`,
  createdAt: sql`t.created_at, t.id`,
  '-updatedAt': sql`t.updated_at desc, t.id desc`,
  updatedAt: sql`t.updated_at, t.id`,
  scheduledDate: sql`t.scheduled_date, t.scheduled_time, t.id`,
  '-scheduledDate': sql`t.scheduled_date desc nulls last, t.scheduled_time desc nulls last, t.id desc`,
}

export function listTasks(
  { db, workspaceId, now }: Scope & { readonly now: Date },
  query: DeskQuery,
): Promise<Listed<TaskRow>> {
  const row = { id: sql`t.id`, on: sql`t.workspace_id = ${workspaceId} and t.id = page.id` }
  return listed(db, query, {
    columns: COLUMNS,
    from: JOINED,
    countFrom: sql`tasks t`,
    where: every([
      sql`t.workspace_id = ${workspaceId}`,
      sql`t.deleted_at is null`,
      ...conditionsOf(workspaceId, query),
      query.isLate !== undefined &&
        (query.isLate ? late(workspaceId, now) : sql`${late(workspaceId, now)} is not true`),
    ]),
    order: ORDERS[query.sort ?? '-createdAt'],
    row,
    search: isFoundFirst(query) ? row : undefined,
  })
}

/**
 * Whether no index gives what is asked for in its order. What is late, waits or is nobody's is little among all that is
 * over, and from the last date on, what has none comes last: at least it is looked for once, and only the page is joined.
 */
function isFoundFirst(query: DeskQuery): boolean {
  const { q, isLate, isBlocked, isUnassigned, sort } = query
  const isByWork = isLate === true || isBlocked === true || isUnassigned !== undefined
  return q !== undefined || isByWork || isFewOfOpen(query) || sort === '-scheduledDate'
}

/** What is open is on one index, by its day; the newest of them are not near the newest of all when few are wanted. */
function isFewOfOpen({ isOpen, isLate, departmentId, departmentKind, priority, sort }: DeskQuery): boolean {
  const isNarrowed = [isLate, departmentId, departmentKind, priority].some((filter) => filter !== undefined)
  return isOpen === true && isNarrowed && sort !== 'scheduledDate'
}

const CLOSED = CLOSED_STATUSES.map((status) => `'${status}'`).join(', ')
/** The very words of the index tasks_open, without values: the database has to see that they are the same. */
const isOpenOf = (table: string): Sql => fixed(`${table}.status not in (${CLOSED})`)
const IS_OPEN = isOpenOf('t')

/** An exact date overrides the range, which may have one end. */
function conditionsOf(workspaceId: string, query: DeskQuery): (Sql | false)[] {
  const { scheduledDate, q } = query
  const from = scheduledDate ?? query.scheduledFrom
  const to = scheduledDate ?? query.scheduledTo
  return [
    query.status !== undefined && sql`t.status = ${query.status}`,
    query.priority !== undefined && sql`t.priority = ${query.priority}`,
    query.propertyId !== undefined && sql`t.property_id = ${query.propertyId}`,
    query.departmentId !== undefined && sql`t.department_id = ${query.departmentId}`,
    query.departmentKind !== undefined &&
      sql`t.department_id in (select id from departments where workspace_id = ${workspaceId} and kind = ${query.departmentKind})`,
    from !== undefined && sql`t.scheduled_date >= ${from}`,
    to !== undefined && sql`t.scheduled_date <= ${to}`,
    ...deskConditionsOf(workspaceId, query),
    query.updatedSince !== undefined && sql`t.updated_at >= ${query.updatedSince}`,
    q !== undefined &&
      sql`t.id in (select task_id from task_search where workspace_id = ${workspaceId} and text like ${containing(q)})`,
  ]
}

function deskConditionsOf(
  workspaceId: string,
  { parentTaskId, assigneeId, isUnassigned, isBlocked, isOpen, isLate }: DeskQuery,
): (Sql | false)[] {
  const isSomebodys = hasSomebody(workspaceId, isOpen === true || isLate === true)
  return [
    parentTaskId !== undefined && sql`t.parent_task_id = ${parentTaskId}`,
    assigneeId !== undefined &&
      sql`t.id in (select task_id from task_assignees where workspace_id = ${workspaceId} and user_id = ${assigneeId}
        union all select task_id from task_assignees where workspace_id = ${workspaceId} and vendor_id = ${assigneeId})`,
    isUnassigned !== undefined && (isUnassigned ? sql`not ${isSomebodys}` : isSomebodys),
    isBlocked !== undefined && (isBlocked ? waiting(workspaceId) : sql`not ${waiting(workspaceId)}`),
    isOpen !== undefined && (isOpen ? IS_OPEN : sql`t.status = any (${CLOSED_STATUSES})`),
  ]
}

/** Whether somebody does it who still does any work. Of few tasks it is asked one by one, else all assignees are read. */
function hasSomebody(workspaceId: string, isOfFew: boolean): Sql {
  const doers = sql`from task_assignees a where a.workspace_id = ${workspaceId} and a.task_id = t.id
    and not exists (select from memberships m
      where m.workspace_id = ${workspaceId} and m.user_id = a.user_id and m.ended_at is not null)
    and not exists (select from vendors v
      where v.workspace_id = ${workspaceId} and v.id = a.vendor_id and (v.deleted_at is not null or not v.active))`
  return isOfFew ? sql`coalesce((select true ${doers} limit 1), false)` : sql`exists (select ${doers})`
}

const MINUTES_UNKNOWN = 60

/** Whether it should be over: its day has passed at the workspace, or today its hour and as long as it takes. */
function late(workspaceId: string, now: Date): Sql {
  const here = sql`(select date_trunc('minute', ${now}::timestamptz at time zone timezone) from workspaces where id = ${workspaceId})`
  const minutes = sql`coalesce(nullif(t.estimated_duration_minutes, 0), ${MINUTES_UNKNOWN})`
  return sql`(${IS_OPEN} and t.scheduled_date <= ${here}::date and (t.scheduled_date < ${here}::date
    or t.scheduled_date + t.scheduled_time::time + ${minutes} * interval '1 minute' < ${here}))`
}

/** Whether something else comes first. Found from what is waited for, of which there is little. */
function waiting(workspaceId: string): Sql {
  const isToDo = sql`o.deleted_at is null and ${isOpenOf('o')}`
  return sql`(t.id in (
    select w.task_id from task_dependencies w
      join tasks o on o.workspace_id = w.workspace_id and o.id = w.depends_on_id
      where w.workspace_id = ${workspaceId} and ${isToDo}
    union all select o.parent_task_id from tasks o
      where o.workspace_id = ${workspaceId} and o.parent_task_id is not null and ${isToDo}
    union all select task_id from task_completion_holds where workspace_id = ${workspaceId} and released_at is null))`
}

/** Scheduled work of field departments on a day: by time, without one last, then by number. */
export function listWorkOrders({ db, workspaceId }: Scope, date: string): Promise<TaskRow[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from ${JOINED}
    where t.workspace_id = ${workspaceId} and t.deleted_at is null and t.scheduled_date = ${date}
      and t.status = 'SCHEDULED' and d.kind = 'field_ops'
    order by t.scheduled_time nulls last, t.number`,
  )
}

export function findTask({ db, workspaceId }: Scope, taskId: string): Promise<TaskRow | undefined> {
  return one(db, theTask(workspaceId, taskId))
}

/** The task, and what the statements behind it answer in the same trip. */
export async function findTaskAnd(
  { db, workspaceId }: Scope,
  taskId: string,
  behind: readonly Sql[],
): Promise<{ row: TaskRow; answers: unknown[][] } | undefined> {
  const [found, ...answers] = await db.together([theTask(workspaceId, taskId), ...behind])
  const row = found?.[0]
  return row === undefined ? undefined : { row: row as TaskRow, answers }
}

/**
 * Holds the task and answers it as it is then. The lock is a statement of its own, because one that had to wait goes on
 * with what it saw before: only the locked row itself is read anew, which is why it is read alone here. Statements
 * behind it see what was done in the meantime.
 *
 * FOR UPDATE, not FOR NO KEY UPDATE: a blocker being added holds the task by its foreign key, and must wait or be seen.
 */
export async function lockOwnRow(
  { db, workspaceId }: TxCtx,
  taskId: string,
  behind: readonly Sql[],
): Promise<{ row: OwnRow; answers: unknown[][] } | undefined> {
  const lock = sql`
    select ${OWN_COLUMNS} from tasks t
    where t.workspace_id = ${workspaceId} and t.id = ${taskId} and t.deleted_at is null for update`
  const [held, ...answers] = await db.together([lock, ...behind])
  const row = held?.[0]
  return row === undefined ? undefined : { row: row as OwnRow, answers }
}

/** The same with what the tables around it have. */
export async function lockTask(ctx: TxCtx, taskId: string): Promise<TaskRow | undefined> {
  const held = await lockOwnRow(ctx, taskId, [theTask(ctx.workspaceId, taskId)])
  return held?.answers[0]?.[0] as TaskRow | undefined
}

function theTask(workspaceId: string, taskId: string): Sql {
  return sql`
    select ${COLUMNS} from ${JOINED} where t.workspace_id = ${workspaceId} and t.id = ${taskId} and t.deleted_at is null`
}
