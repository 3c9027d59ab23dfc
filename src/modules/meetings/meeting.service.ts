import type { TxCtx, WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Listed } from '#core/paging.ts'
import * as meetings from './meeting.queries.ts'
import { summaryOf } from './meeting.rules.ts'
import type { Meeting, MeetingLine } from './meeting.schema.ts'

export const failures = defineFailures({
  meeting_not_found: { status: 404, text: 'No such meeting in this workspace.' },
})

const STARTED = ['in_call_not_recording', 'in_call_recording']
const ENDED = ['call_ended', 'done', 'fatal']
const LINES_MAX = 10_000

/** What a recorder calls a meeting. */
export interface Recorded {
  source: string
  externalId: string
}

export async function getMeeting(ctx: WorkspaceCtx, meetingId: string): Promise<Meeting> {
  return (await meetings.findMeeting(ctx, meetingId)) ?? fail(failures.meeting_not_found)
}

export async function listLines(
  ctx: WorkspaceCtx,
  meetingId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<MeetingLine>> {
  await getMeeting(ctx, meetingId)
  return meetings.listLines(ctx, meetingId, query)
}

/** The recorder says how it fares. Answers the meeting's id. */
export async function noteState(
  ctx: TxCtx,
  recorded: Recorded,
  { state, at, reason }: { state: string; at: Date; reason: string | null },
): Promise<string> {
  const about = { started: STARTED.includes(state), ended: ENDED.includes(state) }
  const id = await meetings.saveState(ctx, { id: newId(), ...recorded, state, at, reason, ...about })
  await emit(ctx, { type: 'meeting.changed', meetingId: id, state })
  return id
}

/** Somebody said something. What is said before anything was heard of the meeting makes it known. */
export async function addLine(
  ctx: TxCtx,
  recorded: Recorded,
  line: MeetingLine & { lineKey: string },
): Promise<boolean> {
  // Before everything that the recorder says of itself.
  const at = new Date(0)
  const about = { state: 'in_call_recording', at, reason: null, started: false, ended: false }
  const id = await meetings.saveState(ctx, { id: newId(), ...recorded, ...about })
  return meetings.insertLine(ctx, id, line)
}

/** Sums the meeting up; answers what was asked for in it. */
export async function summarize(ctx: TxCtx, meetingId: string): Promise<{ speaker: string; text: string }[]> {
  const { summary, asked } = summaryOf(await meetings.linesOf(ctx, meetingId, LINES_MAX))
  await meetings.saveSummary(ctx, meetingId, summary)
  await emit(ctx, { type: 'meeting.summarized', meetingId, method: 'rules' })
  return asked
}
