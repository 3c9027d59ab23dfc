import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, Refusal } from '#core/errors.ts'
import { parseJson } from '#core/json.ts'
import { isRecord } from '#core/json-record.ts'
import { objectIn } from './errand.ts'

const ARGUMENTS = '/params/arguments'
const CANCELLED = 'notifications/cancelled'
const PARSE_ERROR = -32_700
const INVALID_PARAMS = -32_602
const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the arguments of the call cannot be taken. */
    argumentFault?: Refusal
  }
}

class Unreadable extends Error {
  readonly refusal: Refusal
  readonly id: unknown

  constructor(refusal: Refusal, id: unknown) {
    super(refusal.message)
    this.refusal = refusal
    this.id = id
  }
}

/** Whoever speaks the protocol hears in its words what is wrong with a message. */
export function readMessages(app: FastifyInstance, assertEncoding: (request: FastifyRequest) => void): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    assertEncoding(request)
    return body.length === 0 ? undefined : read(request, body)
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Unreadable)) throw error
    const { refusal, id } = error
    const code = refusal.failure === coreFailures.invalid_json ? PARSE_ERROR : INVALID_PARAMS
    return sendError(reply.code(400), id, code, refusal.message)
  })
}

function read(request: FastifyRequest, body: Buffer): unknown {
  try {
    const message = parseJson(body)
    return Array.isArray(message) ? severalIn(message) : withArgumentsByName(request, message)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return read(request, withoutArguments(request, body, error))
  }
}

/** A call whose arguments alone are at fault goes on without them: the tool answers what is wrong, for the model. */
function withoutArguments(request: FastifyRequest, body: Buffer, refusal: Refusal): Buffer {
  if (refusal.failure === coreFailures.invalid_json) throw new Unreadable(refusal, null)
  const message = objectIn(JSON.parse(body.toString()))
  const [fault] = refusal.options.errors ?? []
  const pointer = fault?.pointer ?? ''
  const isOfArguments = pointer === ARGUMENTS || pointer.startsWith(`${ARGUMENTS}/`)
  if (message['method'] !== 'tools/call' || !fault || !isOfArguments) throw new Unreadable(refusal, idOf(message))
  const params = { ...objectIn(message['params']), arguments: {} }
  const own = { ...fault, pointer: pointer.slice(ARGUMENTS.length) }
  request.argumentFault = new Refusal(refusal.failure, { detail: `${own.pointer}: ${own.message}`, errors: [own] })
  return Buffer.from(JSON.stringify({ ...message, params }))
}

/**
 * Several messages at once, as older clients may send them. Of what is asked under one id twice, or called off at once,
 * the library would answer nothing, and wait for it. Without sessions there is nothing else that could be called off.
 */
function severalIn(messages: readonly unknown[]): unknown[] {
  const ids = messages.map((each) => idOf(objectIn(each))).filter((id) => id !== null)
  if (new Set(ids).size < ids.length) {
    const detail = 'Each request of a batch needs an id of its own.'
    throw new Unreadable(new Refusal(coreFailures.invalid_request, { detail }), null)
  }
  return ids.length === 0 ? [...messages] : messages.filter((each) => objectIn(each)['method'] !== CANCELLED)
}

/** What the protocol's library would refuse in words for programmers. Null says, as nothing does, that there are none. */
function withArgumentsByName(request: FastifyRequest, body: unknown): unknown {
  const message = objectIn(body)
  const params = objectIn(message['params'])
  const { arguments: args } = params
  if (message['method'] !== 'tools/call' || args === undefined || isRecord(args)) return body
  if (args !== null) {
    const inText = typeof args === 'string' ? ', not a text that holds one' : ''
    const must = `Must be an object that has each argument by its name${inText}.`
    const errors = [{ pointer: '', code: 'wrong_type', message: must }]
    request.argumentFault = new Refusal(coreFailures.invalid_request, { detail: `The arguments: ${must}`, errors })
  }
  return { ...message, params: { ...params, arguments: {} } }
}

function idOf({ id }: Record<string, unknown>): unknown {
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** Lists come whole: no cursor was ever given to anybody. */
export function isWrongPage(body: unknown): boolean {
  const { method, params } = objectIn(body)
  return LISTS.some((list) => list === method) && objectIn(params)['cursor'] !== undefined
}

export function refusePage(reply: FastifyReply, body: unknown): FastifyReply {
  return sendError(reply, idOf(objectIn(body)), INVALID_PARAMS, 'This cursor is not known: the list comes whole.')
}

function sendError(reply: FastifyReply, id: unknown, code: number, message: string): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ jsonrpc: '2.0', id, error: { code, message } })
}
