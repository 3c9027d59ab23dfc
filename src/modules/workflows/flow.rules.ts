import { entriesOf } from './document-task.rules.ts'
import { caughtBy } from './flow-catch.rules.ts'
import { closeTask, finished, follow, noted } from './flow-close.rules.ts'
import {
  definitionOf,
  dueOf,
  isTrue,
  keepable,
  scopeOf,
  topOf,
  transformed,
  validated,
  type Walk,
} from './flow-data.rules.ts'
import { FlowError, standardError } from './flow-error.rules.ts'
import { afterItem, heard } from './flow-listen.rules.ts'
import { repeatedCall } from './flow-repeat.rules.ts'
import type { FlowState, Next, OpenTask, RunError, RunFacts, Signal, Step, StepTools } from './flow-state.rules.ts'
import { nextRound, perform } from './flow-task.rules.ts'

/** Begins a run: the workflow's own input is checked and transformed, and nothing else is done yet. */
export function begin(facts: RunFacts, tools: StepTools): Promise<Step> {
  const root: OpenTask = {
    pointer: '',
    name: facts.document.document.name,
    rawInput: facts.input,
    input: facts.input,
    startedAt: tools.now,
    list: { pointer: '/do', index: 0, laps: 0 },
  }
  const state: FlowState = { open: [root], context: null, data: facts.input }
  const walk = walkOf(facts, state, tools)
  return stepped(walk, state, async () => {
    const { input = {}, timeout } = facts.document
    const top = topOf(walk)
    await validated(walk, input, facts.input, '/input')
    top.input = await transformed(walk, input.from, facts.input, scopeOf(walk, top, { hasSecrets: true }, false))
    // The standard's picture: the transformed input is also the first context.
    walk.state.context = top.input
    walk.state.data = top.input
    const due = await dueOf(walk, timeout, top.input, scopeOf(walk, top))
    if (due !== undefined) top.due = due
    return { kind: 'go' }
  })
}

/**
 * One step on: the state it comes to, what happened on the way, and what has to be done outside before the next.
 *
 * Whoever drives it does what `next` says and comes back with what came of it: `go` after `go`, and when a moment has
 * come; `result` or `error` after a call, an emit or a run; `event` for what may be listened for; for a fork what
 * `joined` makes of the ends of its branches. State, journal and an effect in the database belong in one transaction.
 * After a crash `go` on the last kept state says again what was to be done, with the same key.
 */
export function advance(facts: RunFacts, state: FlowState, signal: Signal, tools: StepTools): Promise<Step> {
  const walk = walkOf(facts, state, tools)
  return stepped(walk, state, () => taken(walk, signal), signal)
}

function walkOf(facts: RunFacts, state: FlowState, tools: StepTools): Walk {
  return { facts, tools, journal: [], state: { ...state, open: state.open.map((open) => ({ ...open })) } }
}

async function stepped(
  walk: Walk,
  before: FlowState,
  decide: () => Promise<Next>,
  signal: Signal = { kind: 'go' },
): Promise<Step> {
  let next: Next
  try {
    const late = expired(walk)
    next = late ? await raised(walk, late.error, late.from) : await decide()
  } catch (error) {
    if (!(error instanceof FlowError)) throw error
    next = await raisedSafely(walk, error.error)
  }
  const repeated = next.kind === 'fault' ? repeatedCall(walk, before, signal) : undefined
  if (repeated) return { ...repeated, due: earliest(repeated.state) }
  const { journal, opens, isTaken, abandons } = walk
  // What has failed stays where it failed, so that it can be tried again from there.
  const state = next.kind === 'fault' ? before : walk.state
  const due = next.kind === 'fault' || next.kind === 'done' ? undefined : earliest(state)
  return {
    state,
    journal,
    next,
    due,
    ...(opens === undefined ? {} : { opens }),
    ...(isTaken === undefined ? {} : { isTaken }),
    ...(abandons ? { abandons } : {}),
  }
}

/** What is asked while an error is being handled may fail too; then that error takes its place. */
async function raisedSafely(walk: Walk, error: RunError): Promise<Next> {
  try {
    return await raised(walk, error, walk.state.open.length - 1)
  } catch (failure) {
    if (!(failure instanceof FlowError)) throw failure
    return raisedSafely(walk, failure.error)
  }
}

function taken(walk: Walk, signal: Signal): Promise<Next> {
  const { waiting } = walk.state
  if (signal.kind === 'event') return heard(walk, signal.event)
  if (!waiting) return walked(walk)
  if (signal.kind === 'go') return waitedFor(walk)
  if (signal.kind === 'error') {
    const instance = signal.error.instance ?? topOf(walk).pointer
    throw new FlowError({ ...signal.error, instance })
  }
  delete walk.state.waiting
  if (signal.kind === 'joined') return joined(walk, signal)
  const { run } = definitionOf(walk, topOf(walk))
  // A run that is not waited for has no output: the task gives on what it got.
  return closeTask(walk, waiting.kind === 'run' && run?.await === false ? topOf(walk).input : signal.output)
}

