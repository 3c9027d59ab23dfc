import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'
import type { Live, Operation } from '#core/operation.ts'
import { accepted } from './accept.ts'
import { sendEvents } from './event-stream.ts'

export const EVENT_STREAM = 'text/event-stream'
/** Readers come back with the last event they have. */
const AGE_MILLIS_MAX = 30 * 60_000
/** In one process, for one operation. */
const OPEN_MAX = 5000

export function wantsStream({ stream }: Operation, { method, headers }: FastifyRequest): boolean {
  if (!stream || method !== 'GET') return false
  return accepted(headers.accept, ['application/json', EVENT_STREAM]) === EVENT_STREAM
}

interface Stream {
  /** Undefined when there is nothing to wait for: a reader that gets no content does not come again. */
  open(live: Live): Promise<AsyncIterable<string> | undefined>
  isAdmitted(): Promise<boolean>
}

/** Streams of one operation, which end with the server. */
export function openStreams(app: FastifyInstance) {
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => open.forEach((life) => life.abort()))
  return {
    async answer(request: FastifyRequest, reply: FastifyReply, stream: Stream): Promise<FastifyReply> {
      if (open.size >= OPEN_MAX) fail(coreFailures.unavailable)
      const life = new AbortController()
      const lastEventId = request.headers['last-event-id']?.toString()
      const texts = await stream.open({
        ...(lastEventId === undefined ? {} : { lastEventId }),
        signal: life.signal,
        isAdmitted: stream.isAdmitted,
      })
      if (!texts) return reply.code(204).send()
      const end = setTimeout(() => life.abort(), AGE_MILLIS_MAX)
      open.add(life)
      try {
        await sendEvents(reply, life, texts, { vary: 'accept' })
      } catch (error) {
        request.log.error({ err: error }, 'a stream broke off')
      } finally {
        clearTimeout(end)
        open.delete(life)
      }
      return reply
    },
  }
}
