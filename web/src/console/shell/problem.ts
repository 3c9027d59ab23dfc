import type { Blocker } from '../../../../src/modules/tasks/task-part.schema.ts'

interface ProblemBody {
  status?: number
  code?: string
  detail?: string
  title?: string
  reason?: string
  errors?: { pointer?: string; parameter?: string; code?: string; message: string }[]
  blockers?: Blocker[]
}

/** What is wrong with one field. */
export interface Fault {
  field: string
  code: string
  message: string
}

/** The server's refusal, in its own words. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly reason: string | undefined
  readonly faults: readonly Fault[]
  readonly blockers: readonly Blocker[]

  constructor(status: number, { code = '', detail, title, reason, errors = [], blockers = [] }: ProblemBody) {
    super(detail ?? title ?? `HTTP ${status}`)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.reason = reason
    this.faults = errors.map(({ pointer = '', parameter, code: kind = '', message }) => ({
      field: parameter ?? pointer.replace(/^\//, ''),
      code: kind,
      message,
    }))
    this.blockers = blockers
  }
}

/** The session has ended. Whoever reads this may have begun the next one. */
export class SignedOut extends Problem {
  constructor() {
    super(401, {})
  }
}

/** Nobody answered: the network or the server is away. */
export class Unreachable extends Error {}

/** Whether the same request may have another outcome in a moment. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable) return true
  return (
    error instanceof Problem &&
    (error.status >= 500 || error.status === 429 || error.code === 'idempotency_in_progress')
  )
}

export async function problemIn(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => ({}))
  return new Problem(response.status, typeof body === 'object' && body !== null ? body : {})
}
