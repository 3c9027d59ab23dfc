import type { TxCtx } from '#core/context.ts'
import { findRetryDefaults } from './definition.queries.ts'
import type { RetryDefaults } from './pace.schema.ts'
import { cutOff } from './flow-close.rules.ts'
import { joined } from './flow-fork.rules.ts'
import { standardError } from './flow-error.rules.ts'
import type { RunError, Signal, Step, StepTools } from './flow-state.rules.ts'
import { advance, begin } from './flow.rules.ts'
import { redactedEntries } from './flow-secret.rules.ts'
import { effectOf } from './run-effect.ts'
import { newFrame, type Frame } from './run-frame.ts'
import { nowOf, type OpenRun } from './run-job.ts'

const STEPS_MAX = 10_000
/** No flow moves on so often without a task; should one ever, it must not go on for ever. */
const MOVES_MAX = 50_000
/** What steps get and give is kept, each up to a megabyte: in 10,000 steps that would be 20 GB. */
export const JOURNAL_BYTES_MAX = 256 * 1024 * 1024
/** Steps that do nothing outside go into one commit: so many at most, and until they have so much to write. */
const STRETCH = { steps: 100, bytes: 1024 * 1024 }

/** Something that belongs into the transaction of the step; what it answers is told to the frame. */
export interface Effect {
  frame: Frame
  perform(ctx: TxCtx): Promise<Signal | undefined>
}

const JOURNAL_FULL = `What the steps of a run get and give has at most ${JOURNAL_BYTES_MAX / 1024 / 1024} MiB together.`

const GO: Signal = { kind: 'go' }

function toolsOf(run: OpenRun): StepTools {
  const { evaluate, validate } = run.engine.expressions.of(run.row.workspaceId)
  return {
    now: nowOf(run),
    random: run.test ? () => 0 : Math.random,
    evaluate: (batch) => run.aside(evaluate(batch)),
    validate: (schema, value) => run.aside(validate(schema, value)),
  }
}

/** Looked up only when they may matter: most runs never ask. */
async function retryDefaultsFor({ engine, row }: OpenRun, signal: Signal): Promise<RetryDefaults | undefined> {
  if (signal.kind !== 'error') return undefined
  return findRetryDefaults({ db: engine.pool, workspaceId: row.workspaceId }, row.definitionId)
}

/** Lets a frame go on until it asks for something or ends. Answers what has to be done with the commit. */
export async function walk(run: OpenRun, frame: Frame): Promise<Effect | undefined> {
  const { bytes } = run.journal
  for (let count = 0; count < STRETCH.steps && run.journal.bytes - bytes < STRETCH.bytes; count++) {
    const signal = frame.pending ?? GO
    const tools = { ...toolsOf(run), retryDefaults: await retryDefaultsFor(run, signal) }
    const isNew = frame.state === undefined
    if (isNew) run.journal.note('started', { version: run.row.versionNumber }, tools.now)
    const step = frame.state ? await advance(run.facts, frame.state, signal, tools) : await begin(run.facts, tools)
    const effect = take(run, frame, step, tools.now)
    if (effect || run.end || run.isSuspended || !isFree(frame)) return effect
  }
  return undefined
}

/** An event is offered to a frame that listens, whatever else it does meanwhile. */
export async function offer(run: OpenRun, frame: Frame, event: Extract<Signal, { kind: 'event' }>): Promise<void> {
  if (!frame.state) return
  const tools = toolsOf(run)
  const step = await advance(run.facts, frame.state, event, tools)
  const effect = take(run, frame, step, tools.now)
  if (effect) throw new Error('an event cannot have an effect of its own')
}

/** Nothing keeps the frame from going on. */
function isFree(frame: Frame): boolean {
  return frame.awaits === undefined && frame.ended === undefined
}

