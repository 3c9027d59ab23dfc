import { Type, type Static } from 'typebox'
import { PROVIDER_KINDS, PURPOSES } from '#core/models.ts'
import { closed, DateTime, Nullable, oneOf, optional } from '#core/schema.ts'

const name = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,39}$',
  examples: ['house'],
  description: 'By which models of this provider are named.',
})
const baseUrl = Nullable(Type.String({ format: 'web-url', maxLength: 500, examples: ['https://llm.example.com/v1'] }), {
  description: 'Where it is asked. Needed for openai-compatible; null means the known address of the others.',
})
const apiKeyLastFour = Nullable(Type.String(), {
  description: 'All that is ever shown of the key; null when there is none, empty when it is too short for that.',
})
const kind = oneOf(PROVIDER_KINDS)

const AiProvider = Type.Object({ name, kind, baseUrl, apiKeyLastFour }, { $id: 'AiProvider' })
const AiProviderSet = closed(
  {
    name,
    kind,
    baseUrl: Type.Optional(baseUrl),
    apiKey: Type.Optional(
      Nullable(Type.String({ pattern: '^[\\x21-\\x7e]{1,500}$', examples: ['not-a-real-key-0000'] }), {
        description:
          'Left out, the key of the provider of this name stays, as long as its kind and address do. null: it is forgotten, and the provider stays.',
      }),
    ),
    apiKeyLastFour: Type.Optional(apiKeyLastFour),
  },
  { $id: 'AiProviderSet' },
)

const model = Nullable(
  Type.String({ maxLength: 250, pattern: '^(embedded|[a-z][a-z0-9-]*:\\S+)$', examples: ['house:llama-3.3-70b'] }),
)
const models = Object.fromEntries(PURPOSES.map((purpose) => [purpose, model])) as Record<
  (typeof PURPOSES)[number],
  typeof model
>

const inUse = Type.Object({
  purpose: oneOf(PURPOSES),
  provider: Nullable(Type.String(), {
    description: 'embedded, or the name of a provider; null when nobody can do it.',
  }),
  model: Nullable(Type.String()),
  degraded: Type.Boolean({ description: 'Whether the embedded stand-in answers.' }),
})

const fixed = {
  inUse: Type.Array(inUse, { description: 'Who answers for each purpose as things are.' }),
  version: Type.Integer(),
  updatedAt: Nullable(DateTime),
}

/** The models of a workspace. What it leaves open is as the operator has set it. */
export const AiSettings = Type.Object(
  { providers: Type.Array(AiProvider), models: Type.Object(models), ...fixed },
  { $id: 'AiSettings' },
)
export const AiSettingsUpdate = closed(
  optional({ providers: Type.Array(AiProviderSet, { maxItems: 10 }), models: closed(optional(models)), ...fixed }),
  {
    $id: 'AiSettingsUpdate',
    examples: [
      {
        providers: [
          {
            name: 'house',
            kind: 'openai-compatible',
            baseUrl: 'https://llm.example.com/v1',
            apiKey: 'not-a-real-key-0000',
          },
        ],
        models: { default: 'house:llama-3.3-70b', embed: null },
      },
    ],
  },
)
export const AI_SETTINGS_FIXED = fixed

export type AiSettings = Static<typeof AiSettings>
export type AiSettingsUpdate = Static<typeof AiSettingsUpdate>
export type AiProvider = Static<typeof AiProvider>
export type AiProviderSet = Static<typeof AiProviderSet>
export type ModelInUse = Static<typeof inUse>
