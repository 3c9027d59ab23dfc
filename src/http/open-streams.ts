import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oneAtATime } from '#core/batching.ts'
import { coreFailures, fail, Refusal } from '#core/errors.ts'
import { sendEvents } from './event-stream.ts'

const AGE_MILLIS_MAX = 30 * 60_000
const RETRY_SECONDS = 60

interface Room {
  /** In one process; each is a connection and a little memory. */
  readonly openMax: number
  /** Of one person. */
  readonly openEachMax?: number
}

interface OpenStream {
  /** Ends the texts, with the reason. */
  readonly life: AbortController
  readonly texts: AsyncIterable<string | Buffer>
  readonly headers?: Record<string, string>
  readonly person?: string
  /** Until when the reader's token is good. */
  readonly millisLeft?: number
  /** Fails when the reader may read no longer. */
  check?(): Promise<unknown>
}

function isTurnedAway(error: unknown): boolean {
  return error instanceof Refusal && error.failure.status < 500
}

/** The streams of one door: how many there may be, how long each lasts, and that all end with the server. */
export function openStreams(app: FastifyInstance, { openMax, openEachMax = Infinity }: Room) {
  const open = new Set<OpenStream>()
  const openBy = new Map<string, number>()
  // Readers come back with their marks, to another process; whoever stayed would keep this one.
  app.addHook('preClose', async () => open.forEach(({ life }) => life.abort('shutdown')))
  const checkAll = oneAtATime<void>(async () => {
    for (const { life, check } of open) {
      // Who cannot be checked while the database is away stays: nothing new can be read then, and they are checked again
      // when it is back.
      await check?.().catch((error) => isTurnedAway(error) && life.abort('access_ended'))
    }
  })
  const count = (person: string, more: 1 | -1): void => {
    const left = (openBy.get(person) ?? 0) + more
    if (left > 0) openBy.set(person, left)
    else openBy.delete(person)
  }
  return {
    size: (): number => open.size,
    /** When somebody may have lost what they were allowed to do. */
    checkAll: (): void => void checkAll(),
    assertRoom(person = ''): void {
      if (open.size >= openMax) fail(coreFailures.unavailable)
      if ((openBy.get(person) ?? 0) >= openEachMax)
        fail(coreFailures.rate_limited, { retryAfterSeconds: RETRY_SECONDS })
    },
    /** Until it is over. */
    async send(request: FastifyRequest, reply: FastifyReply, stream: OpenStream): Promise<FastifyReply> {
      const { life, texts, headers = {}, person = '', millisLeft } = stream
      const timers = [setTimeout(() => life.abort('max_age'), AGE_MILLIS_MAX)]
      if (millisLeft !== undefined) timers.push(setTimeout(() => life.abort('token_expired'), millisLeft))
      open.add(stream)
      count(person, 1)
      try {
        await sendEvents(reply, life, texts, headers)
      } catch (error) {
        request.log.error({ err: error }, 'a stream broke off')
      } finally {
        open.delete(stream)
        count(person, -1)
        timers.forEach(clearTimeout)
      }
      return reply
    },
  }
}
