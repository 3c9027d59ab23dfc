import { Type, type Static } from 'typebox'
import { closed, CustomFields, Line, oneOf, Words } from '#core/schema.ts'

export const TIMEOUT_MILLIS = { least: 100, most: 120_000, usual: 30_000 } as const
export const FAST_MILLIS = { least: 100, most: 5000, usual: 2000 } as const

const ModelName = Line(200, { description: 'An alias such as `default`, or `provider:model`.', examples: ['default'] })
const LanguageTag = Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$', examples: ['pt-PT'] })

/** On every model route. */
const shared = {
  model: Type.Optional(ModelName),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: TIMEOUT_MILLIS.least,
      maximum: TIMEOUT_MILLIS.most,
      description: 'Of all tries together. 30,000 unless said; images and transcriptions 120,000.',
    }),
  ),
  fallback_models: Type.Optional(
    Type.Array(ModelName, { maxItems: 3, description: 'Asked in this order when the one before gives no answer.' }),
  ),
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      maxProperties: 16,
      additionalProperties: { type: 'string', maxLength: 512 },
    }),
  ),
}
/** On those whose answer depends on nothing but the request. */
const repeatable = {
  cache: Type.Optional(
    closed(
      { ttl_seconds: Type.Integer({ minimum: 0, maximum: 86_400 }) },
      { description: 'The answer is kept so long, and given again to the same request.' },
    ),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'The same again gets the same answer; with another body it is refused.',
    }),
  ),
}
const redaction = {
  redact: Type.Optional(
    closed(
      { pii: Type.Boolean() },
      { description: 'Replaces e-mails, phone numbers, cards, IBANs and door codes before anything leaves.' },
    ),
  ),
}

const TextPart = closed({ type: Type.Literal('text'), text: Type.String() })
const ImagePart = closed({
  type: Type.Literal('image'),
  media_type: oneOf(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  data_base64: Type.String({ minLength: 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
})
const Message = closed({
  role: oneOf(['system', 'user', 'assistant']),
  content: Type.Union([Type.String(), Type.Array(Type.Union([TextPart, ImagePart]), { minItems: 1, maxItems: 50 })]),
})

const conversation = {
  messages: Type.Optional(Type.Array(Message, { minItems: 1 })),
  prompt: Type.Optional(Type.String({ minLength: 1 })),
  system: Type.Optional(Type.String({ minLength: 1 })),
  max_output_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 8192 })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  stop: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 4 })),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  // Named, so that who asks for it is told in place of being ignored.
  stream: Type.Optional(Type.Literal(false, { description: 'Answers come whole.' })),
}

export const CompletionRequest = closed({ ...shared, ...repeatable, ...redaction, ...conversation })

export const TranslationRequest = closed({
  ...shared,
  ...repeatable,
  ...redaction,
  ...conversation,
  text: Type.Optional(Type.String({ minLength: 1 })),
  source_language: Type.Optional(Type.Union([Type.Literal('auto'), LanguageTag])),
  target_language: LanguageTag,
  glossary: Type.Optional(Type.Array(closed({ source: Line(200), target: Line(200) }), { maxItems: 200 })),
  preserve: Type.Optional(Type.Array(oneOf(['placeholders', 'markdown']), { maxItems: 2, uniqueItems: true })),
  tone: Type.Optional(Line(100)),
})

const JsonSchema = CustomFields
const structured = {
  schema: Type.Optional(JsonSchema),
  response_format: Type.Optional(
    closed({
      type: Type.Literal('json_schema'),
      json_schema: closed({
        name: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
        schema: JsonSchema,
        strict: Type.Optional(Type.Boolean()),
      }),
    }),
  ),
  debug: Type.Optional(Type.Boolean({ description: 'Answer `raw_text` too.' })),
}
const repairs = { max_repairs: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })) }

export const StructuredRequest = closed({
  ...shared,
  ...repeatable,
  ...redaction,
  ...conversation,
  ...structured,
  ...repairs,
})

export const InboxRequest = closed({
  ...shared,
  ...repeatable,
  ...redaction,
  ...conversation,
  ...structured,
  ...repairs,
  labels: Type.Optional(
    Type.Array(closed({ id: Line(100), description: Type.Optional(Words(500)) }), { minItems: 1, maxItems: 50 }),
  ),
  policy: Type.Optional(
    closed({
      min_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      default_label: Type.Optional(Line(100)),
      on_error: Type.Optional(oneOf(['default', 'rules', 'fail'])),
    }),
  ),
})

const { timeout_ms: _, ...sharedButTimeout } = shared
export const FastRequest = closed({
  ...sharedButTimeout,
  ...repeatable,
  ...redaction,
  ...conversation,
  ...structured,
  deadline_ms: Type.Optional(Type.Integer({ minimum: FAST_MILLIS.least, maximum: FAST_MILLIS.most })),
})

export const EmbeddingRequest = closed({
  ...shared,
  ...repeatable,
  ...redaction,
  input: Type.Union([
    Type.String({ minLength: 1 }),
    Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 256 }),
  ]),
  dimensions: Type.Optional(Type.Integer({ minimum: 1, maximum: 8192 })),
  encoding_format: Type.Optional(oneOf(['float', 'base64'])),
})

const transcription = {
  ...shared,
  language: Type.Optional(LanguageTag),
  prompt: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  response_format: Type.Optional(oneOf(['json', 'verbose_json', 'text'])),
  timestamps: Type.Optional(oneOf(['none', 'segment', 'word'])),
}
/** What stands beside the file in a form. */
const { fallback_models: __, metadata: ___, ...formFields } = transcription
export const TranscriptionForm = closed(formFields)
export const TranscriptionRequest = closed({
  ...transcription,
  audio: closed({
    data_base64: Type.Optional(Type.String({ minLength: 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' })),
    url: Type.Optional(Type.String({ format: 'web-url', maxLength: 2000 })),
    media_type: Type.Optional(Line(100)),
  }),
})

const IMAGE_SIZES = ['256x256', '512x512', '1024x1024', '1024x1536', '1536x1024', '1536x1536'] as const
export const ImageRequest = closed({
  ...shared,
  ...redaction,
  prompt: Words(4000),
  n: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  size: Type.Optional(oneOf(IMAGE_SIZES)),
  quality: Type.Optional(oneOf(['low', 'medium', 'high', 'auto'])),
  format: Type.Optional(oneOf(['png', 'jpeg', 'webp'])),
  response_format: Type.Optional(oneOf(['b64_json', 'url'])),
})

export type CompletionRequest = Static<typeof CompletionRequest>
export type TranslationRequest = Static<typeof TranslationRequest>
export type StructuredRequest = Static<typeof StructuredRequest>
export type InboxRequest = Static<typeof InboxRequest>
export type FastRequest = Static<typeof FastRequest>
export type EmbeddingRequest = Static<typeof EmbeddingRequest>
export type TranscriptionRequest = Static<typeof TranscriptionRequest>
export type ImageRequest = Static<typeof ImageRequest>
export type GatewayMessage = Static<typeof Message>
/** What a request says to a model. */
export type Prompted = Pick<CompletionRequest, 'messages' | 'prompt' | 'system'>
