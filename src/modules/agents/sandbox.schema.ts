import { Type, type Static } from 'typebox'
import { closed, CustomFields, DateTime, Nullable, oneOf, optional, Uuid, WorkspaceId } from '#core/schema.ts'

export const EFFECTS = ['read', 'write'] as const
export const CALLS_MAX_DEFAULT = 200
export const PARALLEL_MAX = 8
export const TTL_SECONDS_MAX = 900
export const CALL_MILLIS_DEFAULT = 10_000
export const BATCH_MILLIS_DEFAULT = 30_000

const CallId = Type.String({
  pattern: '^[A-Za-z0-9._:-]{1,100}$',
  description: 'Your own, by which its result is known.',
  examples: ['c1'],
})
const ToolName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'One of `tools` of the token.',
  examples: ['list_tasks'],
})

const SandboxCall = closed({
  id: CallId,
  tool: ToolName,
  arguments: Type.Optional({ ...CustomFields, description: 'As the tool takes them.' }),
  timeout_ms: Type.Optional(
    Type.Integer({ minimum: 10, maximum: 60_000, default: CALL_MILLIS_DEFAULT, description: 'Of this call.' }),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'By which the call is known again in the whole run, with another token too.',
    }),
  ),
  depends_on: Type.Optional(
    Type.Array(CallId, {
      maxItems: 50,
      uniqueItems: true,
      description: 'Begins after these, and is `skipped` if one of them did not succeed.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: '`next` of an answer that was cut: reads on.' }),
  ),
})
export type SandboxCall = Static<typeof SandboxCall>

export const SandboxRequest = closed({
  calls: Type.Array(SandboxCall, { minItems: 1, maxItems: 50, description: 'What is to be done.' }),
  mode: Type.Optional(
    oneOf(['parallel', 'sequential'], { description: '`sequential`: one at a time. `parallel` unless sent.' }),
  ),
  on_error: Type.Optional(
    oneOf(['continue', 'stop'], {
      default: 'continue',
      description: '`stop`: after a call that did not succeed nothing more is begun.',
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({ minimum: 10, maximum: 120_000, default: BATCH_MILLIS_DEFAULT, description: 'Of all of it.' }),
  ),
})
export type SandboxRequest = Static<typeof SandboxRequest>

const SandboxError = Type.Object({
  code: Type.String({ description: 'By which programs know it.', examples: ['invalid_request'] }),
  message: Type.String({ description: 'For people.', examples: ['/status: Must be one of OPEN, CREATED.'] }),
  retryable: Type.Boolean({ description: 'Whether the same call may succeed later.' }),
  errors: Type.Optional(Type.Array(Type.Object({}), { description: 'What is wrong with the arguments.' })),
})

const SandboxResult = Type.Object({
  id: CallId,
  tool: ToolName,
  status: oneOf(['ok', 'error', 'denied', 'approval_required', 'timeout', 'skipped'], {
    description: '`denied`: not among the tools of the token, or there is no such tool.',
  }),
  output: Type.Unknown({ description: 'What the tool answers; cut, it is a part of that as JSON text.' }),
  error: Nullable(SandboxError, { description: 'Why it did not succeed.' }),
  continuation_id: Nullable(Uuid, { description: 'The question to a person that has to be answered first.' }),
  duration_ms: Type.Integer({ minimum: 0, description: 'How long it took.', examples: [12] }),
  truncated: Type.Boolean({ description: 'Whether the output is cut.' }),
  next: Nullable(Type.String(), {
    description: 'Where the rest begins: sent as `cursor` with the same call it reads on.',
  }),
  replayed: Type.Boolean({ description: 'Whether it was done before, and this is what came of it then.' }),
})
/** What became of one call. */
export type SandboxResult = Static<typeof SandboxResult>

export const SandboxAnswer = Type.Object(
  {
    request_id: Type.String({ description: 'To quote when something went wrong.', examples: ['c1f0'] }),
    run_id: { ...Uuid, description: 'The run that the token is of.' },
    results: Type.Array(SandboxResult, { description: 'In the order of the calls.' }),
    usage: Type.Object(
      {
        calls: Type.Integer({ minimum: 0, description: 'Of this request.', examples: [1] }),
        calls_remaining: Type.Integer({
          minimum: 0,
          description: 'That the token is still good for.',
          examples: [199],
        }),
      },
      { description: 'Of what the token allows.' },
    ),
  },
  { $id: 'SandboxAnswer' },
)
export type SandboxAnswer = Static<typeof SandboxAnswer>

export const RunPath = closed({ run_id: Uuid })

export const SandboxAccessRequest = closed(
  optional({
    tools: Type.Array(ToolName, {
      maxItems: 100,
      uniqueItems: true,
      description: 'Some of the tools of the run; all of them unless said.',
    }),
    effects: Type.Array(oneOf(EFFECTS), { minItems: 1, uniqueItems: true, description: 'Only `read` unless said.' }),
    max_calls: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: CALLS_MAX_DEFAULT,
      description: 'How many calls the token is good for.',
    }),
    max_parallel: Type.Integer({
      minimum: 1,
      maximum: PARALLEL_MAX,
      default: PARALLEL_MAX,
      description: 'How many of them at a time.',
    }),
    ttl_seconds: Type.Integer({
      minimum: 60,
      maximum: TTL_SECONDS_MAX,
      default: TTL_SECONDS_MAX,
      description: 'How long the token is good.',
    }),
    workspace_id: Type.String({ ...WorkspaceId, description: 'Needed with the server key.' }),
    user_id: Type.String({ ...Uuid, description: 'With the server key: whose run it is.' }),
  }),
  { $id: 'SandboxAccessRequest', examples: [{ tools: ['list_tasks'], effects: ['read'], max_calls: 50 }] },
)
export type SandboxAccessRequest = Static<typeof SandboxAccessRequest>

export const SandboxAccess = Type.Object(
  {
    run_id: Type.String({ ...Uuid, description: 'The run in whose name calls are made.' }),
    session_id: Type.String({ ...Uuid, description: 'Where the run is.' }),
    calls_url: Type.String({ description: 'Where the calls are sent.' }),
    access_token: Nullable(Type.String(), { description: 'Shown this once; null in a replayed answer.' }),
    token_type: Type.Literal('bearer', { description: 'How to send it.' }),
    expires_in: Type.Integer({ description: 'In seconds.' }),
    expires_at: Type.String({ ...DateTime, description: 'The same as a time, in UTC.' }),
    tools: Type.Array(Type.String(), { description: 'What the token may call.' }),
    effects: Type.Array(oneOf(EFFECTS), { description: '`write`: it may also change things.' }),
    max_calls: Type.Integer({ description: 'How many calls the token is good for.' }),
    max_parallel: Type.Integer({ description: 'How many of them at a time.' }),
  },
  { $id: 'SandboxAccess' },
)
export type SandboxAccess = Static<typeof SandboxAccess>
