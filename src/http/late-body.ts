import type { FastifyRequest } from 'fastify'

/** Of the event loop. */
let turn = 0
let isEnding = false

function thisTurn(): number {
  if (!isEnding) {
    isEnding = true
    setImmediate(() => {
      isEnding = false
      turn += 1
    })
  }
  return turn
}

/** In which turn those were admitted whose body was not all there. */
const admittedIn = new WeakMap<FastifyRequest, number>()

export function noteAdmitted(request: FastifyRequest): void {
  if (!request.raw.complete) admittedIn.set(request, thisTurn())
}

/** Whether its body came after its head. Most bodies come together with it, and are read in the same turn. */
export function cameLate(request: FastifyRequest): boolean {
  const then = admittedIn.get(request)
  return then !== undefined && then !== turn
}
