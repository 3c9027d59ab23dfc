import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#core/context.ts'
import type { Db, Pool } from '#core/db.ts'
import type { Fault } from '#core/errors.ts'
import type { Operation } from '#core/operation.ts'
import type { Services } from '#core/services.ts'
import { bodyValidator, parameterReader, refuseAny } from '#core/validate.ts'
import { admit, type Admission } from './admission.ts'
import { idempotencyKeyIn, once } from './idempotency.ts'
import { isUnchanged, rendererOf, versionsIn, type Answer } from './render.ts'

export interface Door {
  pool: Pool
  services: Services
  admission: Admission
  now: () => Date
}

/** Makes a route of each operation. */
export function mount(app: FastifyInstance, operations: readonly Operation[], door: Door): void {
  for (const operation of operations) {
    const handle = handlerOf(operation, door)
    app.route({
      method: [...operation.methods],
      url: operation.path,
      onRequest: (request, reply) => admit(door.admission, operation, request, reply),
      handler: async (request, reply) => send(request, reply, await handle(request)),
    })
  }
}

function handlerOf(operation: Operation, door: Door): (request: FastifyRequest) => Promise<Answer> {
  // Compiled at the first request: doing it for every operation at the start would double the time to ready.
  let compiled: { read: ReturnType<typeof readerOf>; render: ReturnType<typeof rendererOf> } | undefined
  return async (request) => {
    const { read, render } = (compiled ??= { read: readerOf(operation), render: rendererOf(operation) })
    const input = read(request)
    const path = pathOf(request)
    const answerOn = async (db: Db): Promise<Answer> => {
      const ctx = contextOf(request, operation, door, db)
      return render(ctx.principal, path, await operation.run(ctx, input))
    }
    const answer = await (isWrite(request) ? write(request, path) : answerOn(door.pool))
    if (operation.settlesCredentials) await door.services.bus.settle()
    return answer

    function write(request: FastifyRequest, path: string): Promise<Answer> {
      const key = operation.ignoresIdempotencyKey ? undefined : idempotencyKeyIn(request.raw)
      if (key === undefined) return answerOn(door.pool)
      const { method, principal, body } = request
      return once(door.pool, { key, method, path, principal, body, now: door.now() }, operation, answerOn)
    }
  }
}

function contextOf(request: FastifyRequest, operation: Operation, door: Door, db: Db): Ctx {
  const { workspaceId } = request.params as { workspaceId?: string }
  const ctx: Ctx & { workspaceId?: string } = {
    db,
    workspaceId,
    principal: request.principal,
    now: door.now(),
    requestId: request.id,
    log: request.log,
    services: door.services,
    ifMatch: operation.conditional ? versionsIn(request.headers['if-match']) : undefined,
  }
  return ctx
}

/** Path, query and body to one flat input; all that is wrong with them in one refusal. */
function readerOf(operation: Operation): (request: FastifyRequest) => Record<string, unknown> {
  const readPath = parameterReader(operation.params)
  const readQuery = parameterReader(operation.query)
  const checkBody = operation.body ? bodyValidator(operation.body) : refuseBody
  return (request) => {
    const path = readPath(request.params as Record<string, unknown>)
    const query = readQuery(request.query as Record<string, unknown>)
    const bodyFaults = isWrite(request) ? checkBody(request.body) : []
    const faults = [...path.faults, ...query.faults, ...bodyFaults]
    refuseAny(faults)
    const { workspaceId: _, ...values } = path.values
    return { ...values, ...query.values, ...(operation.body ? (request.body as object) : {}) }
  }
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
  reply.header('cache-control', answer.headers.etag ? 'private, no-cache' : 'no-store')
  if (!isWrite(request) && isUnchanged(request.headers['if-none-match'], answer.headers.etag)) {
    return reply.code(304).send()
  }
  reply.code(answer.status)
  return answer.body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(answer.body)
}
