import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CREDENTIALS_TOPIC, type Bus } from '#core/bus.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { Live, Operation } from '#core/operation.ts'
import { accepted } from './accept.ts'
import { openStreams } from './open-streams.ts'
import type { StreamPlaces } from './stream-places.ts'

export const EVENT_STREAM = 'text/event-stream'
/** Keys and tokens also expire on their own. Checked only while the bus is live, when answers come from memory. */
const CHECK_MILLIS = 5000

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
export function operationStreams(app: FastifyInstance, { bus, places }: { bus: Bus; places: StreamPlaces }) {
  const streams = openStreams(app, { places })
  bus.on(CREDENTIALS_TOPIC, streams.checkAll)
  bus.onGap(streams.checkAll)
  const timer = setInterval(() => bus.isLive() && streams.checkAll(), CHECK_MILLIS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return {
    answer(request: FastifyRequest, reply: FastifyReply, { open, isAdmitted }: Stream): Promise<FastifyReply> {
      const lastEventId = request.headers['last-event-id']?.toString()
      const { workspaceId = '' } = request.params as { workspaceId?: string }
      const check = async () => (await isAdmitted()) || fail(coreFailures.invalid_token)
      return streams.serve(request, reply, { principal: request.principal, workspaceId, check }, async (life) => {
        const texts = await open({
          ...(lastEventId === undefined ? {} : { lastEventId }),
          signal: life.signal,
          isAdmitted,
        })
        return texts && { texts, headers: { vary: 'accept' } }
      })
    },
  }
}
