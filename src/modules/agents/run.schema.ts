import { Type, type Static } from 'typebox'
import {
  closed,
  CreatedAt,
  CustomFields,
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

const Text = Words(TEXT_CHARS_MAX, { examples: ['What is urgent today?'], description: 'Plain text, not blank.' })
const TextPart = closed({ type: Type.Literal('text', { description: 'Says which kind of part it is.' }), text: Text })
const FilePart = closed({
  type: Type.Literal('file', { description: 'Says which kind of part it is.' }),
  media_type: Type.String({
    pattern: '^[a-z]+/[A-Za-z0-9.+-]+$',
    maxLength: 100,
    description: 'What the file is.',
    examples: ['image/jpeg'],
  }),
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
    Type.String({
      ...Uuid,
      description: 'An id of your own for what is said: in the same session the same again starts nothing new.',
    }),
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

const RunState = oneOf(RUN_STATUSES, { description: '`interrupted`: it waits for a person.' })

export const RunStarted = Type.Object(
  {
    run_id: Type.String({ ...Uuid, description: 'Your own, or else given by the service.' }),
    session_id: Type.String({ ...Uuid, description: 'Where the run is.' }),
    status: RunState,
    message_id: Type.String({ ...Uuid, description: 'Of what was said.' }),
    assistant_message_id: Type.String({ ...Uuid, description: 'Of the answer that is to come.' }),
    since_seq: Type.Integer({ description: 'Subscribe with it: nothing of this run comes before.' }),
    deduplicated: Type.Boolean({ description: 'It was started before, by the same id.' }),
    created_at: CreatedAt,
  },
  { $id: 'RunStarted' },
)
export type RunStarted = Static<typeof RunStarted>

const Usage = Type.Object({
  input_tokens: Type.Integer({ description: 'What the model read, in all steps.' }),
  output_tokens: Type.Integer({ description: 'What it wrote, reasoning included.' }),
  reasoning_tokens: Type.Integer({ description: 'Of the output.' }),
  cached_input_tokens: Type.Integer({ description: 'Of the input: what the provider had from before.' }),
  total_tokens: Type.Integer({ description: 'Input and output.' }),
})
export type Usage = Static<typeof Usage>

const AnswerPart = Type.Object({
  type: oneOf(['text', 'tool'], { description: 'A text has `text`, a tool call all the others.' }),
  text: Type.Optional(Type.String({ description: 'What the agent said.' })),
  tool_call_id: Type.Optional(Type.String({ description: 'The same in the events of the session.' })),
  name: Type.Optional(Type.String({ description: 'Of the tool.' })),
  state: Type.Optional(
    oneOf(['input-available', 'approval-requested', 'output-available', 'output-error', 'output-denied'], {
      description: 'How far the call is. `output-denied`: a person said no.',
    }),
  ),
  input: Type.Optional(Type.Unknown({ description: 'The arguments of the call.' })),
  output: Type.Optional(Type.Unknown({ description: 'What the tool answered.' })),
})
export type AnswerPart = Static<typeof AnswerPart>

export const InvokeReply = Type.Object(
  {
    request_id: Type.String({ description: 'Quote it to support.' }),
    session_id: Type.String({ ...Uuid, description: 'Name it to go on with the session.' }),
    run_id: Type.String({ ...Uuid, description: 'Given by the service.' }),
    status: RunState,
    message: Type.Object(
      {
        id: Type.String({ ...Uuid, description: 'The same in the events of the session.' }),
        role: Type.Literal('assistant', { description: 'It is of the agent.' }),
        parts: Type.Array(AnswerPart, { description: 'Texts and tool calls, in the order they came.' }),
      },
      { description: 'The answer so far.' },
    ),
    output_text: Type.String({ description: 'What the agent said last.' }),
    output: Type.Unknown({ description: 'With `output_schema`: the answer as data.' }),
    interactions: Type.Array(Interaction, { description: 'What people are asked and have not answered.' }),
    usage: Type.Object(Usage.properties, { description: 'What the run took of models so far.' }),
    finish_reason: Nullable(oneOf(FINISH_REASONS), { description: 'Why the model ended; null while the run goes on.' }),
    steps: Type.Integer({ description: 'Calls of the model so far.' }),
    model: Nullable(
      Type.Object({
        provider: Type.String({ description: 'Its name in the settings of the operator.' }),
        id: Type.String({ description: 'As the provider calls it.' }),
        degraded: Type.Boolean({ description: 'true: no model is configured, and rules answer.' }),
      }),
      { description: 'Who answered last; null before the first step.' },
    ),
    error: Nullable(
      Type.Object({
        code: Type.String({ description: 'For programs.' }),
        message: Type.String({ description: 'For people, in English.' }),
      }),
      { description: 'Why the run failed; null otherwise.' },
    ),
    marks: Type.Object(
      { seq: Type.Integer({ description: 'Of the last event.' }) },
      { description: 'How far the log of the session has come.' },
    ),
    subscribe_url: Type.String({ description: 'Where the run is followed from its beginning.' }),
  },
  { $id: 'InvokeReply' },
)
export type InvokeReply = Static<typeof InvokeReply>
