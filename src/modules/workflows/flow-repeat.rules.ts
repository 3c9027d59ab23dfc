import type { RetryDefaults } from './pace.schema.ts'
import { noted } from './flow-close.rules.ts'
import type { Walk } from './flow-data.rules.ts'
import { MOMENT_MAX, retryDelayMillis } from './flow-duration.rules.ts'
import type { FlowState, Signal, Step } from './flow-state.rules.ts'

/**
 * A call that failed in passing, and whose error nothing in the document catches, is made again while the settings of
 * its workflow have an attempt left: under the same key, so that its receiver can tell.
 */
export function repeatedCall(walk: Walk, before: FlowState, signal: Signal): Omit<Step, 'due'> | undefined {
  const { now, retryDefaults } = walk.tools
  const open = before.open.at(-1)
  if (!open || !retryDefaults || signal.kind !== 'error' || signal.isLasting) return undefined
  const repeats = (open.repeats ?? 0) + 1
  const isRepeated = before.waiting?.kind === 'call' && mayPass(signal.error) && repeats <= retryDefaults.attempts
  if (!isRepeated) return undefined
  const until = now + delayOf(retryDefaults, repeats)
  if (until > MOMENT_MAX) return undefined
  const journal: Step['journal'] = []
  const error = { ...signal.error, instance: signal.error.instance ?? open.pointer }
  noted({ ...walk, state: before, journal }, 'retried', open, { error })
  const opened = [...before.open.slice(0, -1), { ...open, repeats }]
  const state: FlowState = { ...before, open: opened, waiting: { kind: 'retry', until } }
  return { state, journal, next: { kind: 'wait', until, reason: 'retry' } }
}

const PASSING = [408, 425, 429]

/** Another time it may go well. That nobody answered an approval in time is a decision, and has a type of its own. */
function mayPass({ type, status }: { type: string; status: number }): boolean {
  const isOfCall = type.endsWith('/communication') || type.endsWith('/runtime')
  return isOfCall && (status >= 500 || PASSING.includes(status))
}

function delayOf({ delaySeconds = 1, backoff = 'exponential' }: RetryDefaults, repeats: number): number {
  return retryDelayMillis({ backoff: { [backoff]: {} } }, { delayMillis: delaySeconds * 1000 }, repeats, 0)
}
