import { Type, type Static } from 'typebox'
import { closed, CustomFields, Line, oneOf, Words } from '#core/schema.ts'
import { Base64, Message } from './gateway-message.schema.ts'

export const TIMEOUT_MILLIS = { least: 100, most: 120_000, usual: 30_000 } as const
export const FAST_MILLIS = { least: 100, most: 5000, usual: 2000 } as const

const ModelName = Line(200, { description: 'An alias such as `default`, or `provider:model`.', examples: ['default'] })
const LanguageTag = (description: string): ReturnType<typeof Type.String> =>
  Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$', description, examples: ['pt-PT'] })

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
      description: 'Names and texts of your own; taken and not used.',
    }),
  ),
}
const repeatable = {
  cache: Type.Optional(
    closed(
      { ttl_seconds: Type.Integer({ minimum: 0, maximum: 86_400, description: '0: nothing is kept.' }) },
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
      { pii: Type.Boolean({ description: 'Off unless true; the answer has the originals again.' }) },
      { description: 'Replaces e-mails, phone numbers, cards, IBANs and door codes before anything leaves.' },
    ),
  ),
}

const AS_THE_MODEL = 'Handed to the model; left to it unless sent.'
const conversation = {
  messages: Type.Optional(
    Type.Array(Message, { minItems: 1, description: 'Oldest first, not all of the system. Not with `prompt`.' }),
  ),
  prompt: Type.Optional(Type.String({ minLength: 1, description: 'One message of the user, in place of `messages`.' })),
  system: Type.Optional(Type.String({ minLength: 1, description: 'Instructions before all messages.' })),
  max_output_tokens: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 8192, description: 'Also what is set aside of the budget for the answer.' }),
  ),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2, description: AS_THE_MODEL })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: AS_THE_MODEL })),
  stop: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 4,
      description: 'Texts at which the model ends its answer.',
    }),
  ),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: AS_THE_MODEL })),
  // Named, so that who asks for it is told in place of being ignored.
  stream: Type.Optional(Type.Literal(false, { description: 'Answers come whole.' })),
}

export const CompletionRequest = closed({ ...shared, ...repeatable, ...redaction, ...conversation })

export const TranslationRequest = closed({
  ...shared,
  ...repeatable,
  ...redaction,
  ...conversation,
  text: Type.Optional(
    Type.String({ minLength: 1, description: 'What is to be translated; or send it as `prompt` or in `messages`.' }),
  ),
  source_language: Type.Optional(
    Type.Union([Type.Literal('auto'), LanguageTag('A BCP 47 tag.')], {
      description: 'A BCP 47 tag; `auto` unless sent.',
    }),
  ),
  target_language: LanguageTag('A BCP 47 tag.'),
  glossary: Type.Optional(
    Type.Array(
      closed({
        source: Line(200, { description: 'As it stands in the text.' }),
        target: Line(200, { description: 'As it must be in the translation.' }),
      }),
      { maxItems: 200, description: 'Words that the model is told to use.' },
    ),
  ),
  preserve: Type.Optional(
    Type.Array(oneOf(['placeholders', 'markdown']), {
      maxItems: 2,
      uniqueItems: true,
      description: '`placeholders`: such as {name} and %s stay as they are. `markdown`: so does the formatting.',
    }),
  ),
  tone: Type.Optional(Line(100, { description: 'In words, such as `formal`.' })),
})

