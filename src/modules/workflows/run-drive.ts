import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Scope } from '#core/context.ts'
import { LeaseLost, type Aside } from '#core/leased-worker.ts'
import { answeredOf } from './approval.queries.ts'
import type { WorkflowDocument } from './document.schema.ts'
import { standardError } from './flow-error.rules.ts'
import { ENGINE, type RunError } from './flow-state.rules.ts'
import { isInJsonata, NO_JSONATA } from './jsonata.rules.ts'
import { findOwned } from './ownership.queries.ts'
import { settingsOf } from './ownership.rules.ts'
import { commit, endAsKept, isReady, nextMoment } from './run-commit.ts'
import { startCalls } from './run-effect.ts'
import { newFrame, restoredFrame, signalOf, type Frame } from './run-frame.ts'
import { loadSignals, loadToGoOn, type ChildRow } from './run-frame.queries.ts'
import { nowOf, openedRun, type Engine, type OpenRun } from './run-job.ts'
import { Journal } from './run-journal.ts'
import { findHeld, type LeasedRun } from './run-lease.queries.ts'
import { offer, walk } from './run-step.ts'
import { isPutAside } from './run-suspect.ts'
import { missingSecret, secretsFor } from './secret.service.ts'
import { passTime, TestWorld } from './run-tested.ts'
import { findTestedRun } from './saved-test.queries.ts'
import { documentOf } from './version.service.ts'

const TRIES_MAX = 5
const LOOK_MILLIS_MAX = 60_000
/** Branches that rest go on when the run is resumed, though another still waits for an answer. */
const SUSPENDED_LOOK_MILLIS = 1000

/**
 * Takes a run as far as it goes: until it ends, or waits for something that is not in this process. Answers the moment
 * at which it goes on by itself, if it does.
 */
export async function drive(
  engine: Engine,
  row: LeasedRun,
  signal: AbortSignal,
  aside: Aside = (waiting) => waiting,
): Promise<number | undefined> {
  if (row.tries > TRIES_MAX) return giveUp(engine, row, GIVEN_UP)
  if (isPutAside(row)) return giveUp(engine, row, PUT_ASIDE)
  const run = await opened(engine, row, aside)
  if (isInJsonata(run.facts.document)) return refuse(run, standardError('expression', '/', NO_JSONATA))
  const missing = run.test ? undefined : missingSecret(run.facts.document, run.facts.secrets ?? {})
  if (missing !== undefined) return refuse(run, missingError(missing))
  const stop = (): void => run.bell.ring()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await goOn(run, signal)
  } finally {
    signal.removeEventListener('abort', stop)
    for (const call of run.calls.values()) call.abort()
  }
  return run.isResting ? nextMoment(run) : undefined
}

async function goOn(run: OpenRun, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (run.trouble) throw run.trouble
    await (endAsKept(run) ? commit(run) : moveOn(run))
    if (run.end || run.isResting) return
    startCalls(run)
    // An embedded database answers within the same turn: without this nobody else would be served until the run rests.
    await nextTurn()
  }
}

async function moveOn(run: OpenRun): Promise<void> {
  const frame = readyFrame(run)
  if (frame) {
    await timed(run, async () => commit(run, await walk(run, frame)))
  } else if (run.events.length > 0 && !run.isSuspended) {
    await offerNext(run)
    await commit(run)
  } else if (run.hasMoreEvents && !run.isSuspended) {
    await readOn(run)
  } else if (run.calls.size > 0) {
    await answers(run)
  } else if (run.isSuspended || !run.test || !passTime(run, run.test)) {
    await commit(run)
  }
}

/** Waits for what is asked outside. That can take long: whether the run was suspended meanwhile is looked up. */
async function answers(run: OpenRun): Promise<void> {
  const { engine, row, bell, isSuspended } = run
  const moment = nextMoment(run) ?? Infinity
  const longest = isSuspended ? SUSPENDED_LOOK_MILLIS : LOOK_MILLIS_MAX
  await bell.wait(Math.max(0, Math.min(longest, moment - nowOf(run))))
  const held = await findHeld({ db: engine.pool, workspaceId: row.workspaceId }, row)
  if (!held) throw new LeaseLost('somebody else has the run')
  run.isSuspended = held.isSuspended
}

async function timed(run: OpenRun, work: () => Promise<void>): Promise<void> {
  const { pulse } = run.engine
  const [stepsBefore, startedAt] = [run.steps, performance.now()]
  await work()
  pulse.steps += run.steps - stepsBefore
  pulse.seconds += (performance.now() - startedAt) / 1000
}

function readyFrame(run: OpenRun): Frame | undefined {
  const now = nowOf(run)
  return [...run.frames.values()].find((frame) => isReady(run, frame, now))
}

