import type { FastifyInstance } from 'fastify'
import type { Operation } from '#core/operation.ts'
import { mount, type Door } from './mount.ts'
import { answerProblems } from './problems.ts'

/** The routes of agents and of links: what is malformed is 422 there. */
export function mountAs422(scope: FastifyInstance, operations: readonly Operation[], door: Door): void {
  answerProblems(scope, 422)
  mount(scope, operations, door)
}

/** No address of a link goes on to another site. */
export function mountLinks(scope: FastifyInstance, operations: readonly Operation[], door: Door): void {
  scope.addHook('onRequest', async (_request, reply) => void reply.header('referrer-policy', 'no-referrer'))
  mountAs422(scope, operations, door)
}
