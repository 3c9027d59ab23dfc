import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

/** A meeting that a recorder sat in. */
export const Meeting = Type.Object(
  {
    id: Uuid,
    title: Nullable(Type.String()),
    state: Type.String({
      description: 'The recorder’s own word, such as in_call_recording or done.',
      examples: ['in_call_recording'],
    }),
    reason: Nullable(Type.String(), { description: 'Why it ended so, in the recorder’s words.' }),
    startedAt: Nullable(DateTime),
    endedAt: Nullable(DateTime),
    summary: Nullable(Type.String()),
    summaryMethod: Nullable(oneOf(['rules', 'model']), { description: 'Who made the summary and proposed the tasks.' }),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { $id: 'Meeting' },
)
const MeetingLine = Type.Object(
  {
    beginsAtSeconds: Type.Number({ description: 'Since the recording began.' }),
    speaker: Type.String(),
    text: Type.String(),
  },
  { $id: 'MeetingLine' },
)
export const MeetingPage = Page(Meeting, { $id: 'MeetingPage' })
export const MeetingLinePage = Page(MeetingLine, { $id: 'MeetingLinePage' })
export const MeetingQuery = closed(Paging)
export const MeetingPath = closed({ workspaceId: WorkspaceId, meetingId: Uuid })
export const MEETING_FIELDS = Object.keys(Meeting.properties)

export type Meeting = Static<typeof Meeting>
export type MeetingLine = Static<typeof MeetingLine>
