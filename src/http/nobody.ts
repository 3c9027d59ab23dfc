import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#core/context.ts'
import { browserCaller, callerOf } from './caller.ts'
import type { Door } from './mount.ts'

type Parts = Pick<Door, 'pool' | 'services' | 'now'>

/** The context of a request before it is known who makes it. */
export function contextOfNobody({ pool, services, now }: Parts, request: FastifyRequest): Ctx {
  const { id: requestId, log } = request
  return {
    db: pool,
    principal: { kind: 'nobody' },
    now: now(),
    requestId,
    log,
    services,
    caller: callerOf(request),
  }
}

/** For a browser that is signing in at this address. */
export function contextOfBrowser(parts: Parts, request: FastifyRequest, reply: FastifyReply, address: string): Ctx {
  return { ...contextOfNobody(parts, request), caller: browserCaller(request, reply, address) }
}
