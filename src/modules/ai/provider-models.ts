import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4, TranscriptionModelV4 } from '@ai-sdk/provider'
import type { ModelProvider } from '#core/models.ts'
import { cleanEmbedding, cleanImage, cleanLanguage, cleanTranscription } from './clean-model.ts'
import { boundedFetch, type FetchLimits } from './model-fetch.ts'
import type { Line } from './model-line.ts'
import { directPost, postOver, type Post } from './model-post.ts'
import { plainChat } from './plain-chat.ts'
import type { WireConnections } from './wire-connections.ts'

export interface ModelOf {
  language: LanguageModelV4
  embedding: EmbeddingModelV4
  transcription: TranscriptionModelV4
  image: ImageModelV4
}
export type Capability = keyof ModelOf

const MEGABYTE = 1024 * 1024

/** The largest answer that makes sense: 256 long vectors as text, or four pictures of 10 MB in base64. */
const ANSWER_BYTES_MAX: Record<Capability, number> = {
  language: 8 * MEGABYTE,
  embedding: 24 * MEGABYTE,
  transcription: 8 * MEGABYTE,
  image: 56 * MEGABYTE,
}

interface Reach {
  lineFor(sizeBytesMax: number): Line
  /** Connections of our own, where the address need not be guarded. */
  wire: WireConnections | undefined
  limits: Omit<FetchLimits, 'sizeBytesMax'>
}

type Make = { [C in Capability]?: (modelId: string) => ModelOf[C] }

/** The model of a provider; undefined when the provider has none of that kind. */
export async function providerModel<C extends Capability>(
  provider: ModelProvider,
  modelId: string,
  capability: C,
  { lineFor, wire, limits }: Reach,
): Promise<ModelOf[C] | undefined> {
  const bounds = { ...limits, sizeBytesMax: ANSWER_BYTES_MAX[capability] }
  const line = lineFor(bounds.sizeBytesMax)
  const post = wire ? directPost(wire, bounds) : postOver(line, bounds)
  const make: Make = await makersOf(provider, capability, { fetch: boundedFetch(line, bounds), post })
  return make[capability]?.(modelId)
}

/** Libraries are loaded at their first use: they cost start time and memory that nobody without models should pay. */
async function makersOf(
  { name, kind, baseUrl, apiKey }: ModelProvider,
  capability: Capability,
  { fetch, post }: { fetch: typeof globalThis.fetch; post: Post },
): Promise<Make> {
  const address = { name, baseURL: baseUrl, fetch }
  const known = { provider: name }
  if (kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const anthropic = createAnthropic({ ...address, apiKey: apiKey ?? '' })
    return { language: (modelId) => cleanLanguage(anthropic.languageModel(modelId), known) }
  }
  if (kind === 'openai' || capability === 'transcription') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const openai = createOpenAI({ ...address, apiKey: apiKey ?? '' })
    return {
      // The older of its two protocols: the provider keeps nothing between calls.
      language: (modelId) => cleanLanguage(openai.chat(modelId), known),
      embedding: (modelId) => cleanEmbedding(openai.embeddingModel(modelId), known),
      transcription: (modelId) => cleanTranscription(openai.transcription(modelId), known),
      image: (modelId) => cleanImage(openai.image(modelId), known),
    }
  }
  const { createOpenAICompatible, OpenAICompatibleChatLanguageModel } = await import('@ai-sdk/openai-compatible')
  const options = { includeUsage: true, supportsStructuredOutputs: true }
  const compatible = createOpenAICompatible({ ...address, ...options, ...(apiKey !== undefined && { apiKey }) })
  const url = ({ path }: { path: string }): string => `${baseUrl.replace(/\/$/, '')}${path}`
  const headers = (): Record<string, string> => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` })
  return {
    language(modelId) {
      const chat = new OpenAICompatibleChatLanguageModel(modelId, { provider: name, url, headers, fetch, ...options })
      return cleanLanguage(
        plainChat(chat, { url: url({ path: '/chat/completions' }), headers: headers() }, post),
        known,
      )
    },
    embedding: (modelId) => cleanEmbedding(compatible.embeddingModel(modelId), known),
    image: (modelId) => cleanImage(compatible.imageModel(modelId), known),
  }
}