const JsonSchema = Type.Unsafe<Record<string, unknown>>({
  ...CustomFields,
  description: 'The JSON Schema that `output` fits.',
})
const structured = {
  schema: Type.Optional(JsonSchema),
  response_format: Type.Optional(
    closed(
      {
        type: Type.Literal('json_schema', { description: 'The only kind there is.' }),
        json_schema: closed(
          {
            name: Type.Optional(
              Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'What the model is told it is called.' }),
            ),
            schema: JsonSchema,
            strict: Type.Optional(Type.Boolean({ description: 'Taken and not used: the answer is always checked.' })),
          },
          { description: 'The schema and its name.' },
        ),
      },
      { description: 'For clients of other gateways, in place of `schema`.' },
    ),
  ),
  debug: Type.Optional(Type.Boolean({ description: 'Answer `raw_text` too.' })),
}
const repairs = {
  max_repairs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2,
      description: 'How often what does not fit goes back to the model; 1 unless sent.',
    }),
  ),
}

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
    Type.Array(
      closed({
        id: Line(100, { description: 'What `category` is then.' }),
        description: Type.Optional(Words(500, { description: 'Tells the model when it fits.' })),
      }),
      { minItems: 1, maxItems: 50, description: 'Categories of your own, in place of the ready ones.' },
    ),
  ),
  policy: Type.Optional(
    closed(
      {
        min_confidence: Type.Optional(
          Type.Number({ minimum: 0, maximum: 1, description: 'Below it `default_label` is taken; 0.6 unless sent.' }),
        ),
        default_label: Type.Optional(Line(100, { description: 'Id of a label; needed with `on_error` `default`.' })),
        on_error: Type.Optional(
          oneOf(['default', 'rules', 'fail'], {
            description: 'Who answers when the model fails: the default label, rules (unless sent), or nobody.',
          }),
        ),
      },
      { description: 'What is done when the model fails or is not sure.' },
    ),
  ),
})

const { timeout_ms: _, ...sharedButTimeout } = shared
export const FastRequest = closed({
  ...sharedButTimeout,
  ...repeatable,
  ...redaction,
  ...conversation,
  ...structured,
  deadline_ms: Type.Optional(
    Type.Integer({
      minimum: FAST_MILLIS.least,
      maximum: FAST_MILLIS.most,
      description: `From the moment the schema is looked at, in place of \`timeout_ms\`; ${FAST_MILLIS.usual} unless sent.`,
    }),
  ),
})

export const EmbeddingRequest = closed({
  ...shared,
  ...repeatable,
  ...redaction,
  input: Type.Union(
    [Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 256 })],
    { description: 'One text or up to 256; the vectors come in the same order.' },
  ),
  dimensions: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 8192, description: 'Length of the vectors; that of the model unless sent.' }),
  ),
  encoding_format: Type.Optional(
    oneOf(['float', 'base64'], { description: '`base64`: 32-bit floats, little-endian. `float` unless sent.' }),
  ),
})

const transcription = {
  ...shared,
  ...repeatable,
  language: Type.Optional(LanguageTag('What is spoken; the model finds out unless sent.')),
  prompt: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: 'Names and words that the model is to expect.' }),
  ),
  response_format: Type.Optional(
    oneOf(['json', 'verbose_json', 'text'], { description: '`verbose_json` adds segments. `json` unless sent.' }),
  ),
  timestamps: Type.Optional(
    oneOf(['none', 'segment', 'word'], { description: 'Adds when each segment or word was said. `none` unless sent.' }),
  ),
}
/** What stands beside the file in a form. */
const { fallback_models: __, metadata: ___, cache: ____, ...formFields } = transcription
export const TranscriptionForm = closed(formFields)
export const TranscriptionRequest = closed({
  ...transcription,
  audio: closed(
    {
      data_base64: Type.Optional(Base64),
      url: Type.Optional(Type.String({ format: 'web-url', maxLength: 2000, description: 'Where it is fetched once.' })),
      media_type: Type.Optional(Line(100, { description: 'A hint; what counts is what the bytes are.' })),
    },
    { description: 'The recording, as data or as an address: at most 25 MB and two hours.' },
  ),
})

const IMAGE_SIZES = ['256x256', '512x512', '1024x1024', '1024x1536', '1536x1024', '1536x1536'] as const
export const ImageRequest = closed({
  ...shared,
  ...repeatable,
  ...redaction,
  prompt: Words(4000, { description: 'What is to be seen.' }),
  n: Type.Optional(Type.Integer({ minimum: 1, maximum: 4, description: 'How many images; one unless sent.' })),
  size: Type.Optional(oneOf(IMAGE_SIZES, { description: 'Width and height in pixels; 1024x1024 unless sent.' })),
  quality: Type.Optional(oneOf(['low', 'medium', 'high', 'auto'], { description: AS_THE_MODEL })),
  format: Type.Optional(oneOf(['png', 'jpeg', 'webp'], { description: AS_THE_MODEL })),
  response_format: Type.Optional(
    oneOf(['b64_json', 'url'], { description: '`url`: an address that works for an hour. `b64_json` unless sent.' }),
  ),
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
