import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'
import { FILES_PATH, storageKeyIn } from '#core/file-link.ts'
import type { Services } from '#core/services.ts'
import { isUnchanged } from './render.ts'

/** What a file may do in a browser that opens it by itself: be looked at. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Stored files, for whoever holds a signed address. What is behind an address never changes. */
export function mountFiles(
  app: FastifyInstance,
  { storage, signer }: Pick<Services, 'storage' | 'signer'>,
  limit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.get(`${FILES_PATH}/:token`, async (request, reply) => {
    const storageKey = storageKeyIn(signer, (request.params as { token: string }).token)
    if (storageKey === undefined) {
      await limit(request, reply)
      fail(coreFailures.route_not_found)
    }
    const file = (await storage.get(storageKey)) ?? fail(coreFailures.route_not_found)
    const etag = `"${createHash('sha256').update(storageKey).digest('base64url').slice(0, 27)}"`
    reply.headers({
      etag,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'content-security-policy': POLICY,
    })
    if (isUnchanged(request.headers['if-none-match'], etag)) {
      file.body.destroy()
      return reply.code(304).send()
    }
    reply.headers({ 'content-type': file.contentType, 'content-length': file.sizeBytes })
    return reply.send(file.body)
  })
}
