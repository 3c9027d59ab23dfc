import type { Json, JsonObject, WorkflowDocument } from './document.schema.ts'
import type { RetryDefaults } from './pace.schema.ts'
import type { TaskKind } from './document-task.rules.ts'
import type { Evaluated, Evaluation } from './expression.rules.ts'

/** A problem of a run, as the standard describes errors. */
export interface RunError {
  type: string
  status: number
  title?: string
  detail?: string
  /** Pointer of the task that raised it. */
  instance: string
}

/** A task that has begun and not ended. */
export interface OpenTask {
  pointer: string
  name: string
  /** What came before `input.from`, and after. */
  rawInput: Json
  input: Json
  startedAt: number
  /** When its time is over. */
  due?: number
  /** What it adds for the tasks within. */
  variables?: JsonObject
  /** Where in which of its lists the next task stands. */
  list?: { pointer: string; index: number; laps: number; isSingle?: true }
  loop?: { items: Json[]; index: number }
  attempt?: { count: number; firstAt: number; due?: number; isHandling: boolean }
  listening?: Listening
  /** The approval that it asked for at another place, in the version that the run followed before. */
  approvalId?: string
  /** Of a call: how often it was made again because its workflow says so. */
  repeats?: number
  /** Of the first of a branch: which time round its fork was. */
  iteration?: string
}

export interface Listening {
  /** What goes into the output, in order. */
  taken: Json[]
  /** Events that wait for `foreach`. */
  queue: Json[]
  /** How many have come, and where an `until` has to judge them, which. */
  count: number
  events?: Json[]
  /** Which filters of `all` (of `until`'s too) have had their event. */
  met: string[]
  /** Values that the first event of a correlation has fixed. */
  correlations: JsonObject
  isOver: boolean
}

export type Waiting = { kind: 'call' | 'emit' | 'run' | 'fork' | 'listen' } | { kind: 'wait' | 'retry'; until: number }

/** How far one line of a run has come: plain JSON, one row for the run and one for each branch of a fork. */
export interface FlowState {
  /** From the outside in; the first stands for the workflow, or for the branch. */
  open: OpenTask[]
  context: Json
  /** What the next task gets, and in the end what comes out. */
  data: Json
  waiting?: Waiting
}

/** What `$runtime` says. */
export const ENGINE = { name: 'innkeeper', version: '1.0.0' }

/** What is the same for the whole run. */
export interface RunFacts {
  id: string
  /** Before the workflow's own `input.from`. */
  input: Json
  startedAt: number
  document: WorkflowDocument
  secrets?: JsonObject
  runtime: { name: string; version: string; metadata?: JsonObject }
}

/** What the engine lends to a step; a step itself does nothing but decide. */
export interface StepTools {
  /** Milliseconds since 1970. */
  now: number
  /** From 0 to 1, for jitter. */
  random(): number
  evaluate(batch: readonly Evaluation[]): Promise<Evaluated[]>
  validate(schema: Json, value: Json): Promise<string | undefined>
  /** How often a call is made again where the document says nothing about it. */
  retryDefaults?: RetryDefaults | undefined
}

/** What happened outside since the last step. */
export type Signal =
  /** Nothing: go on. What is waited for is described again, as after a crash. */
  | { kind: 'go' }
  | { kind: 'result'; output: Json }
  /** One that lasts is the same at every attempt, whatever its status. */
  | { kind: 'error'; error: Omit<RunError, 'instance'> & { instance?: string }; isLasting?: boolean }
  | { kind: 'event'; event: JsonObject }
  /** The branches of a fork have come to an end: see `joined`. */
  | { kind: 'joined'; output: Json; context: Json; hasEnded: boolean }

export type Call =
  | { call: 'http' | 'openapi' | 'mcp'; with: JsonObject }
  | { call: 'function'; function: { name: string; version: string }; with: JsonObject }

/** What has to be done next, outside of the step. */
export type Next =
  /** Nothing: call again with `go`. */
  | { kind: 'go' }
  /** After an event: what was waited for is still waited for. */
  | { kind: 'stay' }
  | ({ kind: 'call'; key: string } & Call)
  | { kind: 'emit'; key: string; event: JsonObject }
  | {
      kind: 'run'
      key: string
      workflow: { namespace: string; name: string; version: string }
      input: Json
      isAwaited: boolean
    }
  | { kind: 'fork'; key: string; isRace: boolean; branches: Branch[] }
  | { kind: 'wait'; until: number; reason: 'wait' | 'retry' }
  /** `types` are the only types of events that can matter; nothing stands for all. */
  | { kind: 'listen'; types: string[] | undefined }
  | { kind: 'done'; output: Json; context: Json; hasEnded: boolean }
  | { kind: 'fault'; error: RunError }

export interface Branch {
  name: string
  pointer: string
  state: FlowState
}

export interface JournalEntry {
  kind: 'started' | 'completed' | 'skipped' | 'faulted' | 'cancelled' | 'caught' | 'retried'
  pointer: string
  name: string
  task: TaskKind | 'workflow'
  /** Which time round, within loops and jumps back. */
  iteration: string
  attempt: number
  input?: Json
  output?: Json
  error?: RunError
}

export interface Step {
  state: FlowState
  journal: JournalEntry[]
  next: Next
  /** Pointer of the task that began with it, if one did; one that is left out or fails at once too. */
  opens?: string
  /** For an event: whether a `listen` took it. */
  isTaken?: boolean
  /** What was waited for and no longer is, because an error came first: its branches, runs and timers are to be ended. */
  abandons?: Waiting['kind']
  /** The earliest moment at which a limit on time runs out: call again with `go` then. */
  due: number | undefined
}
