import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#core/context.ts'
import type { Door } from './mount.ts'

/** The context of a request before it is known who makes it. */
export function contextOfNobody(
  { pool, services, now }: Pick<Door, 'pool' | 'services' | 'now'>,
  { id: requestId, log }: FastifyRequest,
): Ctx {
  return { db: pool, principal: { kind: 'nobody' }, now: now(), requestId, log, services }
}
