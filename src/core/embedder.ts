import { Worker } from 'node:worker_threads'

/** Turns texts into directions, so that texts of like meaning point the same way. */
export interface Embedder {
  /** Directions of different models cannot be compared, so each is kept with its model's name. */
  readonly model: string
  /** The languages it understands, by their codes. */
  readonly languages: readonly string[]
  /** Each of length 1. Fails when it takes longer, or when too many wait. */
  embed(texts: readonly string[], timeoutMillis: number): Promise<Float32Array[]>
  close(): Promise<void>
}

export interface EmbedRequest {
  id: number
  texts: readonly string[]
}
export type EmbedAnswer = { id: number; vectors: Float32Array[] } | { id: number; error: string }

const WAITING_MAX = 100
/** The model is small and loads in half a second, so its memory is given back when nobody needs it. */
const IDLE_MILLIS = 5 * 60_000
/** Heap of the thread's own; the model's numbers are beside it. */
const HEAP_MEGABYTES_MAX = 256
/** About the longest passage; the model reads letter by letter. */
const CHARACTERS_MAX = 2500

interface Waiting {
  settle(answer: EmbedAnswer): void
  fail(error: Error): void
}

/**
 * The English model that comes inside an npm package, in a thread of its own: it computes for long, and must not hold
 * up requests. The thread begins at the first use and ends after a while without any.
 */
export function openEmbedder({ idleMillis = IDLE_MILLIS }: { idleMillis?: number } = {}): Embedder {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  async function end(reason: Error): Promise<void> {
    const ended = thread
    thread = undefined
    clearTimeout(idle)
    for (const each of waiting.values()) each.fail(reason)
    await ended?.terminate()
  }

  function running(): Worker {
    if (thread) return thread
    const begun = new Worker(new URL('./embedder-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
    })
    begun.unref()
    begun.on('message', (answer: EmbedAnswer) => waiting.get(answer.id)?.settle(answer))
    begun.on('error', (error) => thread === begun && void end(new Error('the embedder has failed', { cause: error })))
    begun.on('exit', () => thread === begun && void end(new Error('the embedder has stopped')))
    thread = begun
    return begun
  }

  return {
    model: 'universal-sentence-encoder-lite-en-1',
    languages: ['en'],
    embed(texts, timeoutMillis) {
      if (waiting.size >= WAITING_MAX) return Promise.reject(new Error('too many wait for the embedder'))
      clearTimeout(idle)
      const id = ++lastId
      return new Promise<Float32Array[]>((resolve, reject) => {
        const done = () => {
          clearTimeout(timer)
          waiting.delete(id)
          if (waiting.size > 0) return
          clearTimeout(idle)
          idle = setTimeout(() => void end(new Error('idle')), idleMillis).unref()
        }
        const fail = (error: Error) => {
          done()
          reject(error)
        }
        const timer = setTimeout(() => fail(new Error('the embedder took too long')), timeoutMillis).unref()
        const settle = (answer: EmbedAnswer) => {
          done()
          if ('vectors' in answer) resolve(answer.vectors)
          else reject(new Error(answer.error))
        }
        waiting.set(id, { settle, fail })
        const request: EmbedRequest = { id, texts: texts.map((text) => text.slice(0, CHARACTERS_MAX)) }
        running().postMessage(request, [])
      })
    },
    close: () => end(new Error('the embedder is closed')),
  }
}
