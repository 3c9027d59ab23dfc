import { Type, type Static } from 'typebox'
import { ROLES } from '#core/principal.ts'
import { closed, CustomFields, DateTime, Nullable, oneOf, Uuid, Words, WorkspaceId } from '#core/schema.ts'

const INTERACTION_KINDS = ['tool_approval', 'question', 'choice', 'form'] as const
const DECISIONS = ['approve', 'edit', 'reject', 'respond', 'cancel'] as const
export type Decision = (typeof DECISIONS)[number]

const Option = Type.Object({ id: Type.String(), label: Type.String() })
const ToolCall = Type.Object({
  id: Type.String(),
  name: Type.String(),
  input: CustomFields,
  effect: oneOf(['read', 'write', 'destructive']),
})
const Resolution = Type.Object({
  decision: oneOf(DECISIONS),
  payload: Nullable(CustomFields),
  edited_input: Nullable(CustomFields),
  reason: Nullable(Type.String()),
})
export type Resolution = Static<typeof Resolution>

/** Something that a run asks a person. */
export const Interaction = Type.Object(
  {
    id: Uuid,
    session_id: Uuid,
    run_id: Uuid,
    workspace_id: WorkspaceId,
    agent_id: Uuid,
    kind: oneOf(INTERACTION_KINDS),
    status: oneOf(['pending', 'resolved', 'cancelled', 'expired'], {
      description: '`expired`: nobody answered in time, which counts as a no.',
    }),
    reason: Type.String({ description: 'The same as `kind`.' }),
    message: Type.String({ description: 'What is asked.' }),
    tool_call: Nullable(ToolCall, { description: 'What is done if the answer is yes.' }),
    options: Type.Array(Option, { description: 'What can be chosen.' }),
    response_schema: { ...CustomFields, description: 'The JSON Schema of the `payload` of `respond`.' },
    allowed_decisions: Type.Array(oneOf(DECISIONS), { description: 'How it can be answered.' }),
    assigned_to: Type.Object(
      { user_ids: Type.Array(Uuid), roles: Type.Array(oneOf(ROLES)) },
      { description: 'Who may answer.' },
    ),
    created_at: DateTime,
    expires_at: DateTime,
    resolved_at: Nullable(DateTime),
    resolved_by: Nullable(Uuid),
    resolution: Nullable(Resolution),
    run: Type.Object({ id: Uuid, status: Type.String() }),
    seq: Nullable(Type.Integer()),
  },
  { $id: 'Interaction' },
)
export type Interaction = Static<typeof Interaction>

export const InteractionPath = closed({ continuation_id: Uuid })

export const ResolveRequest = closed(
  {
    decision: oneOf(DECISIONS, { description: 'One of `allowed_decisions`. `cancel` ends the run.' }),
    payload: Type.Optional({ ...CustomFields, description: 'With `respond`: fits `response_schema`.' }),
    edited_input: Type.Optional({ ...CustomFields, description: 'With `edit`: all arguments of the call.' }),
    reason: Type.Optional(Words(2000, { description: 'With `reject`: what the model is told.' })),
    workspace_id: Type.Optional(Type.String({ ...WorkspaceId, description: 'Needed with the server key.' })),
    user_id: Type.Optional(Type.String({ ...Uuid, description: 'With the server key: who has decided.' })),
  },
  { $id: 'ResolveRequest', examples: [{ decision: 'approve' }] },
)
export type ResolveRequest = Static<typeof ResolveRequest>
