import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oneAtATime } from '#core/batching.ts'
import { coreFailures, fail, Refusal } from '#core/errors.ts'
import type { Principal } from '#core/principal.ts'
import { sendEvents } from './event-stream.ts'
import type { StreamPlaces } from './stream-places.ts'

const AGE_MILLIS_MAX = 30 * 60_000
const RETRY_SECONDS = 60

interface Room {
  readonly places: StreamPlaces
  /** Per person, for this kind of stream only. */
  readonly openEachMax?: number
}

interface Reader {
  readonly principal: Principal
  readonly workspaceId: string
  /** The key that `openEachMax` counts by. */
  readonly person?: string
  /** Until when the reader's token is good. */
  readonly millisLeft?: number
  /** Fails when the reader may read no longer. */
  check?(): Promise<unknown>
}

interface Texts {
  readonly texts: AsyncIterable<string | Buffer>
  readonly headers?: Record<string, string>
}

interface OpenStream {
  /** Aborted, with the reason, to end the stream. */
  readonly life: AbortController
  readonly reader: Reader
}

function isTurnedAway(error: unknown): boolean {
  return error instanceof Refusal && error.failure.status < 500
}

/** The streams of one door: limits who may open one and how long it lasts, and ends them all with the server. */
export function openStreams(app: FastifyInstance, { places, openEachMax = Infinity }: Room) {
  const open = new Set<OpenStream>()
  const openBy = new Map<string, number>()
  // Readers come back with their marks, to another process; whoever stayed would keep this one.
  app.addHook('preClose', async () => open.forEach(({ life }) => life.abort('shutdown')))
  const checkAll = oneAtATime<void>(async () => {
    for (const { life, reader } of open) {
      // Who cannot be checked while the database is away stays: nothing new can be read then, and they are checked again
      // when it is back.
      await reader.check?.().catch((error) => isTurnedAway(error) && life.abort('access_ended'))
    }
  })
  const count = (person: string, more: 1 | -1): void => {
    const left = (openBy.get(person) ?? 0) + more
    if (left > 0) openBy.set(person, left)
    else openBy.delete(person)
  }
  function assertRoom(person: string): void {
    if ((openBy.get(person) ?? 0) < openEachMax) return
    const detail = `This person already has ${openEachMax} streams of this kind open at this server, which is the limit. Close one, then try again.`
    fail(coreFailures.rate_limited, { detail, retryAfterSeconds: RETRY_SECONDS })
  }
  async function send(request: FastifyRequest, reply: FastifyReply, stream: OpenStream, opened: Texts): Promise<void> {
    const { life, reader } = stream
    const timers = [setTimeout(() => life.abort('max_age'), AGE_MILLIS_MAX)]
    if (reader.millisLeft !== undefined) timers.push(setTimeout(() => life.abort('token_expired'), reader.millisLeft))
    open.add(stream)
    try {
      await sendEvents(reply, life, opened.texts, opened.headers ?? {})
    } catch (error) {
      request.log.error({ err: error }, 'a stream broke off')
    } finally {
      open.delete(stream)
      timers.forEach(clearTimeout)
    }
  }
  return {
    size: (): number => open.size,
    /** When somebody may have lost what they were allowed to do. */
    checkAll: (): void => void checkAll(),
    /**
     * Resolves when the stream is over. Takes the place before any query, or a thousand simultaneous readers would all
     * find room. Answers 204 if there is nothing to stream.
     */
    async serve(
      request: FastifyRequest,
      reply: FastifyReply,
      reader: Reader,
      openTexts: (life: AbortController) => Promise<Texts | undefined> | Texts | undefined,
    ): Promise<FastifyReply> {
      const { principal, workspaceId, person = '' } = reader
      assertRoom(person)
      const giveBack = places.take(principal, workspaceId)
      count(person, 1)
      try {
        const life = new AbortController()
        const opened = await openTexts(life)
        if (!opened) return reply.code(204).send()
        await send(request, reply, { life, reader }, opened)
        return reply
      } finally {
        count(person, -1)
        giveBack()
      }
    },
  }
}
