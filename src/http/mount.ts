import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LINK_TOKENS } from '#core/access.ts'
import { atFirstUseOf } from '#core/at-first-use.ts'
import type { Ctx, LinkCtx } from '#core/context.ts'
import type { Db, Pool } from '#core/db.ts'
import { coreFailures, fail, type Fault } from '#core/errors.ts'
import { once, type Answer } from '#core/once.ts'
import type { Operation, TextBody } from '#core/operation.ts'
import { decoded, unstorableText } from '#core/json.ts'
import type { FileReply } from '#core/raw-operation.ts'
import type { Services } from '#core/services.ts'
import { bodyValidator, parameterReader, refuseAny } from '#core/validate.ts'
import { cameLate, noteAdmitted } from '#core/late-body.ts'
import { admit, admitAgain, isAdmitted, type Admission } from './admission.ts'
import { callerOf } from './caller.ts'
import { sendFile } from './file-reply.ts'
import { acceptJson, refuseOtherEncodings } from './encoding.ts'
import { acceptForms, receiveForm, type Form } from './form.ts'
import { idempotencyKeyIn, spelledOnce } from './idempotency.ts'
import { operationStreams, wantsStream } from './operation-stream.ts'
import { assertRequestIdUsed } from './request-id.ts'
import type { StreamPlaces } from './stream-places.ts'
import { isUnchanged, rendererOf, versionsIn } from './render.ts'

export interface Door {
  pool: Pool
  services: Services
  admission: Admission
  /** Shared by all kinds of streams. */
  places: StreamPlaces
  now: () => Date
}

/** Makes a route of each operation. */
export function mount(app: FastifyInstance, operations: readonly Operation[], door: Door): void {
  const uploads = operations.filter(({ raw }) => raw?.kind === 'upload')
  for (const operation of operations) {
    if (operation.textBody) mountText(app, operation, operation.textBody, door)
    else if (operation.bodyTypes) mountTyped(app, operation, operation.bodyTypes, door)
    else if (!uploads.includes(operation)) mountOne(app, operation, door)
  }
  if (uploads.length === 0) return
  void app.register(async (scope) => {
    acceptForms(scope)
    for (const operation of uploads) mountOne(scope, operation, door)
  })
}

/** One whose body may also be a text. */
function mountText(app: FastifyInstance, operation: Operation, { types, read }: TextBody, door: Door): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser([...types], { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
      refuseOtherEncodings(request)
      const text = decoded(body)
      const fault = unstorableText(text, { pointer: '' })
      if (fault) fail(coreFailures.invalid_request, { detail: fault.message, errors: [fault] })
      return read(text)
    })
    mountOne(scope, operation, door)
  })
}

/** One whose body may also be JSON under another name. */
function mountTyped(app: FastifyInstance, operation: Operation, types: readonly string[], door: Door): void {
  void app.register(async (scope) => {
    acceptJson(scope, types)
    mountOne(scope, operation, door)
  })
}

function mountOne(app: FastifyInstance, operation: Operation, door: Door): void {
  const handle = handlerOf(operation, door)
  const answerFile = fileHandlerOf(operation, door)
  const answerStream = streamHandlerOf(app, operation, door)
  app.route({
    method: [...operation.methods],
    url: operation.path,
    async onRequest(request, reply) {
      if (operation.contract) reply.header('x-object-contract', operation.contract)
      await admit(door.admission, operation, request, reply)
      noteAdmitted(request)
    },
    async handler(request, reply) {
      if (operation.raw?.kind === 'file') return answerFile(request, reply)
      if (wantsStream(operation, request)) return answerStream(request, reply)
      return send(request, reply, await handle(request))
    },
  })
}

function streamHandlerOf(app: FastifyInstance, operation: Operation, door: Door) {
  if (!operation.stream) return () => fail(coreFailures.route_not_found)
  const streams = operationStreams(app, { bus: door.services.bus, places: door.places })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readerOf(operation)(request, undefined)
    const ctx = contextOf(request, operation, door, door.pool)
    return streams.answer(request, reply, {
      open: (live) => operation.stream?.(ctx, input, live) ?? Promise.resolve(undefined),
      isAdmitted: () => isAdmitted(door.admission, operation.access, request),
    })
  }
}

function fileHandlerOf(operation: Operation, door: Door) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readerOf(operation)(request, request.body)
    const file = await operation.run(contextOf(request, operation, door, door.pool), input)
    return sendFile(request, reply, file as FileReply, 'private, no-cache')
  }
}

function handlerOf(operation: Operation, door: Door): (request: FastifyRequest) => Promise<Answer> {
  const { raw } = operation
  const answer = jsonHandlerOf(operation, door)
  if (raw?.kind !== 'upload') return (request) => answer(request)
  return async (request) => {
    const form = await receiveForm(request, raw)
    try {
      return await answer(request, form)
    } finally {
      await form.discard()
    }
  }
}

