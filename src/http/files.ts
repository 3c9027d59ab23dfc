import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'
import { FILES_PATH, storageKeyIn } from '#core/file-link.ts'
import type { Services } from '#core/services.ts'
import { sendFile } from './file-reply.ts'
import { shortHash } from './render.ts'

interface Parts extends Pick<Services, 'storage' | 'signer'> {
  limit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Whether what the file belongs to still exists. */
  isShown(storageKey: string): Promise<boolean>
}

/**
 * Serves stored files to anybody with a signed address. The content at an address never changes, but it goes away with
 * what it belongs to, so browsers may cache a copy and must soon revalidate it.
 */
export function mountFiles(app: FastifyInstance, { storage, signer, limit, isShown }: Parts): void {
  app.get(`${FILES_PATH}/:token`, async (request, reply) => {
    const storageKey = storageKeyIn(signer, (request.params as { token: string }).token)
    if (storageKey === undefined || !(await isShown(storageKey))) {
      await limit(request, reply)
      fail(coreFailures.route_not_found)
    }
    const file = (await storage.get(storageKey)) ?? fail(coreFailures.route_not_found)
    const etag = `"${shortHash(storageKey)}"`
    return sendFile(request, reply, { ...file, etag }, 'private, max-age=300')
  })
}
