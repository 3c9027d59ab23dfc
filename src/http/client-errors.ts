import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { coreFailures, Refusal, type Failure } from '#core/errors.ts'
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

/** Answers what never became a request, in the same form as every other refusal, and closes the connection. */
export function answerUnreadable(error: Unreadable, socket: Socket): void {
  if (isGone(error, socket)) return void socket.destroy()
  if (isBehindAnother(socket)) return endAfter(socket)
  const failure = KNOWN[error.code ?? ''] ?? coreFailures.unreadable_request
  const { status } = failure
  const requestId = randomUUID()
  const body = problemText(new Refusal(failure), status, requestId)
  endWith(socket, { requestId, status, headers: { 'content-type': PROBLEM_TYPE }, body })
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
    if (!isForDoor(error, prefix) || isGone(error, socket) || isBehindAnother(socket)) return usual?.(error, socket)
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

function isGone({ code }: Unreadable, socket: Socket): boolean {
  return code === 'ECONNRESET' || !socket.writable
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

function endWith(socket: Socket, { requestId, status, headers, body }: Told): void {
  const head = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
}
