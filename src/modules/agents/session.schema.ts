import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, optional, Uuid, WorkspaceId } from '#core/schema.ts'

/** Where a reader of a session stands: the last event, and how much of which message. */
export const Marks = Type.Object({
  seq: Type.Integer(),
  message_id: Nullable(Uuid),
  stream_seq: Type.Integer(),
  reasoning_seq: Type.Integer(),
  text_offset: Type.Integer(),
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
    user_id: Uuid,
    capabilities: Type.Array(oneOf(CAPABILITIES), { minItems: 1, uniqueItems: true }),
    ttl_seconds: Type.Integer({ minimum: 60, maximum: 3600 }),
    origin: Type.String({ pattern: '^https?://[a-z0-9.:[\\]-]+$', maxLength: 255, examples: ['https://app.example'] }),
  }),
)
export type AccessRequest = Static<typeof AccessRequest>

export const SessionAccess = Type.Object({
  session_id: Uuid,
  workspace_id: WorkspaceId,
  protocol: Type.Literal('ag-ui/1.0+sse'),
  subscribe_url: Type.String(),
  runs_url: Type.String(),
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer(),
  expires_at: DateTime,
  refresh_after: DateTime,
  marks: Marks,
  active_run_id: Nullable(Uuid),
  pending_interactions: Type.Array(Uuid),
})
export type SessionAccess = Static<typeof SessionAccess>
