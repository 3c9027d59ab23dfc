import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * A door that answers some requests by itself. All others it leaves to Fastify: at once, or after it has begun with one,
 * and then it says when it began.
 */
type Shortcut = (request: IncomingMessage, response: ServerResponse, leave: (begunAt?: number) => void) => void

/** When a door began with a request that it has left to Fastify. */
const begun = new WeakMap<IncomingMessage, number>()

/** What is asked thousands of times a second need not go through all that a request may need. */
export function answerBefore(app: FastifyInstance, shortcut: Shortcut): void {
  const [usual] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.server.on('request', (request, response) => {
    const leave = (begunAt?: number): void => {
      if (begunAt !== undefined) begun.set(request, begunAt)
      usual?.(request, response)
    }
    if (isClosing) leave()
    else shortcut(request, response, leave)
  })
}

/** How long it has been since a door began with the request; undefined when none did. */
export function begunEarlierMillis(request: IncomingMessage): number | undefined {
  const begunAt = begun.get(request)
  return begunAt === undefined ? undefined : performance.now() - begunAt
}
