import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { coreFailures, Refusal } from '#core/errors.ts'
import { begunEarlierMillis } from './shortcut.ts'

/** Who comes on a connection that is still open while the server goes down. What was begun before is answered. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onRequest', (request, _reply, done) =>
    isClosing && begunEarlierMillis(request.raw) === undefined ? done(new Refusal(coreFailures.unavailable)) : done(),
  )
}

/** Browsers open connections ahead of what they will ask. Node waits a minute for their first word, at the end too. */
export function closeUnused(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => open.forEach((socket) => socket.bytesRead > 0 || socket.destroy()))
}
