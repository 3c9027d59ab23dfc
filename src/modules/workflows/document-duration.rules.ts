import { escapePointer } from '#core/json-pointer.ts'
import { isRecord } from '#core/json-record.ts'
import { APPROVAL_CALL, REMIND_MILLIS_MIN } from './approval.rules.ts'
import type { Duration, RetryPolicy, TimeoutUse, WorkflowDocument } from './document.schema.ts'
import { tasksOf } from './document-task.rules.ts'
import { expressionIn } from './expression.rules.ts'
import { durationMillis, UNITS } from './flow-duration.rules.ts'
import type { ProblemSink } from './problem.rules.ts'

const MUST = 'Must be a duration of at most ten years, such as PT15M or {minutes: 15}.'
const AT_LEAST = 'Must be at least one second.'
const SELDOM = 'People are reminded every five minutes at most: write PT5M or more.'

const REMINDS = /\/with\/remindEvery$/

/** Durations that are none; of those that an expression gives nothing is known before it runs. */
export function addDurationProblems(document: WorkflowDocument, list: ProblemSink): void {
  const { use = {}, schedule, timeout } = document
  const all: [string, unknown][] = [
    ['/schedule/every', schedule?.every],
    ['/schedule/after', schedule?.after],
    ...ofTimeout('/timeout', timeout),
    ...Object.entries(use.timeouts ?? {}).flatMap(([name, each]) =>
      ofTimeout(`/use/timeouts/${escapePointer(name)}`, each),
    ),
    ...Object.entries(use.retries ?? {}).flatMap(([name, each]) =>
      ofRetry(`/use/retries/${escapePointer(name)}`, each),
    ),
    ...tasksOf(document).flatMap(({ pointer, task }): [string, unknown][] => [
      [`${pointer}/with/remindEvery`, task?.call === APPROVAL_CALL ? task.with?.['remindEvery'] : undefined],
      [`${pointer}/wait`, task?.wait],
      ...ofTimeout(`${pointer}/timeout`, task?.timeout),
      ...ofRetry(`${pointer}/catch/retry`, task?.catch?.retry),
    ]),
  ]
  for (const [pointer, duration] of all) {
    if (duration === undefined || (typeof duration === 'string' && expressionIn(duration) !== undefined)) continue
    const millis = durationMillis(duration as Duration, 0)
    // The schema has told of it, but for what it leaves open.
    if (hasOtherUnit(duration) && !REMINDS.test(pointer)) continue
    if (millis === undefined) list.add(pointer, 'duration_invalid', MUST)
    else if (pointer === '/schedule/every' && millis < 1000) list.add(pointer, 'duration_invalid', AT_LEAST)
    else if (REMINDS.test(pointer) && millis < REMIND_MILLIS_MIN) list.add(pointer, 'duration_invalid', SELDOM)
  }
}

function hasOtherUnit(duration: unknown): boolean {
  return isRecord(duration) && Object.keys(duration).some((unit) => !Object.hasOwn(UNITS, unit))
}

function ofTimeout(pointer: string, timeout: TimeoutUse | undefined): [string, unknown][] {
  return typeof timeout === 'object' && timeout !== null ? [[`${pointer}/after`, timeout.after]] : []
}

function ofRetry(pointer: string, policy: RetryPolicy | string | undefined): [string, unknown][] {
  if (typeof policy !== 'object' || policy === null) return []
  return [
    [`${pointer}/delay`, policy.delay],
    [`${pointer}/jitter/from`, policy.jitter?.from],
    [`${pointer}/jitter/to`, policy.jitter?.to],
    [`${pointer}/limit/duration`, policy.limit?.duration],
    [`${pointer}/limit/attempt/duration`, policy.limit?.attempt?.duration],
  ]
}
