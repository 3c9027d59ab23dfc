import type { Log, TxCtx, WorkspaceCtx } from '#core/context.ts'
import { createBell, type Bell } from '#core/bell.ts'
import type { Db, Pool, Tx } from '#core/db.ts'
import type { Aside } from '#core/leased-worker.ts'
import type { Services } from '#core/services.ts'
import type { CatalogFunction } from './catalog.ts'
import type { Expressions } from './expression.ts'
import type { RunError, RunFacts } from './flow-state.rules.ts'
import type { Frame } from './run-frame.ts'
import type { SignalRow } from './run-frame.queries.ts'
import type { Journal } from './run-journal.ts'
import type { LeasedRun } from './run-lease.queries.ts'
import type { TestWorld } from './run-tested.ts'

/** What a process has done for workflows since it began. */
export interface EnginePulse {
  steps: number
  seconds: number
}

/** What those who work on runs have. */
export interface Engine {
  pool: Pool
  /** Where nobody else looks after the tables. */
  isEmbedded: boolean
  services: Services
  log: Log
  expressions: Expressions
  functions: ReadonlyMap<string, CatalogFunction>
  pulse: EnginePulse
}

type RunEnd = { state: 'completed'; output: unknown } | { state: 'faulted'; error: RunError }

/** A run in the hands of one worker. */
export interface OpenRun {
  readonly engine: Engine
  readonly row: LeasedRun
  /** For work that waits its turn in this process: other runs use this run's slot meanwhile. */
  readonly aside: Aside
  readonly facts: RunFacts
  readonly frames: Map<number, Frame>
  /** Frames that are gone, to be deleted with the next commit. */
  removed: number[]
  readonly journal: Journal
  /** Tasks that have begun. */
  steps: number
  /** How often a line has moved on since the last of them. */
  moves: number
  /** Events that have come and were not offered yet. */
  events: SignalRow[]
  /** Others may have come behind them, and are read when these were offered. */
  hasMoreEvents: boolean
  /** Those that were, to be marked with the next commit. */
  offered: string[]
  /** Runs that nobody waits for any more, to be cancelled with the next commit. */
  abandoned: string[]
  /** Approvals that nobody waits for any more, the same way. */
  withdrawn: string[]
  /** What is asked outside, by the frame that asks. */
  readonly calls: Map<number, AbortController>
  readonly bell: Bell
  /** The state that lists show it in. */
  shownState: string
  /** Something of its state is in the database. */
  isKept: boolean
  /** In the shadow of another engine: what only takes time is left out. */
  readonly skipsWaits: boolean
  /** In place of the world, for the run of a test. */
  readonly test: TestWorld | undefined
  end: RunEnd | undefined
  isResting: boolean
  /** What is under way comes to its end, and nothing else begins. */
  isSuspended: boolean
  /** Why it cannot go on now, for a reason that is not its own. */
  trouble: Error | undefined
}

type Parts =
  | 'engine'
  | 'row'
  | 'aside'
  | 'facts'
  | 'frames'
  | 'journal'
  | 'events'
  | 'hasMoreEvents'
  | 'skipsWaits'
  | 'test'

export function openedRun(parts: Pick<OpenRun, Parts>): OpenRun {
  return {
    ...parts,
    removed: [],
    steps: parts.row.steps,
    moves: 0,
    offered: [],
    abandoned: [],
    withdrawn: [],
    calls: new Map(),
    bell: createBell(),
    shownState: parts.row.state,
    isKept: parts.row.state !== 'pending',
    end: undefined,
    isResting: false,
    isSuspended: false,
    trouble: undefined,
  }
}

/** By the request id an event tells which run has caused it. */
const PREFIX = 'run:'

export function runIdIn(requestId: string | null): string | undefined {
  return requestId?.startsWith(PREFIX) ? requestId.slice(PREFIX.length) : undefined
}

/** The run acting: the service by itself, in its workspace. */
export function contextOf(run: OpenRun, db: Tx, key?: string): TxCtx
export function contextOf(run: OpenRun, db: Db, key?: string): WorkspaceCtx
export function contextOf({ engine, row }: OpenRun, db: Db, key?: string): WorkspaceCtx {
  return {
    db,
    workspaceId: row.workspaceId,
    principal: { kind: 'system' },
    now: new Date(Date.now() + row.behindMillis),
    requestId: `${PREFIX}${row.id}`,
    log: engine.log,
    services: engine.services,
    ...(key === undefined ? {} : { idempotencyKey: key }),
  }
}

/** The same for every attempt at the same thing of the same run. */
export function effectKey({ row }: OpenRun, key: string): string {
  return `${row.id}${key}`
}

/**
 * The clock of a run: the test's own, or everybody's. Never behind the database's: a timer that is due there would not be
 * here, and be taken again and again until it is.
 */
export function nowOf({ test, row }: Pick<OpenRun, 'test' | 'row'>): number {
  return test?.now ?? Date.now() + row.behindMillis
}
