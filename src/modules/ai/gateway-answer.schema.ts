import { Type } from 'typebox'
import { Nullable, oneOf } from '#core/schema.ts'

const Count = (description: string): ReturnType<typeof Type.Integer> =>
  Type.Integer({ minimum: 0, description, examples: [12] })

const Attempt = Type.Object({
  provider: Type.String({ description: 'Who was asked.', examples: ['openai'] }),
  model: Type.String({ description: 'For which model.', examples: ['gpt-4o-mini'] }),
  status: oneOf(['ok', 'failed', 'skipped'], {
    description: '`skipped`: it failed too often, and is left alone for a while.',
  }),
  error_code: Nullable(Type.String({ examples: ['rate_limited'] }), { description: 'Why not; null when it answered.' }),
  latency_ms: Count('How long that took.'),
})

/** What every answer of a model has; each route adds fields of its own. */
export const GatewayAnswer = Type.Object(
  {
    id: Type.String({
      description: 'Also that of the record of the call.',
      examples: ['0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'],
    }),
    object: Type.String({ description: 'What kind of answer this is.', examples: ['completion'] }),
    created: Type.Integer({ description: 'In seconds since 1970.', examples: [1_794_700_000] }),
    model: Type.String({ description: 'Which model has answered.', examples: ['gpt-4o-mini'] }),
    provider: Type.String({
      description: 'Whose it is; `embedded` for what is inside the installation.',
      examples: ['openai'],
    }),
    usage: Type.Object(
      {
        input_tokens: Count('Of what was asked.'),
        output_tokens: Count('Of what was answered.'),
        total_tokens: Count('Both together.'),
        reasoning_tokens: Count('Of the output, what was thought and not said.'),
        cached_input_tokens: Count('Of the input, what the provider knew already.'),
      },
      { description: 'What the call took, all tries together.' },
    ),
    cached: Type.Boolean({ description: 'Whether it was kept from an earlier call.' }),
    degraded: Type.Boolean({ description: 'Whether rules have answered in place of a model.' }),
    attempts: Type.Array(Attempt, { description: 'Who was asked, in order, and how that went.' }),
    latency_ms: Count('How long the call took.'),
    warnings: Type.Array(Type.String({ examples: ['usage_estimated'] }), {
      description: 'What is not quite as it was asked for.',
    }),
  },
  { $id: 'GatewayAnswer' },
)
