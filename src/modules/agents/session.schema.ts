import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, optional, Uuid, WorkspaceId } from '#core/schema.ts'

/** Where a reader of a session stands: the last event, and how much of which message. */
export const Marks = Type.Object({
  seq: Type.Integer({ description: 'The last event; `since_seq` of the stream.' }),
  message_id: Nullable(Uuid, { description: 'The message that the next three are about; null for none.' }),
  stream_seq: Type.Integer({ description: 'How many pieces of its text and its tool arguments; `after_stream_seq`.' }),
  reasoning_seq: Type.Integer({ description: 'How many pieces of its reasoning; `after_reasoning_seq`.' }),
  text_offset: Type.Integer({ description: 'How much of its text, in UTF-16 units.' }),
})
export type Marks = Static<typeof Marks>

export interface AgentSession {
  readonly id: string
  readonly workspaceId: string
  readonly userId: string
  readonly visibility: 'private' | 'workspace'
  readonly title: string | null
  readonly lastSeq: number
  readonly oldestSeq: number
  readonly activeRunId: string | null
  readonly activeRunSeq: number | null
  readonly activeMessageId: string | null
  readonly activeAttempt: number | null
  readonly pendingInteractions: readonly string[]
}

export const CAPABILITIES = ['subscribe', 'run', 'resolve'] as const
export type Capability = (typeof CAPABILITIES)[number]

export const AccessRequest = closed(
  optional({
    user_id: Type.String({ ...Uuid, description: 'With the server key: for whom.' }),
    capabilities: Type.Array(oneOf(CAPABILITIES), {
      minItems: 1,
      uniqueItems: true,
      description: 'What the token may: all of it unless sent.',
    }),
    ttl_seconds: Type.Integer({ minimum: 60, maximum: 3600, description: 'How long it is good; 900 unless sent.' }),
    origin: Type.String({
      pattern: '^https?://[a-z0-9.:[\\]-]+$',
      maxLength: 255,
      description: 'Pages of other origins cannot use the token then.',
      examples: ['https://app.example'],
    }),
  }),
)
export type AccessRequest = Static<typeof AccessRequest>

export const SessionAccess = Type.Object({
  session_id: Type.String({ ...Uuid, description: 'The session that the token is for, and no other.' }),
  workspace_id: WorkspaceId,
  protocol: Type.Literal('ag-ui/1.0+sse', { description: 'What the stream speaks.' }),
  subscribe_url: Type.String({ description: 'Where the session is followed.' }),
  runs_url: Type.String({ description: 'Where a run is started.' }),
  access_token: Type.String({ description: 'Send it as `Authorization: Bearer …`.' }),
  token_type: Type.Literal('bearer', { description: 'How to send it.' }),
  expires_in: Type.Integer({ description: 'Seconds until the token expires.' }),
  expires_at: Type.String({ ...DateTime, description: 'The same as a time, in UTC.' }),
  refresh_after: Type.String({
    ...DateTime,
    description: 'From then on ask for a new one: four fifths of its life are over. In UTC.',
  }),
  marks: Type.Object(Marks.properties, { description: 'Where the log stands now.' }),
  active_run_id: Nullable(Uuid, { description: 'The run that is at work; null when there is none.' }),
  pending_interactions: Type.Array(Uuid, { description: 'What people are asked and have not answered.' }),
})
export type SessionAccess = Static<typeof SessionAccess>
