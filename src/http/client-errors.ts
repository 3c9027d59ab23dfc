import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { coreFailures, type Failure } from '#core/errors.ts'
import { STATUS_CODES } from './node-http.ts'

/** What Node says of a request that it cannot read. */
const KNOWN: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: coreFailures.headers_too_large,
  ERR_HTTP_REQUEST_TIMEOUT: coreFailures.request_timeout,
}

/** Answers what never became a request, in the same form as every other refusal, and closes the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code, text } = KNOWN[error.code ?? ''] ?? coreFailures.unreadable_request
  const requestId = randomUUID()
  const body = JSON.stringify({
    type: `urn:innkeeper:problem:${code}`,
    title: text,
    status,
    detail: text,
    code,
    requestId,
    retryable: false,
    errors: [],
  })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
