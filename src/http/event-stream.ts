import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

const PING_MILLIS = 15_000
/** A reader that takes nothing for so long is gone, whatever its connection says. */
const STALL_MILLIS = 60_000
const LAST_WORDS_MILLIS = 2000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Sends the texts as they come, at the pace of the reader: the next one is asked for when there is room for it. They are
 * over when `life` is aborted, which is done here when the reader has gone.
 */
export async function sendEvents(
  reply: FastifyReply,
  life: AbortController,
  texts: AsyncIterable<string | Buffer>,
  headers: Record<string, string>,
): Promise<void> {
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  // From here on Fastify leaves the answer alone.
  reply.hijack()
  raw.once('close', () => life.abort('gone'))
  raw.writeHead(200, { ...HEADERS, ...headers })
  raw.flushHeaders()
  const ping = setInterval(() => raw.writableNeedDrain || raw.write(': ping\n\n'), PING_MILLIS)
  try {
    for await (const text of texts) {
      if (raw.destroyed) break
      if (text.length > 0 && !raw.write(text)) await drained(raw, life.signal)
    }
  } finally {
    clearInterval(ping)
    finish(raw)
  }
}

function drained(raw: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stalled = setTimeout(() => raw.destroy(), STALL_MILLIS)
    const done = (): void => {
      clearTimeout(stalled)
      raw.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    raw.on('drain', done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

/** Who does not take the last words soon gets none. */
function finish(raw: ServerResponse): void {
  if (raw.destroyed) return
  const patience = setTimeout(() => raw.destroy(), LAST_WORDS_MILLIS)
  raw.once('close', () => clearTimeout(patience))
  raw.end()
}
