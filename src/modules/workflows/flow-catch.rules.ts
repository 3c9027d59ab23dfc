import type { Catch, RetryPolicy } from './document.schema.ts'
import { closeTask, noted } from './flow-close.rules.ts'
import { definitionOf, isTrue, millisOf, scopeOf, type Scope, type Walk } from './flow-data.rules.ts'
import { MOMENT_MAX, retryDelayMillis } from './flow-duration.rules.ts'
import { errorValue, isFor } from './flow-error.rules.ts'
import type { Next, OpenTask, RunError } from './flow-state.rules.ts'

/**
 * What a `try` does about an error from within: another attempt while its policy has one left, then its `do`. A `catch`
 * with neither lets the flow go on; one whose attempts are used up and that has no `do` lets the error go on.
 */
export async function caughtBy(walk: Walk, open: OpenTask, error: RunError): Promise<Next | undefined> {
  const { catch: clause = {} } = definitionOf(walk, open)
  if (!isFor(clause.errors?.with, error)) return undefined
  const name = clause.as ?? 'error'
  const scope = scopeOf(walk, open, { more: { [name]: errorValue(error) } })
  if (!(await isWanted(walk, clause, open, scope))) return undefined
  const policy = policyOf(walk, clause)
  const until = policy && (await nextAttemptAt(walk, policy, open, scope))
  if (policy && until !== undefined) return retried(walk, policy, { open, error, scope, until })
  if (!clause.do && policy) return undefined
  unwound(walk, open, error)
  noted(walk, 'caught', open, { error })
  if (!clause.do) return closeTask(walk, open.input)
  open.attempt = { count: open.attempt?.count ?? 1, firstAt: open.attempt?.firstAt ?? walk.tools.now, isHandling: true }
  open.variables = { ...open.variables, [name]: errorValue(error) }
  open.list = { pointer: `${open.pointer}/catch/do`, index: 0, laps: 0 }
  walk.state.data = open.input
  return { kind: 'go' }
}

async function isWanted(
  walk: Walk,
  { when, exceptWhen }: Pick<Catch, 'when' | 'exceptWhen'>,
  { input }: OpenTask,
  scope: Scope,
): Promise<boolean> {
  if (when !== undefined && !(await isTrue(walk, when, input, scope))) return false
  return exceptWhen === undefined || !(await isTrue(walk, exceptWhen, input, scope))
}

function policyOf({ facts }: Walk, { retry }: Catch): RetryPolicy | undefined {
  return typeof retry === 'string' ? facts.document.use?.retries?.[retry] : retry
}

/** When to try again; nothing when the policy has had enough. */
async function nextAttemptAt(
  walk: Walk,
  policy: RetryPolicy,
  open: OpenTask,
  scope: Scope,
): Promise<number | undefined> {
  if (!(await isWanted(walk, policy, open, scope))) return undefined
  const { count = 1, firstAt = walk.tools.now } = open.attempt ?? {}
  const { limit = {}, delay, jitter } = policy
  if (limit.attempt?.count !== undefined && count > limit.attempt.count) return undefined
  const millis = (duration: NonNullable<typeof delay>) => millisOf(walk, duration, open.input, scope)
  const times = {
    delayMillis: delay === undefined ? 0 : await millis(delay),
    ...(jitter ? { jitterMillis: { from: await millis(jitter.from), to: await millis(jitter.to) } } : {}),
  }
  const until = walk.tools.now + retryDelayMillis(policy, times, count, walk.tools.random())
  const isTooLate = limit.duration !== undefined && until > firstAt + (await millis(limit.duration))
  return isTooLate || until > MOMENT_MAX ? undefined : until
}

interface Retrying {
  open: OpenTask
  error: RunError
  scope: Scope
  until: number
}

async function retried(walk: Walk, policy: RetryPolicy, { open, error, scope, until }: Retrying): Promise<Next> {
  const { limit } = policy
  const { count = 1, firstAt = walk.tools.now } = open.attempt ?? {}
  unwound(walk, open, error)
  noted(walk, 'retried', open, { error })
  open.list = { pointer: `${open.pointer}/try`, index: 0, laps: 0 }
  open.attempt = { count: count + 1, firstAt, isHandling: false }
  if (limit?.attempt?.duration !== undefined) {
    const due = until + (await millisOf(walk, limit.attempt.duration, open.input, scope))
    open.attempt.due = Math.min(due, MOMENT_MAX)
  }
  walk.state.data = open.input
  if (until <= walk.tools.now) return { kind: 'go' }
  walk.state.waiting = { kind: 'retry', until }
  return { kind: 'wait', until, reason: 'retry' }
}

/** Everything within the task is over. */
function unwound(walk: Walk, open: OpenTask, error: RunError): void {
  const { state } = walk
  while (state.open.length > 0 && state.open.at(-1) !== open) {
    const inner = state.open.at(-1)
    if (inner) noted(walk, 'faulted', inner, { error })
    state.open.pop()
  }
}
