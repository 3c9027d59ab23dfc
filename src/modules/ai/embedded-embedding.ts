import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import type { Embedder } from '#core/embedder.ts'
import { ModelFailure } from '#core/model-failure.ts'
import { EMBEDDED } from './model-choice.ts'

const TIMEOUT_MILLIS = 60_000
/** A batch occupies the thread for a second or so. */
const BATCH_MAX = 64

/** The embedder of the installation behind the interface that all models have. */
export function embeddedEmbedding(embedder: Embedder): EmbeddingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: EMBEDDED,
    modelId: embedder.model,
    maxEmbeddingsPerCall: BATCH_MAX,
    supportsParallelCalls: false,
    async doEmbed({ values, dimensions, abortSignal }) {
      abortSignal?.throwIfAborted()
      const vectors = await embedder.embed(values, TIMEOUT_MILLIS).catch(() => {
        throw new ModelFailure('timeout')
      })
      const embeddings = vectors.map((vector) => [...vector])
      const size = embeddings[0]?.length
      const isOther = dimensions !== undefined && dimensions !== size
      const warnings = isOther
        ? [{ type: 'unsupported' as const, feature: 'dimensions', details: `This model has ${size}.` }]
        : []
      return { embeddings, warnings }
    },
  }
}