function joined(walk: Walk, { output, context, hasEnded }: Extract<Signal, { kind: 'joined' }>): Promise<Next> {
  walk.state.context = keepable(context, { instance: topOf(walk).pointer }, 'runtime')
  if (!hasEnded) return closeTask(walk, output)
  walk.state.data = output
  return finished(walk, true)
}

/** Time may have passed; otherwise it is said again what is waited for. */
async function waitedFor(walk: Walk): Promise<Next> {
  const { waiting } = walk.state
  if (waiting?.kind !== 'wait' && waiting?.kind !== 'retry') return perform(walk)
  if (waiting.until > walk.tools.now) return { kind: 'wait', until: waiting.until, reason: waiting.kind }
  delete walk.state.waiting
  return waiting.kind === 'wait' ? closeTask(walk, topOf(walk).input) : { kind: 'go' }
}

/** The next task of the innermost list begins, or the list is at its end. */
async function walked(walk: Walk): Promise<Next> {
  const top = topOf(walk)
  const { list } = top
  if (!list) return perform(walk)
  const entry = entriesOf(walk.facts.document, list.pointer)[list.index]
  if (!entry) return listEnded(walk, top)
  const rawInput = walk.state.data
  const { pointer, name } = entry
  const open: OpenTask = { pointer, name, rawInput, input: rawInput, startedAt: walk.tools.now }
  walk.state.open.push(open)
  walk.opens = pointer
  const { input = {}, if: condition, timeout } = entry.task
  if (condition === undefined) await validated(walk, input, rawInput, open.pointer)
  open.input = await transformed(walk, input.from, rawInput, scopeOf(walk, open, { hasSecrets: true }, false))
  if (condition !== undefined) {
    if (!(await isTrue(walk, condition, open.input, scopeOf(walk, open)))) return skipped(walk, open)
    await validated(walk, input, rawInput, open.pointer)
  }
  const due = await dueOf(walk, timeout, open.input, scopeOf(walk, open))
  if (due !== undefined) open.due = due
  noted(walk, 'started', open, { input: open.input })
  return perform(walk)
}

/** A task that is left out leaves the data as they are, and its `then` is not taken. */
function skipped(walk: Walk, open: OpenTask): Promise<Next> {
  noted(walk, 'skipped', open, {})
  walk.state.open.pop()
  return follow(walk, 'continue')
}

async function listEnded(walk: Walk, top: OpenTask): Promise<Next> {
  if (walk.state.open.length === 1) return finished(walk, false)
  if (top.loop) return nextRound(walk)
  if (top.listening) return afterItem(walk)
  return closeTask(walk, walk.state.data)
}

/** An error goes outward until a `try` catches it. `from` is the open task that raised it. */
async function raised(walk: Walk, error: RunError, from: number): Promise<Next> {
  const { state } = walk
  if (state.waiting) walk.abandons = state.waiting.kind
  delete state.waiting
  for (let at = state.open.length - 1; at >= 0; at--) {
    const open = state.open[at]
    if (!open) break
    if (at < from && open.attempt && !open.attempt.isHandling) {
      const next = await caughtBy(walk, open, error)
      if (next) return next
    }
    if (at > 0) noted(walk, 'faulted', open, { error })
    state.open.pop()
  }
  return { kind: 'fault', error }
}

function expired({ state, tools }: Walk): { error: RunError; from: number } | undefined {
  for (const [at, { due, attempt, pointer }] of state.open.entries()) {
    if (due !== undefined && due <= tools.now) {
      return { error: standardError('timeout', pointer || '/', 'It took longer than its timeout.'), from: at }
    }
    if (attempt?.due !== undefined && attempt.due <= tools.now && !attempt.isHandling) {
      return { error: standardError('timeout', pointer, 'The attempt took longer than its limit.'), from: at + 1 }
    }
  }
  return undefined
}

function earliest({ open }: FlowState): number | undefined {
  const moments = open.flatMap(({ due, attempt }) => [due, attempt?.isHandling ? undefined : attempt?.due])
  const known = moments.filter((moment) => moment !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** The state of a failed run as it is tried again by hand: its limits on time and on attempts begin anew. */
export function renewed(state: FlowState, now: number): FlowState {
  const open = state.open.map(({ startedAt, due, attempt, ...rest }) => ({
    ...rest,
    repeats: 0,
    startedAt: now,
    ...(due === undefined ? {} : { due: now + due - startedAt }),
    ...(attempt ? { attempt: { count: 1, firstAt: now, isHandling: attempt.isHandling } } : {}),
  }))
  return { ...state, open }
}
