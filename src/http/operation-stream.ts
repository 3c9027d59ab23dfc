import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Live, Operation } from '#core/operation.ts'
import { accepted } from './accept.ts'
import { openStreams } from './open-streams.ts'

export const EVENT_STREAM = 'text/event-stream'
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

/** Streams of one operation. */
export function operationStreams(app: FastifyInstance) {
  const streams = openStreams(app, { openMax: OPEN_MAX })
  return {
    async answer(request: FastifyRequest, reply: FastifyReply, stream: Stream): Promise<FastifyReply> {
      streams.assertRoom()
      const life = new AbortController()
      const lastEventId = request.headers['last-event-id']?.toString()
      const texts = await stream.open({
        ...(lastEventId === undefined ? {} : { lastEventId }),
        signal: life.signal,
        isAdmitted: stream.isAdmitted,
      })
      if (!texts) return reply.code(204).send()
      return streams.send(request, reply, { life, texts, headers: { vary: 'accept' } })
    },
  }
}