function take(run: OpenRun, frame: Frame, step: Step, now: number): Effect | undefined {
  if (step.opens !== undefined && run.steps >= STEPS_MAX) {
    return endless(run, frame, standardError('runtime', step.opens, `A run takes at most ${STEPS_MAX} steps.`))
  }
  if (step.opens !== undefined && run.journal.bytes >= JOURNAL_BYTES_MAX) {
    return endless(run, frame, standardError('runtime', step.opens, JOURNAL_FULL))
  }
  if (step.opens !== undefined) run.steps += 1
  run.moves = step.opens === undefined ? run.moves + 1 : 0
  run.journal.tasks(redactedEntries(step.journal, run.facts.secrets ?? {}), now)
  const { next } = step
  // What a call has given must not be asked for again when the run is tried again from here.
  const keepsPending = next.kind === 'fault' && frame.pending?.kind === 'result'
  if (!keepsPending) frame.pending = undefined
  frame.state = step.state
  frame.due = step.due
  frame.isChanged = true
  // A fork that fails the run keeps its branches: those that are done need not be done again.
  const keepsBranches = next.kind === 'fault' && frame.awaits?.kind === 'fork'
  if (step.abandons && !keepsBranches) abandon(run, frame)
  if (next.kind !== 'stay' && !keepsBranches) frame.awaits = undefined
  if (run.moves > MOVES_MAX && next.kind === 'go') {
    const place = step.state.open.at(-1)?.pointer || '/'
    return endless(run, frame, standardError('runtime', place, 'It goes round and round without a task.'))
  }
  const effect = follow(run, frame, next)
  hear(frame, next.kind === 'listen' ? (next.types ?? ['*']) : frame.types)
  return effect
}

/** Nothing can catch this one, and the whole run ends: it would go on for ever. The line stays before the step. */
function endless(run: OpenRun, frame: Frame, error: RunError): undefined {
  if (frame.parentId !== null) Object.assign(frame, { ended: { kind: 'fault', error }, isChanged: true })
  run.end = { state: 'faulted', error }
}

/** Which events matter: as long as a task that listens is open. */
function hear(frame: Frame, wanted: string[]): void {
  const isListening = frame.state?.open.some(({ listening }) => listening && !listening.isOver) ?? false
  const types = isListening && frame.ended === undefined ? wanted : []
  if (types.join('\n') !== frame.types.join('\n')) frame.isListeningChanged = true
  frame.types = types
}

function follow(run: OpenRun, frame: Frame, next: Step['next']): Effect | undefined {
  switch (next.kind) {
    case 'wait':
      if (run.skipsWaits && next.reason === 'wait' && frame.state) {
        frame.state = { ...frame.state, waiting: { kind: 'wait', until: 0 } }
      } else {
        frame.awaits = { kind: 'wait', until: next.until }
      }
      return undefined
    case 'listen':
      frame.awaits = { kind: 'listen' }
      return undefined
    case 'fork':
      frame.awaits = { kind: 'fork', isRace: next.isRace }
      for (const [position, { state }] of next.branches.entries()) {
        const id = Math.max(...run.frames.keys(), ...run.removed) + 1
        run.frames.set(id, newFrame(id, frame.id, position, state))
      }
      return undefined
    case 'call':
    case 'emit':
    case 'run':
      return effectOf(run, frame, next)
    case 'done':
    case 'fault':
      return ended(run, frame, next)
    default:
      return undefined
  }
}

function ended(run: OpenRun, frame: Frame, end: NonNullable<Frame['ended']>): undefined {
  if (frame.parentId === null) {
    run.end = end.kind === 'done' ? { state: 'completed', output: end.output } : { state: 'faulted', error: end.error }
    return
  }
  frame.ended = end
  frame.due = undefined
  const parent = run.frames.get(frame.parentId)
  if (parent?.awaits?.kind !== 'fork') return
  const branches = childrenOf(run, parent).toSorted((left, right) => left.position - right.position)
  const signal = joined(
    parent.awaits.isRace,
    parent.state?.context ?? null,
    branches.map((each) => each.ended),
  )
  if (!signal) return
  Object.assign(parent, { pending: signal, isChanged: true })
  // What an error does to the others is decided by whoever catches it.
  if (signal.kind === 'error') return
  parent.awaits = undefined
  for (const branch of branches) remove(run, branch)
}

/** What was waited for no longer is: branches, runs and calls end. */
function abandon(run: OpenRun, frame: Frame): void {
  if (frame.awaits?.kind === 'run') run.abandoned.push(frame.awaits.runId)
  if (frame.awaits?.kind === 'approval') run.withdrawn.push(frame.awaits.approvalId)
  run.calls.get(frame.id)?.abort()
  run.calls.delete(frame.id)
  for (const child of childrenOf(run, frame)) remove(run, child)
}

function remove(run: OpenRun, frame: Frame): void {
  if (frame.ended === undefined) {
    abandon(run, frame)
    if (frame.state) run.journal.tasks(cutOff(run.facts, frame.state), nowOf(run))
  }
  for (const child of childrenOf(run, frame)) remove(run, child)
  run.frames.delete(frame.id)
  run.removed.push(frame.id)
}

function childrenOf(run: OpenRun, { id }: Frame): Frame[] {
  return [...run.frames.values()].filter(({ parentId }) => parentId === id)
}
