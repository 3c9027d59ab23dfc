import type { Blocker, Problem } from './schema.ts'

/** The closed list of codes. */
export type ProblemCode = Problem['code']

/** The service refused the request and said why. */
export class InnkeeperProblem extends Error {
  override readonly name = 'InnkeeperProblem'
  readonly status: number
  readonly code: ProblemCode
  /** What it was this time, for people. */
  readonly detail: string
  /** One entry for each field or parameter that is wrong. */
  readonly errors: Problem['errors']
  /** Quote it to support. */
  readonly requestId: string
  /** Whether the same request can succeed later. */
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined
  /** With `completion_blocked`: what stands in the way. */
  readonly blockers: Blocker[] | undefined
  /** With `insufficient_scope`: the scope that is missing. */
  readonly requiredScope: string | undefined

  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`)
    this.status = problem.status
    this.code = problem.code
    this.detail = problem.detail
    this.errors = problem.errors
    this.requestId = problem.requestId
    this.retryable = problem.retryable
    this.retryAfterSeconds = retryAfterSeconds
    this.blockers = problem.blockers
    this.requiredScope = problem.requiredScope
  }
}

/** No answer of the service came: the network failed, the time was up, or something in between answered. */
export class InnkeeperUnreachable extends Error {
  override readonly name = 'InnkeeperUnreachable'
  /** Of an answer that did not come from the service, such as a proxy's. */
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    options: { cause?: unknown; status?: number; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Whether the service refused, and with one of these codes if any are named. */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: Code[]
): error is InnkeeperProblem & { readonly code: Code } {
  return error instanceof InnkeeperProblem && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** Whether a task cannot be completed yet; then `blockers` says why. */
export function isCompletionBlocked(
  error: unknown,
): error is InnkeeperProblem & { readonly code: 'completion_blocked'; readonly blockers: Blocker[] } {
  return isProblem(error, 'completion_blocked')
}
