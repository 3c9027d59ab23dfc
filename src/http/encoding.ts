import type { FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'

/** Read as plain UTF-8, a body in another encoding would be taken for broken JSON, or for another text. */
export function refuseOtherEncodings({ headers }: FastifyRequest): void {
  const charset = /charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^utf-?8$/i.test(charset) || encoding !== 'identity') {
    fail(coreFailures.unsupported_media_type, { detail: 'Send the body as plain, uncompressed UTF-8 JSON.' })
  }
}
