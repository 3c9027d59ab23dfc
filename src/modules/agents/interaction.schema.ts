import { Type, type Static } from 'typebox'
import { ROLES } from '#core/principal.ts'
import { closed, CreatedAt, CustomFields, DateTime, Nullable, oneOf, Uuid, Words, WorkspaceId } from '#core/schema.ts'

const INTERACTION_KINDS = ['tool_approval', 'question', 'choice', 'form'] as const
const DECISIONS = ['approve', 'edit', 'reject', 'respond', 'cancel'] as const
export type Decision = (typeof DECISIONS)[number]

const Option = Type.Object({
  id: Type.String({ description: 'What the answer names.' }),
  label: Type.String({ description: 'What people read.' }),
})
const ToolCall = Type.Object({
  id: Type.String({ description: 'Given by the model; the same in the events of the session.' }),
  name: Type.String({ description: 'Of the tool.' }),
  input: { ...CustomFields, description: 'The arguments that the model chose.' },
  effect: oneOf(['read', 'write', 'destructive'], { description: 'What the tool can do at most.' }),
})
const Resolution = Type.Object({
  decision: oneOf(DECISIONS, { description: 'One of `allowed_decisions`.' }),
  payload: Nullable(CustomFields, { description: 'Of `respond`; null otherwise.' }),
  edited_input: Nullable(CustomFields, { description: 'Of `edit`: all arguments of the call; null otherwise.' }),
  reason: Nullable(Type.String(), { description: 'What the model was told; null when nothing was said.' }),
})
export type Resolution = Static<typeof Resolution>

/** Something that a run asks a person. */
export const Interaction = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'The `continuation_id` by which it is read and answered.' }),
    session_id: Type.String({ ...Uuid, description: 'The session in which it is asked.' }),
    run_id: Type.String({ ...Uuid, description: 'The run that waits for it.' }),
    workspace_id: WorkspaceId,
    agent_id: Type.String({ ...Uuid, description: 'The agent that asks.' }),
    kind: oneOf(INTERACTION_KINDS, {
      description: '`tool_approval`: whether a tool may be used. The others ask for data.',
    }),
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
      {
        user_ids: Type.Array(Uuid, { description: 'These people.' }),
        roles: Type.Array(oneOf(ROLES), { description: 'And everybody with one of these roles.' }),
      },
      { description: 'Who may answer.' },
    ),
    created_at: CreatedAt,
    expires_at: Type.String({ ...DateTime, description: 'After it nobody can answer, in UTC.' }),
    resolved_at: Nullable(DateTime, {
      description: 'When it was answered or closed without an answer, in UTC; null while it is pending.',
    }),
    resolved_by: Nullable(Uuid, { description: 'The person who answered; null while nobody has.' }),
    resolution: Nullable(Resolution, { description: 'The answer; null while there is none.' }),
    run: Type.Object(
      {
        id: Type.String({ ...Uuid, description: 'The same as `run_id`.' }),
        status: Type.String({ description: '`interrupted` while it waits.' }),
      },
      { description: 'How the run stands now.' },
    ),
    seq: Nullable(Type.Integer(), { description: 'Of the event in the log of the session that tells of it.' }),
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
