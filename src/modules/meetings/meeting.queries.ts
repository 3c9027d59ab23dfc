import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { shortId } from '#core/short-id.ts'
import { columnsOf, sql } from '#core/sql.ts'
import { MEETING_FIELDS, type Meeting, type MeetingLine } from './meeting.schema.ts'

const COLUMNS = columnsOf(MEETING_FIELDS)
const LINE_COLUMNS = columnsOf(['beginsAtSeconds', 'speaker', 'text'])

type Paged = { limit?: number; offset?: number }

export function listMeetings({ db, workspaceId }: Scope, query: Paged): Promise<Listed<Meeting>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`meetings`,
    where: sql`workspace_id = ${workspaceId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function listLines({ db, workspaceId }: Scope, meetingId: string, query: Paged): Promise<Listed<MeetingLine>> {
  return listed(db, query, {
    columns: LINE_COLUMNS,
    from: sql`meeting_lines`,
    where: sql`workspace_id = ${workspaceId} and meeting_id = ${meetingId}`,
    order: sql`begins_at_seconds, line_key`,
  })
}

export function linesOf({ db, workspaceId }: Scope, meetingId: string, limit: number): Promise<MeetingLine[]> {
  return many(
    db,
    sql`
    select ${LINE_COLUMNS} from meeting_lines where workspace_id = ${workspaceId} and meeting_id = ${meetingId}
    order by begins_at_seconds, line_key limit ${limit}`,
  )
}

export function findMeeting({ db, workspaceId }: Scope, meetingId: string): Promise<Meeting | undefined> {
  return one(db, sql`select ${COLUMNS} from meetings where workspace_id = ${workspaceId} and id = ${meetingId}`)
}

interface Seen {
  id: string
  source: string
  externalId: string
  state: string
  at: Date
  reason: string | null
  started: boolean
  ended: boolean
}

/** Makes it if it is not there. News older than what is known change no more than the times. */
export async function saveState({ db, workspaceId, now }: TxCtx, seen: Seen): Promise<string> {
  const { id, source, externalId, state, at, reason, started, ended } = seen
  const isNew = sql`excluded.state_at >= m.state_at`
  const row = await one<{ id: string }>(
    db,
    sql`
    insert into meetings as m (workspace_id, id, source, external_id, state, state_at, reason, started_at, ended_at,
      created_at, updated_at)
    values (${workspaceId}, ${id}, ${source}, ${shortId(externalId)}, ${state}, ${at}, ${reason}, ${started ? at : null},
      ${ended ? at : null}, ${now}, ${now})
    on conflict (workspace_id, source, external_id) do update set
      state = case when ${isNew} then excluded.state else m.state end,
      reason = case when ${isNew} then excluded.reason else m.reason end,
      state_at = greatest(m.state_at, excluded.state_at),
      started_at = least(m.started_at, excluded.started_at), ended_at = least(m.ended_at, excluded.ended_at),
      updated_at = excluded.updated_at
    returning id`,
  )
  return row?.id ?? id
}

/** The same words again change nothing. */
export async function insertLine(
  { db, workspaceId, now }: TxCtx,
  meetingId: string,
  { lineKey, beginsAtSeconds, speaker, text }: MeetingLine & { lineKey: string },
): Promise<boolean> {
  const inserted = await run(
    db,
    sql`
    insert into meeting_lines (workspace_id, meeting_id, line_key, begins_at_seconds, speaker, text, created_at)
    values (${workspaceId}, ${meetingId}, ${shortId(lineKey)}, ${beginsAtSeconds}, ${speaker}, ${text}, ${now})
    on conflict do nothing returning line_key`,
  )
  return inserted > 0
}

export async function saveSummary({ db, workspaceId, now }: TxCtx, meetingId: string, summary: string): Promise<void> {
  await run(
    db,
    sql`
    update meetings set summary = ${summary}, summary_method = 'rules', updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${meetingId}`,
  )
}
