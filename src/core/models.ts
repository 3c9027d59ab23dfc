import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4, TranscriptionModelV4 } from '@ai-sdk/provider'
import { Type } from 'typebox'
import { defineFailures } from './errors.ts'

/** What a model is wanted for. Each is also the alias under which callers ask for the model that serves it. */
export const PURPOSES = ['default', 'fast', 'classify', 'translate', 'embed', 'transcribe', 'image'] as const
export type Purpose = (typeof PURPOSES)[number]

/** What a provider's API looks like. */
export const PROVIDER_KINDS = ['openai-compatible', 'openai', 'anthropic'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

export interface ModelProvider {
  readonly name: string
  readonly kind: ProviderKind
  readonly baseUrl: string
  readonly apiKey: string | undefined
}

/** What the operator has set; workspaces may set their own above it. */
export interface ModelSettings {
  readonly providers: readonly ModelProvider[]
  /** `provider:model` for each purpose that has one. */
  readonly models: Readonly<Partial<Record<Purpose, string>>>
  /** Where the known providers are, for workspaces with an account of their own. */
  readonly addresses: Readonly<Record<'openai' | 'anthropic', string>>
  /** For one whole call. */
  readonly timeoutSeconds: number
}

export interface ModelOffer {
  readonly models: ModelSettings['models']
  /** The embedded embedder; undefined when the operator has turned it off. */
  readonly embedder: string | undefined
}

/** Splits `provider:model`. Names of models may hold colons themselves. */
export function modelNamed(name: string): { provider: string; modelId: string } | undefined {
  const [, provider, modelId] = /^([a-z][a-z0-9-]*):(\S+)$/.exec(name) ?? []
  return provider === undefined || modelId === undefined ? undefined : { provider, modelId }
}

/** A model ready to be called, and who answers when it is. */
export interface ChosenModel<M> {
  /**
   * Bounded in time and size by itself; what fails is a `ModelFailure`, or the caller's own abort. It does not try
   * again: that is for the caller, who knows how long it may take.
   */
  model: M
  /** `embedded`, or the name under which the provider is configured. */
  provider: string
  modelId: string
  /** The embedded stand-in answers, because nothing better is configured. */
  degraded: boolean
}

/**
 * The one way to a model. Names are an alias (`default`, `fast`, …) or `provider:model`. Asks the database at times, so
 * not to be called inside a transaction. Refuses with a failure of `modelFailures`.
 */
export interface ModelAccess {
  language(workspaceId: string, name: string): Promise<ChosenModel<LanguageModelV4>>
  embedding(workspaceId: string, name: string): Promise<ChosenModel<EmbeddingModelV4>>
  transcription(workspaceId: string, name: string): Promise<ChosenModel<TranscriptionModelV4>>
  image(workspaceId: string, name: string): Promise<ChosenModel<ImageModelV4>>
  /** What workspaces without settings of their own have. No secrets. */
  readonly offer: ModelOffer
  close(): Promise<void>
}

export const modelFailures = defineFailures({
  model_unknown: { status: 422, text: 'No such model is configured for this workspace.' },
  capability_unavailable: {
    status: 503,
    text: 'No model is configured that can do this.',
    retryable: false,
    isExpected: true,
    members: {
      missing: Type.String({
        description: 'With `capability_unavailable`: the setting that is missing.',
        examples: ['AI_MODEL_TRANSCRIBE'],
      }),
    },
  },
})
