import type {
  EmbeddingModelV4,
  ImageModelV4,
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  TranscriptionModelV4,
} from '@ai-sdk/provider'
import { ModelFailure } from '#core/model-failure.ts'
import { readable, readableJson, readablePieces } from './clean-text.ts'
import { cleanFault, cleanStreamFault } from './model-fault.ts'

interface Known {
  /** The name under which the provider is configured. */
  provider: string
}

/** Models of provider libraries, with faults that can be logged and without copies of the request in the answer. */
export function cleanLanguage(model: LanguageModelV4, { provider }: Known): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      try {
        return cleanResult(await model.doGenerate(options))
      } catch (error) {
        throw cleanFault(error, options.abortSignal)
      }
    },
    async doStream(options) {
      const { stream } = await clean(model.doStream(options), options.abortSignal)
      return { stream: cleanStream(stream, options.abortSignal) }
    },
  }
}

export function cleanEmbedding(model: EmbeddingModelV4, { provider }: Known): EmbeddingModelV4 {
  const { modelId, maxEmbeddingsPerCall, supportsParallelCalls } = model
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    maxEmbeddingsPerCall,
    supportsParallelCalls,
    async doEmbed(options) {
      const { response, ...result } = await clean(model.doEmbed(options), options.abortSignal)
      const { embeddings } = result
      const length = embeddings[0]?.length ?? 0
      const isWhole = embeddings.length === options.values.length && length > 0
      // Vectors of different lengths cannot be compared with each other.
      if (!isWhole || embeddings.some((each) => each.length !== length)) throw new ModelFailure('bad_answer')
      return { ...result, embeddings: inOrder(embeddings, response?.body) }
    },
  }
}

/** By the number that each came with: libraries leave vectors in the order in which they came. */
function inOrder(embeddings: number[][], body: unknown): number[][] {
  const { data = [] } = (body ?? {}) as { data?: { index?: unknown }[] }
  const places = data.map(({ index }) => Number(index))
  const isWhole = new Set(places).size === embeddings.length && embeddings.every((_, at) => places.includes(at))
  return isWhole ? embeddings.map((each, at) => embeddings[places.indexOf(at)] ?? each) : embeddings
}

export function cleanTranscription(model: TranscriptionModelV4, { provider }: Known): TranscriptionModelV4 {
  return {
    specificationVersion: 'v4',
    provider,
    modelId: model.modelId,
    async doGenerate(options) {
      const { request: _, ...result } = await clean(model.doGenerate(options), options.abortSignal)
      const { timestamp, modelId } = result.response
      const { text, words } = result
      const segments = result.segments.map(readablePiece)
      const heard = { text: readable(text), segments, ...(words && { words: words.map(readablePiece) }) }
      return { ...result, ...heard, response: { timestamp, modelId } }
    },
  }
}

function readablePiece<P extends { text: string }>(piece: P): P {
  return { ...piece, text: readable(piece.text) }
}

export function cleanImage(model: ImageModelV4, { provider }: Known): ImageModelV4 {
  const { modelId, maxImagesPerCall } = model
  return {
    specificationVersion: 'v4',
    provider,
    modelId,
    maxImagesPerCall,
    doGenerate: async (options) => clean(model.doGenerate(options), options.abortSignal),
  }
}

/** Written out, since to leave one field away costs more than to name the others. */
function cleanResult(result: LanguageModelV4GenerateResult): LanguageModelV4GenerateResult {
  const { content, structuredOutputText, finishReason, usage, providerMetadata, warnings, response } = result
  return {
    content: content.map(readableContent),
    finishReason,
    usage,
    warnings,
    ...(structuredOutputText !== undefined && { structuredOutputText }),
    ...(providerMetadata && { providerMetadata }),
    ...(response && { response: namesIn(response) }),
  }
}

function namesIn({ id, timestamp, modelId }: NonNullable<LanguageModelV4GenerateResult['response']>) {
  return { ...(id && { id }), ...(timestamp && { timestamp }), ...(modelId && { modelId }) }
}

function readableContent(part: LanguageModelV4Content): LanguageModelV4Content {
  if (part.type === 'text' || part.type === 'reasoning') return { ...part, text: readable(part.text) }
  return part.type === 'tool-call' ? readableCall(part) : part
}

function readableCall<C extends { toolCallId: string; toolName: string; input: string }>(call: C): C {
  const { toolCallId, toolName, input } = call
  return { ...call, toolCallId: readable(toolCallId), toolName: readable(toolName), input: readableJson(input) }
}

/** Parts in which all texts can be kept. */
function readableParts(): (part: LanguageModelV4StreamPart) => LanguageModelV4StreamPart[] {
  const pieces = readablePieces()
  return (part) => {
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta': {
        const delta = pieces.more(part.id, part.delta)
        return delta === '' ? [] : [{ ...part, id: readable(part.id), delta }]
      }
      case 'text-end':
      case 'reasoning-end': {
        const delta = pieces.rest(part.id)
        const type = part.type === 'text-end' ? 'text-delta' : 'reasoning-delta'
        return delta === '' ? [part] : [{ type, id: part.id, delta }, part]
      }
      case 'tool-input-start':
        return [{ ...part, id: readable(part.id), toolName: readable(part.toolName) }]
      case 'tool-input-end':
        return [{ ...part, id: readable(part.id) }]
      case 'tool-call':
        return [readableCall(part)]
      default:
        return [part]
    }
  }
}

const CUT: LanguageModelV4StreamPart = { type: 'error', error: new ModelFailure('cut') }

async function clean<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw cleanFault(error, signal)
  }
}

/**
 * A stream that fails says so in a part and ends, and one that ends without the model having said why it stopped was
 * cut: half an answer must not pass for a whole one.
 */
function cleanStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader()
  const readableOf = readableParts()
  let hasEnded = false
  const cleaned = (part: LanguageModelV4StreamPart): LanguageModelV4StreamPart[] => {
    if (part.type === 'error') {
      hasEnded = true
      return [{ ...part, error: cleanStreamFault(part.error, signal) }]
    }
    if (part.type !== 'finish') return readableOf(part)
    const { unified, raw } = part.finishReason
    const isCut = !hasEnded && raw === undefined && (unified === 'interrupted' || unified === 'other')
    hasEnded = true
    return isCut ? [CUT, { ...part, finishReason: { unified: 'error', raw: undefined } }] : [part]
  }
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        try {
          // Half a character gives nothing until its other half comes, and a pull that gives nothing is not called again:
          // so it reads on until there is something.
          for (let next = await reader.read(); !next.done; next = await reader.read()) {
            const parts = cleaned(next.value)
            if (parts.length > 0) return parts.forEach((part) => controller.enqueue(part))
          }
          if (!hasEnded) controller.enqueue(CUT)
          controller.close()
        } catch (error) {
          const fault = cleanStreamFault(error, signal)
          if (signal?.aborted) return controller.error(fault)
          controller.enqueue({ type: 'error', error: fault })
          controller.close()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
