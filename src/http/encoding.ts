import type { FastifyInstance, FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'
import { parseJson } from '#core/json.ts'

/** Reads bodies of these media types as JSON. */
export function acceptJson(app: FastifyInstance, types: readonly string[]): void {
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    refuseOtherEncodings(request)
    return body.length === 0 ? undefined : parseJson(body)
  })
}

/** Read as plain UTF-8, a body in another encoding would be taken for broken JSON, or for another text. */
export function refuseOtherEncodings({ headers }: FastifyRequest): void {
  const charset = /charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!/^utf-?8$/i.test(charset) || encoding !== 'identity') {
    fail(coreFailures.unsupported_media_type, { detail: 'Send the body as plain, uncompressed UTF-8 JSON.' })
  }
}
