import { ModelFailure } from '#core/model-failure.ts'
import type { LineAnswer } from './model-line.ts'

/** Keeps the time of one call. */
export interface Watch {
  signal: AbortSignal
  /** A byte came in. */
  heard(): void
  stop(): void
  failureOf(error: unknown): unknown
}

/** All of the answer at once. Cheaper than a stream, and whatever goes wrong does so here. */
export function wholeBody({ headers, body }: LineAnswer, sizeBytesMax: number, watch: Watch): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    const giveUp = (error: unknown) => {
      watch.stop()
      body.on('error', () => {}).destroy()
      reject(broken(error, watch))
    }
    if (Number(headers['content-length'] ?? 0) > sizeBytesMax) return giveUp(new ModelFailure('too_large'))
    body.on('data', (chunk: Buffer) => {
      watch.heard()
      sizeBytes += chunk.byteLength
      if (sizeBytes > sizeBytesMax) giveUp(new ModelFailure('too_large'))
      else chunks.push(chunk)
    })
    body.on('error', giveUp)
    body.on('end', () => {
      watch.stop()
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
  })
}

function broken(error: unknown, watch: Watch): unknown {
  return cutFailure(watch.failureOf(error))
}

/** An answer that had begun and then failed was cut. */
export function cutFailure(failure: unknown): unknown {
  return failure instanceof ModelFailure && failure.reason === 'unreachable' ? new ModelFailure('cut') : failure
}

/**
 * As much of a `Response` as provider libraries use of one. A real one around bytes that are here already costs more
 * than the rest of the call.
 */
export function wholeResponse({ status, headers }: LineAnswer, bytes: Uint8Array): Response {
  let isRead = false
  const reader = {
    read: async () => {
      if (isRead) return { done: true, value: undefined }
      isRead = true
      return { done: false, value: bytes }
    },
    releaseLock() {},
    async cancel() {},
  }
  const response = {
    ok: status >= 200 && status < 300,
    status,
    statusText: '',
    headers: new LeanHeaders(pairsOf(headers)),
    body: { getReader: () => reader, cancel: reader.cancel },
    arrayBuffer: async () => Uint8Array.from(bytes).buffer,
    text: async () => new TextDecoder().decode(bytes),
  }
  return response as unknown as Response
}

class LeanHeaders extends Map<string, string> {
  override get(name: string): string | undefined {
    return super.get(name.toLowerCase())
  }
}

function pairsOf(headers: LineAnswer['headers']): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')])
}

/** The answer as it comes in. */
export function streamedResponse({ status, headers, body }: LineAnswer, sizeBytesMax: number, watch: Watch): Response {
  const chunks = boundedChunks(body, sizeBytesMax, watch)
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      // The generator lets the connection go at its end, but it may not even have begun.
      cancel() {
        watch.stop()
        body.on('error', () => {}).destroy()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, { status, headers: pairsOf(headers) })
}

/** Piece by piece. Whoever stops reading early lets the connection go. */
async function* boundedChunks(
  body: LineAnswer['body'],
  sizeBytesMax: number,
  watch: Watch,
): AsyncGenerator<Uint8Array, void> {
  let sizeBytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      watch.heard()
      sizeBytes += chunk.byteLength
      if (sizeBytes > sizeBytesMax) throw new ModelFailure('too_large')
      yield chunk
    }
  } catch (error) {
    throw broken(error, watch)
  } finally {
    watch.stop()
    body.on('error', () => {}).destroy()
  }
}
