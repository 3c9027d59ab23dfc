import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listMeetings as list } from './meeting.queries.ts'
import * as schema from './meeting.schema.ts'
import * as meetings from './meeting.service.ts'

const { meeting_not_found } = meetings.failures
const LIST = '/workspaces/:workspaceId/meetings'
const ITEM = `${LIST}/:meetingId`
const about = { tag: 'Meetings', access: { role: 'member' } } as const

export const listMeetings = operation({
  ...about,
  id: 'listMeetings',
  summary: 'List meetings that a recorder sat in, newest first',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.MeetingQuery,
  reply: schema.MeetingPage,
  run: (ctx, query) => list(ctx, query),
})

export const getMeeting = operation({
  ...about,
  id: 'getMeeting',
  summary: 'Read a meeting with its summary',
  rest: { method: 'GET', path: ITEM },
  params: schema.MeetingPath,
  reply: schema.Meeting,
  errors: [meeting_not_found],
  run: (ctx, { meetingId }) => meetings.getMeeting(ctx, meetingId),
})

export const listMeetingLines = operation({
  ...about,
  id: 'listMeetingLines',
  summary: 'Read what was said in a meeting, in its order',
  rest: { method: 'GET', path: `${ITEM}/lines` },
  params: schema.MeetingPath,
  query: schema.MeetingQuery,
  reply: schema.MeetingLinePage,
  errors: [meeting_not_found],
  run: (ctx, { meetingId, ...query }) => meetings.listLines(ctx, meetingId, query),
})
