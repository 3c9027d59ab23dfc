import type { FastifyInstance } from 'fastify'
import type { Operation } from '#core/operation.ts'
import { mount, type Door } from './mount.ts'
import { answerProblems } from './problems.ts'

/** The routes of agents. What is malformed is 422 there. */
export function mountAgents(scope: FastifyInstance, operations: readonly Operation[], door: Door): void {
  answerProblems(scope, 422)
  mount(scope, operations, door)
}
