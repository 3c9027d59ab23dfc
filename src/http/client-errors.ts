import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { coreFailures, Refusal, type Failure } from '#core/errors.ts'
import { networkOf } from '#core/network.ts'
import { limitHeaders, type Limiter } from '#core/ratelimit.ts'
import { STATUS_CODES } from './node-http.ts'
import { PROBLEM_TYPE, problemText } from './problems.ts'

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
}

/** Whose turn it is to be answered; Node's own handler looks here too. */
interface Answering extends Socket {
  _httpMessage?: ServerResponse | null
}

interface Told {
  requestId: string
  status: number
  headers: Record<string, string>
  body: string
}

type Teller = (error: Unreadable, socket: Socket) => void

/** Answers what never became a request, in the same form as every other refusal, and closes the connection. */
export function answerUnreadable(limiter: Limiter): Teller {
  return (error, socket) => {
    if (!isOver(error, socket))
      void answerUnread(limiter, socket, () => problemOf(KNOWN[error.code ?? ''] ?? coreFailures.unreadable_request))
  }
}

/** A door whose callers are told by their headers tells those itself that it cannot read. */
export function tellBrokenHeaders(
  app: FastifyInstance,
  limiter: Limiter,
  { prefix, refuse }: { prefix: string; refuse: (requestId: string) => Omit<Told, 'requestId'> },
): void {
  const [usual] = app.server.listeners('clientError') as Teller[]
  app.server.removeAllListeners('clientError')
  app.server.on('clientError', (error: Unreadable, socket: Socket) => {
    if (!isForDoor(error, prefix)) return usual?.(error, socket)
    if (isOver(error, socket)) return
    void answerUnread(limiter, socket, () => {
      const requestId = randomUUID()
      return { requestId, ...refuse(requestId) }
    })
  })
}

/** Answers a request that never reaches a route. It counts as an anonymous attempt. */
export async function answerUnread(limiter: Limiter, socket: Socket, toldUsually: () => Told): Promise<void> {
  const { bytesWritten } = socket
  const verdict = await limiter.take(`address:${networkOf(socket.remoteAddress) ?? 'unknown'}`).catch(() => undefined)
  // Meanwhile a route answered the part that was readable, or the caller hung up.
  if (socket.bytesWritten !== bytesWritten || !socket.writable) return socket.destroySoon()
  if (verdict === undefined) return sendRaw(socket, toldUsually())
  const told = verdict.allowed ? toldUsually() : problemOf(coreFailures.rate_limited)
  const headers = { ...told.headers, ...limitHeaders(verdict) }
  if (!verdict.allowed) headers['retry-after'] = String(verdict.retryAfterSeconds)
  sendRaw(socket, { ...told, headers })
}

/** The problem response to a request that never reaches a route. */
export function problemOf(failure: Failure, detail?: string): Told {
  const requestId = randomUUID()
  const refusal = new Refusal(failure, detail === undefined ? {} : { detail })
  const body = problemText(refusal, failure.status, requestId)
  return { requestId, status: failure.status, headers: { 'content-type': PROBLEM_TYPE }, body }
}

/** Told by the first line, if it has come together with the header that cannot be read. */
function isForDoor({ code = '', rawPacket }: Unreadable, prefix: string): boolean {
  if (!BROKEN_HEADER.has(code) || !Buffer.isBuffer(rawPacket)) return false
  const [line = ''] = rawPacket.toString('latin1').split('\r\n', 1)
  return line.split(' ')[1]?.startsWith(`${prefix}/`) === true
}

/** Whether to stay silent: the caller is gone, or an earlier request on the connection is still being answered. */
function isOver({ code }: Unreadable, socket: Socket): boolean {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return true
  }
  if (!isBehindAnother(socket)) return false
  endAfter(socket)
  return true
}

/** Whether a whole request waits for its answer: what is said of what came behind it would be taken for that. */
function isBehindAnother({ _httpMessage: response }: Answering): boolean {
  return response?.req.complete === true
}

/** The one before is answered, and nothing after it. */
function endAfter(socket: Answering): void {
  const { _httpMessage: response } = socket
  if (response?.headersSent === false) response.shouldKeepAlive = false
  else if (response?.writableEnded) socket.destroySoon()
  else socket.destroy()
}

/** Writes a raw HTTP response and closes the connection. */
function sendRaw(socket: Socket, { requestId, status, headers, body }: Told): void {
  const head = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
}
