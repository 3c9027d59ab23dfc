import { coreFailures, fail } from './errors.ts'

/** A request of any door. */
interface Request {
  raw: { complete: boolean }
}

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
const admittedIn = new WeakMap<Request, number>()

export function noteAdmitted(request: Request): void {
  if (!request.raw.complete) admittedIn.set(request, thisTurn())
}

/** Whether its body came after its head. Most bodies come together with it, and are read in the same turn. */
export function cameLate(request: Request): boolean {
  const then = admittedIn.get(request)
  return then !== undefined && then !== turn
}

interface Admitting<Incoming, Reply, Caller> {
  onRequest(request: Incoming, reply: Reply): Promise<void>
  /** Who this is, now that the body is there. */
  callerOf(request: Incoming, reply: Reply): Promise<Caller>
}

/** For doors that admit in their own way: before the body is read, and once more where that came late. */
export function admitting<Incoming extends Request, Reply, Caller>(
  admit: (request: Incoming, reply: Reply) => Promise<Caller>,
): Admitting<Incoming, Reply, Caller> {
  const callers = new WeakMap<Incoming, { caller: Caller }>()
  return {
    async onRequest(request, reply) {
      callers.set(request, { caller: await admit(request, reply) })
      noteAdmitted(request)
    },
    async callerOf(request, reply) {
      if (cameLate(request)) return admit(request, reply)
      const { caller } = callers.get(request) ?? fail(coreFailures.invalid_token)
      return caller
    },
  }
}
