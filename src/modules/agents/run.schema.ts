import { Type, type Static } from 'typebox'
import {
  closed,
  CustomFields,
  DateTime,
  Line,
  Nullable,
  oneOf,
  optional,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'
import { STEPS_MAX } from './agent.schema.ts'
import { Interaction } from './interaction.schema.ts'

export const RUN_STATUSES = ['queued', 'running', 'interrupted', 'completed', 'failed', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]
const MULTITASK_STRATEGIES = ['reject', 'enqueue', 'interrupt'] as const
const FINISH_REASONS = ['stop', 'length', 'tool-calls', 'content-filter', 'error', 'other'] as const

const TEXT_CHARS_MAX = 100_000
export const WAIT_MILLIS_DEFAULT = 60_000
const WAIT_MILLIS_MAX = 120_000

const Text = Words(TEXT_CHARS_MAX, { examples: ['What is urgent today?'] })
const TextPart = closed({ type: Type.Literal('text'), text: Text })
const FilePart = closed({
  type: Type.Literal('file'),
  media_type: Type.String({ pattern: '^[a-z]+/[A-Za-z0-9.+-]+$', maxLength: 100, examples: ['image/jpeg'] }),
  url: Type.String({ format: 'https-url', maxLength: 2000, examples: ['https://files.example/leak.jpg'] }),
})
export type InputPart = Static<typeof TextPart> | Static<typeof FilePart>

const Input = Type.Union([Text, Type.Array(Type.Union([TextPart, FilePart]), { minItems: 1, maxItems: 20 })], {
  description: 'What the person says: a text, or texts and files.',
})
const AgentName = Line(110, { description: 'The id or the slug of an agent.', examples: ['operations-assistant'] })

/** What a start may say, whichever route it comes by. */
const start = {
  message_id: Type.Optional(
    Type.String({ ...Uuid, description: 'An id of your own for what is said: the same again starts nothing new.' }),
  ),
  sender_user_id: Type.Optional(
    Type.String({ ...Uuid, description: 'With the server key: who speaks. Otherwise it is who the token is of.' }),
  ),
  multitask_strategy: Type.Optional(
    oneOf(MULTITASK_STRATEGIES, {
      description: 'When the session has work already: refuse, wait for it (unless said), or cancel it.',
    }),
  ),
  model: Type.Optional(
    Line(100, { description: 'In place of that of the agent: an alias, or `provider:model`.', examples: ['default'] }),
  ),
  context: Type.Optional({ ...CustomFields, description: 'What the agent is to know; the model reads it.' }),
  metadata: Type.Optional({ ...CustomFields, description: 'Kept with the run; the model does not see it.' }),
}

export const InvokeRequest = closed(
  {
    workspace_id: Type.Optional(Type.String({ ...WorkspaceId, description: 'Needed with the server key.' })),
    agent_id: AgentName,
    session_id: Type.Optional(Nullable(Uuid, { description: 'The session to go on with; a new one unless said.' })),
    input: Input,
    ...start,
    ...optional({
      mode: oneOf(['wait', 'background'], {
        default: 'wait',
        description: '`background`: answered at once with 202, and the stream tells the rest.',
      }),
      timeout_ms: Type.Integer({
        minimum: 1,
        maximum: WAIT_MILLIS_MAX,
        default: WAIT_MILLIS_DEFAULT,
        description: 'How long `wait` waits. The run goes on after it.',
      }),
      instructions: Words(20_000, { description: 'In addition to those of the agent.' }),
      max_steps: Type.Integer({
        minimum: 1,
        maximum: STEPS_MAX,
        description: 'Calls of the model; never more than the agent has.',
      }),
      tools: Type.Array(Type.String({ pattern: '^[a-z]+(_[a-z]+)*$', maxLength: 100 }), {
        maxItems: 100,
        uniqueItems: true,
        description: 'Fewer than the agent has; never more.',
      }),
      output_schema: {
        ...CustomFields,
        description: 'A JSON Schema that the last answer must fit; it is `output` then.',
      },
    }),
  },
  {
    $id: 'InvokeRequest',
    examples: [{ agent_id: 'operations-assistant', input: 'What is urgent today?', mode: 'background' }],
  },
)
export type InvokeRequest = Static<typeof InvokeRequest>

export const RunRequest = closed(
  {
    run_id: Type.Optional(
      Type.String({ ...Uuid, description: 'An id of your own: the same again starts nothing new.' }),
    ),
    input: Input,
    agent_id: Type.Optional(AgentName),
    ...start,
  },
  { $id: 'RunRequest', examples: [{ agent_id: 'operations-assistant', input: 'What is urgent today?' }] },
)
export type RunRequest = Static<typeof RunRequest>

export const RunStarted = Type.Object(
  {
    run_id: Uuid,
    session_id: Uuid,
    status: oneOf(RUN_STATUSES),
    message_id: Uuid,
    assistant_message_id: Type.String({ ...Uuid, description: 'Of the answer that is to come.' }),
    since_seq: Type.Integer({ description: 'Subscribe with it: nothing of this run comes before.' }),
    deduplicated: Type.Boolean({ description: 'It was started before, by the same id.' }),
    created_at: DateTime,
  },
  { $id: 'RunStarted' },
)
export type RunStarted = Static<typeof RunStarted>

const Usage = Type.Object({
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  reasoning_tokens: Type.Integer(),
  cached_input_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
})
export type Usage = Static<typeof Usage>

const AnswerPart = Type.Object({
  type: oneOf(['text', 'tool']),
  text: Type.Optional(Type.String()),
  tool_call_id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  state: Type.Optional(
    oneOf(['input-available', 'approval-requested', 'output-available', 'output-error', 'output-denied']),
  ),
  input: Type.Optional(Type.Unknown()),
  output: Type.Optional(Type.Unknown()),
})
export type AnswerPart = Static<typeof AnswerPart>

export const InvokeReply = Type.Object(
  {
    request_id: Type.String(),
    session_id: Uuid,
    run_id: Uuid,
    status: oneOf(RUN_STATUSES),
    message: Type.Object({ id: Uuid, role: Type.Literal('assistant'), parts: Type.Array(AnswerPart) }),
    output_text: Type.String({ description: 'What the agent said last.' }),
    output: Type.Unknown({ description: 'With `output_schema`: the answer as data.' }),
    interactions: Type.Array(Interaction, { description: 'What people are asked and have not answered.' }),
    usage: Usage,
    finish_reason: Nullable(oneOf(FINISH_REASONS)),
    steps: Type.Integer({ description: 'Calls of the model so far.' }),
    model: Nullable(Type.Object({ provider: Type.String(), id: Type.String(), degraded: Type.Boolean() })),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    marks: Type.Object({ seq: Type.Integer() }, { description: 'How far the log of the session has come.' }),
    subscribe_url: Type.String({ description: 'Where the run is followed from its beginning.' }),
  },
  { $id: 'InvokeReply' },
)
export type InvokeReply = Static<typeof InvokeReply>
