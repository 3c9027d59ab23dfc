import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

const LINGER_MILLIS_MAX = 5000

/**
 * For an answer that comes before the body has: the whole of it is sent at once, and the connection closes when the
 * caller has stopped sending, or soon after. Closed at once, it would be reset, and the answer lost with it.
 */
export function lingering(request: FastifyRequest, reply: FastifyReply, text: string): Readable {
  const { raw } = request
  reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(text) })
  raw.unpipe()
  raw.resume()
  const isOver = new Promise<void>((resolve) => {
    if (raw.readableEnded || raw.destroyed) return resolve()
    for (const event of ['end', 'close', 'error']) raw.once(event, () => resolve())
  })
  return Readable.from(
    (async function* () {
      yield text
      const stop = new AbortController()
      await Promise.race([isOver, sleep(LINGER_MILLIS_MAX, undefined, { signal: stop.signal }).catch(() => {})])
      stop.abort()
    })(),
    { objectMode: false },
  )
}
