import type { FastifyInstance } from 'fastify'
import type { Operation } from '#core/operation.ts'
import { mount, type Door } from './mount.ts'
import { answerProblems } from './problems.ts'

/** The routes of links. What is malformed is 422 there, and no address of theirs goes on to another site. */
export function mountLinks(scope: FastifyInstance, operations: readonly Operation[], door: Door): void {
  answerProblems(scope, 422)
  scope.addHook('onRequest', async (_request, reply) => void reply.header('referrer-policy', 'no-referrer'))
  mount(scope, operations, door)
}