function jsonHandlerOf(operation: Operation, door: Door): (request: FastifyRequest, form?: Form) => Promise<Answer> {
  return async (request, form) => {
    if (cameLate(request)) await admitAgain(door.admission, operation, request)
    const read = readerOf(operation)
    const render = renderOf(operation)
    const body = request.body === undefined && operation.bodyOptional ? {} : request.body
    let input: Record<string, unknown>
    try {
      input = form ? { ...read(request, form.fields), file: form.file } : read(request, body)
    } catch (error) {
      await refuseStrangers(operation, door, request)
      throw error
    }
    const path = pathOf(request)
    if (operation.matchRequired && isWrite(request)) assertMatch(request)
    if (operation.knownByRequestId) assertRequestIdUsed(request)
    const answerOn = async (db: Db, key?: string): Promise<Answer> => {
      const ctx = contextOf(request, operation, door, db, key)
      return render(ctx.principal, path, await operation.run(ctx, input), request.headers.accept)
    }
    const answer = await (isWrite(request) ? write(request, path) : answerOn(door.pool))
    if (operation.settlesCredentials) await door.services.bus.settle()
    return answer

    function write(request: FastifyRequest, path: string): Promise<Answer> {
      const key = operation.ignoresIdempotencyKey ? undefined : idempotencyKeyIn(request.raw)
      if (key === undefined) return answerOn(door.pool)
      const { method, principal } = request
      const body = form ? { ...form.fields, file: form.file.sha256 } : request.body
      return once(
        door.pool,
        { key, method, path: spelledOnce(path), principal, body, now: door.now() },
        operation,
        (db) => answerOn(db, key),
      )
    }
  }
}

/** What cannot be the name of anything is nobody's. */
async function refuseStrangers(operation: Operation, door: Door, request: FastifyRequest): Promise<void> {
  const { values, faults } = pathReaderOf(operation)(request.params as Record<string, unknown>)
  if (faults.length === 0) await operation.refuseStrangers?.(contextOf(request, operation, door, door.pool), values)
}

function assertMatch({ headers }: FastifyRequest): void {
  if (headers['if-match'] !== undefined) return
  const { precondition_required: failure } = coreFailures
  fail(failure, { errors: [{ parameter: 'If-Match', code: 'required', message: 'This header is required.' }] })
}

function contextOf(request: FastifyRequest, operation: Operation, door: Door, db: Db, idempotencyKey?: string): Ctx {
  const { principal } = request
  const params = request.params as Record<string, string | undefined>
  const ctx: Ctx & Partial<Pick<LinkCtx, 'workspaceId' | 'linkToken'>> = {
    db,
    // The workspace of a link is the link's own; nothing in the request can name another.
    ...(principal.kind === 'link'
      ? { workspaceId: principal.workspaceId, linkToken: params[LINK_TOKENS[principal.link]] }
      : { workspaceId: params.workspaceId }),
    principal,
    now: door.now(),
    requestId: request.id,
    log: request.log,
    services: door.services,
    ifMatch: operation.conditional ? versionsIn(request.headers['if-match']) : undefined,
    idempotencyKey,
    caller: callerOf(request),
  }
  return ctx
}

const IN_CONTEXT: readonly string[] = ['workspaceId', ...Object.values(LINK_TOKENS)]

// For all doors and apps of a process. Doing it for every operation at the start would double the time to ready.
const readerOf = atFirstUseOf(compileReader)
const renderOf = atFirstUseOf(rendererOf)
const pathReaderOf = atFirstUseOf((operation: Operation) => parameterReader(operation.params))

/** Path, query and body to one flat input; all that is wrong with them in one refusal. */
function compileReader(operation: Operation): (request: FastifyRequest, body: unknown) => Record<string, unknown> {
  const readPath = parameterReader(operation.params)
  const named = Object.keys(operation.params.properties).filter((name) => !IN_CONTEXT.includes(name))
  const readQuery = parameterReader(operation.query)
  const checkBody = operation.body ? bodyValidator(operation.body) : refuseBody
  return (request, body) => {
    const path = readPath(request.params as Record<string, unknown>)
    const query = readQuery(request.query as Record<string, unknown>)
    const bodyFaults = isWrite(request) ? checkBody(body) : []
    const faults = [...path.faults, ...query.faults, ...bodyFaults, ...unheardMatch(operation, request)]
    refuseAny(faults)
    const values: Record<string, unknown> = {}
    for (const name of named) values[name] = path.values[name]
    // A body with open names must not name another thing than the path.
    return { ...query.values, ...(operation.body ? (body as object) : {}), ...values }
  }
}

/** A precondition that nobody looks at would be taken for kept. `*` says no more than that the thing is there. */
function unheardMatch({ conditional }: Operation, request: FastifyRequest): Fault[] {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers
  const isMatchHeard = conditional || match === undefined || match.trim() === '*'
  const isNoneMatchHeard = noneMatch === undefined || !isWrite(request)
  return [
    ...(isMatchHeard ? [] : [unheard('If-Match', 'This operation does not look at the version of anything.')]),
    ...(isNoneMatchHeard ? [] : [unheard('If-None-Match', 'Only what reads looks at it.')]),
  ]
}

function unheard(parameter: string, why: string): Fault {
  return { parameter, code: 'unknown_parameter', message: `${why} Leave this header out.` }
}

/** Some clients send `{}` with every request; anything more would be ignored, so it is refused. */
function refuseBody(body: unknown): Fault[] {
  if (body === undefined || body === null) return []
  if (typeof body === 'object' && Object.keys(body).length === 0) return []
  return [{ pointer: '', code: 'unknown_field', message: 'This operation takes no body.' }]
}

function isWrite(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD'
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.headers(answer.headers)
  reply.header(
    'cache-control',
    answer.headers['cache-control'] ?? (answer.headers.etag ? 'private, no-cache' : 'no-store'),
  )
  if (!isWrite(request) && isUnchanged(request.headers['if-none-match'], answer.headers.etag)) {
    return reply.code(304).send()
  }
  reply.code(answer.status)
  const type = answer.headers['content-type'] ?? 'application/json; charset=utf-8'
  return answer.body === '' ? reply.send() : reply.type(type).send(answer.body)
}
