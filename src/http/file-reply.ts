import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply } from '#core/raw-operation.ts'
import { isUnchanged } from './render.ts'

/** What a file may do in a browser that opens it by itself: be looked at. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, contentType, sizeBytes, etag }: FileReply,
  cacheControl: string,
): FastifyReply {
  reply.headers({
    etag,
    'cache-control': cacheControl,
    'content-disposition': 'inline',
    'content-security-policy': POLICY,
  })
  if (isUnchanged(request.headers['if-none-match'], etag)) {
    body.destroy()
    return reply.code(304).send()
  }
  reply.headers({ 'content-type': contentType, 'content-length': sizeBytes })
  return reply.send(body)
}
