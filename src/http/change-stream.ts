import { decodeJwt } from 'jose'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bus } from '#core/bus.ts'
import type { ChangeHub, News } from '#core/change-hub.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { oneAtATime } from '#core/gathering.ts'
import type { Operation } from '#core/operation.ts'
import type { Principal } from '#core/principal.ts'
import { admit, bearerIn, type Admission } from './admission.ts'
import { sendEvents } from './event-stream.ts'

const AGE_MILLIS_MAX = 30 * 60_000
/** In one process; each is a connection and a little memory. */
const OPEN_MAX = 20_000
/** Of one person: a browser holds one for each workspace. */
const OPEN_EACH_MAX = 50

export interface ChangeStreamParts {
  hub: ChangeHub
  bus: Bus
  admission: Admission
  now(): Date
  /** Says who may read; it has no other part in this. */
  operation: Operation
  /** Whether the person may know of a change of this type. */
  sees(principal: Principal, type: string): boolean
}

interface OpenStream {
  life: AbortController
  principal: Principal
  /** Looks again at who reads, and ends it when they may no longer. */
  check(): Promise<void>
}

/** What changes in a workspace, for open consoles: one stream, of small notes. Answers how many are open. */
export function mountChangeStream(app: FastifyInstance, parts: ChangeStreamParts): () => number {
  const { admission, bus, operation } = parts
  const open = new Set<OpenStream>()
  const byPerson = counted()
  // Readers come back with their mark, to another process; whoever stayed would keep this one.
  app.addHook('preClose', async () => open.forEach(({ life }) => life.abort('shutdown')))
  const checkAll = oneAtATime<void>(async () => {
    for (const stream of open) await stream.check()
  })
  bus.on('credentials', () => void checkAll())
  bus.onGap(() => void checkAll())
  app.route({
    method: 'GET',
    url: `/api/app/v1${operation.path}`,
    exposeHeadRoute: false,
    onRequest: (request, reply) => admit(admission, operation, request, reply),
    async handler(request, reply) {
      if (open.size >= OPEN_MAX) fail(coreFailures.unavailable)
      const stream = openedFor(parts, request)
      const person = personOf(request.principal)
      if (byPerson.of(person) >= OPEN_EACH_MAX) fail(coreFailures.rate_limited, { retryAfterSeconds: 60 })
      open.add(stream)
      byPerson.add(person, 1)
      const timers = [
        setTimeout(() => stream.life.abort('token_expired'), millisLeft(request, parts.now())),
        setTimeout(() => stream.life.abort('max_age'), AGE_MILLIS_MAX),
      ]
      try {
        await sendEvents(reply, stream.life, textsOf(parts, request, stream), {})
      } catch (error) {
        request.log.error({ err: error }, 'a stream broke off')
      } finally {
        open.delete(stream)
        byPerson.add(person, -1)
        timers.forEach(clearTimeout)
      }
      return reply
    },
  })
  return () => open.size
}

function personOf(principal: Principal): string {
  return principal.kind === 'user' ? principal.userId : ''
}

/** How many there are of each, without a look at all of them. */
function counted() {
  const counts = new Map<string, number>()
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add(name: string, change: number): void {
      const count = (counts.get(name) ?? 0) + change
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    },
  }
}

function openedFor({ admission: { doorkeeper } }: ChangeStreamParts, request: FastifyRequest): OpenStream {
  const life = new AbortController()
  const stream: OpenStream = {
    life,
    principal: request.principal,
    async check() {
      try {
        const token = bearerIn(request.headers.authorization) ?? ''
        const principal = (await doorkeeper.identify(token)) ?? fail(coreFailures.invalid_token)
        stream.principal = await doorkeeper.enter(principal, workspaceOf(request))
      } catch {
        life.abort('access_ended')
      }
    },
  }
  return stream
}

async function* textsOf(
  { hub, sees }: ChangeStreamParts,
  request: FastifyRequest,
  stream: OpenStream,
): AsyncGenerator<string> {
  for await (const news of hub.follow(workspaceOf(request), markIn(request), stream.life.signal)) {
    yield textOf(news, (type) => sees(stream.principal, type))
  }
}

function textOf(news: News, sees: (type: string) => boolean): string {
  if (news.kind !== 'changes') return `id: ${news.mark}\nevent: ${news.kind}\ndata: {}\n\n`
  const seen = news.changes.filter(({ type }) => sees(type))
  // The mark moves on over what is not for this person, or they would be asked to catch up with it for ever.
  if (seen.length === 0) return `id: ${news.changes.at(-1)?.id}\nevent: ready\ndata: {}\n\n`
  return seen
    .map(({ id, type, subject }) => `id: ${id}\nevent: change\ndata: ${JSON.stringify({ type, ...subject })}\n\n`)
    .join('')
}

function workspaceOf(request: FastifyRequest): string {
  return (request.params as { workspaceId: string }).workspaceId
}

/** Anything that is no number of ours: as if it were unknown, and so everything is asked for anew. */
function markIn({ headers }: FastifyRequest): number | undefined {
  const sent = headers['last-event-id']
  if (sent === undefined) return undefined
  return /^\d{1,15}$/.test(String(sent)) ? Number(sent) : -1
}

/** The token was found good; it says itself until when. */
function millisLeft({ headers }: FastifyRequest, now: Date): number {
  const { exp = 0 } = decodeJwt(bearerIn(headers.authorization) ?? '')
  return Math.max(0, exp * 1000 - now.getTime())
}