async function readOn(run: OpenRun): Promise<void> {
  const { engine, row } = run
  const { signals, hasMore } = await loadSignals({ db: engine.pool, workspaceId: row.workspaceId }, row.id)
  Object.assign(run, { events: signals, hasMoreEvents: hasMore })
}

async function offerNext(run: OpenRun): Promise<void> {
  const [next, ...rest] = run.events
  if (!next) return
  run.events = rest
  run.offered.push(next.eventId)
  const type = String(next.event['type'])
  for (const frame of run.frames.values()) {
    if (!frame.types.includes(type) && !frame.types.includes('*')) continue
    await offer(run, frame, { kind: 'event', event: next.event })
    if (run.end) return
  }
}

/**
 * A run that brings every worker down must not be tried for ever. Nothing of its state is read: that may be what nobody
 * can do. It stays as it is, for whoever tries the run again.
 */
async function giveUp(engine: Engine, row: LeasedRun, detail: string): Promise<undefined> {
  const facts = { id: row.id, input: row.input, startedAt: Date.now(), document: UNREAD, runtime: ENGINE }
  const journal = new Journal(row)
  const aside: Aside = (waiting) => waiting
  const bare = { aside, frames: new Map(), events: [], hasMoreEvents: false, skipsWaits: false, test: undefined }
  const run = openedRun({ engine, row, facts, journal, ...bare })
  run.end = { state: 'faulted', error: standardError('runtime', '/', detail) }
  await commit(run)
}

const GIVEN_UP = 'The run could not be continued, several times in a row.'
const PUT_ASIDE =
  'Twice the process that worked on this step stopped or froze, so the run is put aside. Change what the step does, or try the run again if the process stopped for another reason.'

const UNREAD: WorkflowDocument = { document: { dsl: '', namespace: '', name: '', version: '' }, do: [] }

/** As the standard has it: a call with an empty credential would only fail later, and somewhere else. */
function missingError(secret: string): RunError {
  return standardError('authorization', '/', `The secret ${secret} is not set.`)
}

async function refuse(run: OpenRun, error: RunError): Promise<undefined> {
  run.end = { state: 'faulted', error }
  await commit(run)
}

async function opened(engine: Engine, row: LeasedRun, aside: Aside): Promise<OpenRun> {
  const scope = { db: engine.pool, workspaceId: row.workspaceId }
  const { definitionId, versionNumber } = row
  const tested = row.mode === 'test' ? await findTestedRun(scope, row.id) : undefined
  if (row.mode === 'test' && !tested) throw new Error(`nothing tells how the test run ${row.id} is to be run`)
  const document = tested?.document ?? (versionNumber && (await documentOf(scope, definitionId, versionNumber)))
  if (!document) throw new Error(`version ${versionNumber} of the workflow ${definitionId} is missing`)
  const test = tested && new TestWorld(Date.parse(tested.clockAt), tested.mocks)
  const { frames, values, signals, hasMore, children } =
    row.state === 'pending'
      ? { frames: [], values: [], signals: [], hasMore: false, children: [] }
      : await loadToGoOn(scope, row.id, engine.services.signer)
  const restored = frames.length > 0 ? frames.map((each) => restoredFrame(each, values)) : [newFrame(0, null, 0)]
  for (const frame of restored) tellChild(frame, children)
  await wakeAnswered(scope, restored)
  const facts = {
    id: row.id,
    input: row.input,
    startedAt: row.startedAt === null ? nowOf({ test, row }) : Date.parse(row.startedAt),
    document,
    secrets: await secretsFor(scope, engine.services.signer, document),
    runtime: ENGINE,
  }
  const byId = new Map(restored.map((frame) => [frame.id, frame]))
  const skipsWaits =
    row.mode === 'shadow' && settingsOf((await findOwned(scope, row.definitionId))?.migration ?? {}).waits === 'skip'
  const journal = new Journal(row)
  const come = { events: signals, hasMoreEvents: hasMore }
  return openedRun({ engine, row, aside, facts, frames: byId, journal, ...come, skipsWaits, test })
}

function tellChild(frame: Frame, children: readonly ChildRow[]): void {
  const { awaits } = frame
  const child = awaits?.kind === 'run' ? children.find(({ id }) => id === awaits.runId) : undefined
  if (child) frame.pending = signalOf(child)
}

/** Whose approval was answered looks at it at once. */
async function wakeAnswered(scope: Scope, frames: readonly Frame[]): Promise<void> {
  const asking = frames.filter(({ awaits }) => awaits?.kind === 'approval')
  const approvalIds = asking.flatMap(({ awaits }) => (awaits?.kind === 'approval' ? [awaits.approvalId] : []))
  const answered = asking.length > 0 ? await answeredOf(scope, approvalIds) : []
  for (const { awaits } of asking) {
    if (awaits?.kind === 'approval' && answered.includes(awaits.approvalId)) awaits.until = 0
  }
}
