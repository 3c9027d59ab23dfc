import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { coreFailures, type Failure } from '#core/errors.ts'
import { STATUS_CODES } from './node-http.ts'

/** What Node says of a request that it cannot read. */
const KNOWN: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: coreFailures.headers_too_large,
  ERR_HTTP_REQUEST_TIMEOUT: coreFailures.request_timeout,
}

/** A header that cannot be read: it has a line break or another sign that no header has. */
const BROKEN_HEADER = new Set(['HPE_CR_EXPECTED', 'HPE_LF_EXPECTED', 'HPE_INVALID_HEADER_TOKEN'])

interface Unreadable extends Error {
  code?: string
  /** What has come last, as far as Node gives it. */
  rawPacket?: object
  /** As many bytes of it could be read. */
  bytesParsed?: number
}

interface Told {
  requestId: string
  status: number
  headers: Record<string, string>
  body: string
}

/** Answers what never became a request, in the same form as every other refusal, and closes the connection. */
export function answerUnreadable(error: Unreadable, socket: Socket): void {
  if (isGone(error, socket)) return void socket.destroy()
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
  endWith(socket, { requestId, status, headers: { 'content-type': 'application/problem+json; charset=utf-8' }, body })
}

/** A door whose callers are told by their headers tells those itself that it cannot read. */
export function tellBrokenHeaders(
  app: FastifyInstance,
  prefix: string,
  tell: (requestId: string) => Omit<Told, 'requestId'>,
): void {
  const [usual] = app.server.listeners('clientError') as ((error: Unreadable, socket: Socket) => void)[]
  app.server.removeAllListeners('clientError')
  app.server.on('clientError', (error: Unreadable, socket: Socket) => {
    if (!isForDoor(error, prefix) || isGone(error, socket)) return usual?.(error, socket)
    const requestId = randomUUID()
    endWith(socket, { requestId, ...tell(requestId) })
  })
}

/** Told by the first line, if it has come together with the header that cannot be read. */
function isForDoor({ code = '', rawPacket }: Unreadable, prefix: string): boolean {
  if (!BROKEN_HEADER.has(code) || !Buffer.isBuffer(rawPacket)) return false
  const [line = ''] = rawPacket.toString('latin1').split('\r\n', 1)
  return line.split(' ')[1]?.startsWith(`${prefix}/`) === true
}

function isGone(error: Unreadable, socket: Socket): boolean {
  return error.code === 'ECONNRESET' || !socket.writable || isBehindAnother(error)
}

/** Whether its headers have come together with another request: what is said of it would be taken for the answer to that. */
function isBehindAnother({ code = '', rawPacket, bytesParsed }: Unreadable): boolean {
  if (!BROKEN_HEADER.has(code)) return false
  return Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, bytesParsed).includes('\r\n\r\n')
}

function endWith(socket: Socket, { requestId, status, headers, body }: Told): void {
  const head = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
}
