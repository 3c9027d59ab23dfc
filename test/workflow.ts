import type { Json, JsonObject, WorkflowDocument } from '#modules/workflows/document.schema.ts'
import { readDocument } from '#modules/workflows/document.ts'
import { openExpressions } from '#modules/workflows/expression.ts'
import { joined, type BranchEnd } from '#modules/workflows/flow-fork.rules.ts'
import type {
  FlowState,
  JournalEntry,
  Next,
  RunError,
  RunFacts,
  Signal,
  Step,
} from '#modules/workflows/flow-state.rules.ts'
import { advance, begin } from '#modules/workflows/flow.rules.ts'

type Effect = Extract<Next, { kind: 'call' | 'emit' | 'run' }>
type Answer = { output: Json } | { error: Omit<RunError, 'instance'> }

interface World {
  input?: Json
  secrets?: JsonObject
  /** What the outside answers; by default the event of an emit, and null. */
  answer?: (effect: Effect) => Answer
  /** Events that come, one each time that the run has nothing else to do. */
  events?: JsonObject[]
  /** The branch that is walked next, by its position; the first by default. */
  pick?: (branches: number[]) => number
  random?: number
  stepsMax?: number
}

export interface Outcome {
  output?: Json
  error?: RunError
  /** Nothing more happens: it waits for an event that does not come. */
  isWaiting?: boolean
  /** It was still under way after `stepsMax` steps. */
  isEndless?: boolean
  journal: JournalEntry[]
  effects: Effect[]
  /** Milliseconds of its own clock that went by. */
  tookMillis: number
  /** Names of the tasks in the order in which they were done. */
  ran: string[]
}

const START = Date.parse('2026-11-15T08:00:00Z')
const STEPS_MAX = 5000

const opened = openExpressions()
export const expressions = { ...opened.of('a workspace'), close: () => opened.close() }

export function workflowOf(tasks: string): WorkflowDocument {
  const text = tasks.trimStart().startsWith('document:') ? tasks : `${HEAD}\n${tasks}`
  const { value, problems } = readDocument(text, 'yaml')
  if (value === undefined) throw new Error(JSON.stringify(problems))
  return value as unknown as WorkflowDocument
}

const HEAD = 'document: { dsl: 1.0.3, namespace: test, name: example, version: 0.1.0 }'

/** Runs a document to its end in memory, the state going through JSON at every step as it does in the database. */
export async function runWorkflow(tasks: string, world: World = {}): Promise<Outcome> {
  return runDocument(workflowOf(tasks), world)
}

export function runDocument(document: WorkflowDocument, world: World = {}): Promise<Outcome> {
  return new MemoryRun(document, world).outcome()
}

class Endless extends Error {}

class MemoryRun {
  readonly #world: World
  readonly #facts: RunFacts
  readonly #events: JsonObject[]
  readonly #outcome: Outcome = { journal: [], effects: [], tookMillis: 0, ran: [] }
  #now = START
  #steps = 0

  constructor(document: WorkflowDocument, world: World) {
    this.#world = world
    this.#events = [...(world.events ?? [])]
    this.#facts = {
      id: 'run-1',
      input: world.input ?? {},
      startedAt: START,
      document,
      secrets: world.secrets ?? {},
      runtime: { name: 'innkeeper', version: '1.0.0' },
    }
  }

  async outcome(): Promise<Outcome> {
    const first = this.#kept(await begin(this.#facts, this.#tools()))
    try {
      const end = await this.#toEnd(first)
      if (end?.kind === 'done') this.#outcome.output = end.output
      else if (end) this.#outcome.error = end.error
      else this.#outcome.isWaiting = true
    } catch (error) {
      if (!(error instanceof Endless) || this.#world.stepsMax === undefined) throw error
      this.#outcome.isEndless = true
    }
    const done = this.#outcome.journal.filter(({ kind }) => kind === 'completed')
    return { ...this.#outcome, tookMillis: this.#now - START, ran: done.map(({ name }) => name) }
  }

  #tools() {
    const { evaluate, validate } = expressions
    return { now: this.#now, random: () => this.#world.random ?? 0, evaluate, validate }
  }

  async #step(state: FlowState, signal: Signal): Promise<Step> {
    if (++this.#steps > (this.#world.stepsMax ?? STEPS_MAX)) throw new Endless('it does not end')
    return this.#kept(await advance(this.#facts, state, signal, this.#tools()))
  }

  #kept(step: Step): Step {
    this.#outcome.journal.push(...step.journal)
    return { ...step, state: JSON.parse(JSON.stringify(step.state)) as FlowState }
  }

  async #toEnd(first: Step): Promise<BranchEnd> {
    let step = first
    for (;;) {
      const { next } = step
      if (next.kind === 'done' || next.kind === 'fault') return next
      const signal = await this.#signal(step)
      if (!signal) return undefined
      step = await this.#step(step.state, signal)
    }
  }

  async #signal({ next, state, due }: Step): Promise<Signal | undefined> {
    switch (next.kind) {
      case 'wait':
        this.#now = Math.max(this.#now, Math.min(next.until, due ?? Infinity))
        return { kind: 'go' }
      case 'call':
      case 'emit':
      case 'run':
        return this.#performed(next)
      case 'fork':
        return this.#forked(next, state)
      case 'listen':
      case 'stay': {
        const event = this.#events.shift()
        if (event) return { kind: 'event', event }
        if (due === undefined) return undefined
        this.#now = due
        return { kind: 'go' }
      }
      default:
        return { kind: 'go' }
    }
  }

  #performed(effect: Effect): Signal {
    this.#outcome.effects.push(effect)
    const usual: Answer = {
      output: effect.kind === 'emit' ? { specversion: '1.0', id: effect.key, ...effect.event } : null,
    }
    const answer = this.#world.answer?.(effect) ?? usual
    return 'error' in answer ? { kind: 'error', error: answer.error } : { kind: 'result', output: answer.output }
  }

  /** Branches take turns, a step each, so that one that waits does not hold up the others. */
  async #forked({ isRace, branches }: Extract<Next, { kind: 'fork' }>, { context }: FlowState): Promise<Signal> {
    const ends: BranchEnd[] = branches.map(() => undefined)
    const steps: Step[] = branches.map(({ state }) => ({ state, journal: [], next: { kind: 'go' }, due: undefined }))
    for (;;) {
      const verdict = joined(isRace, context, ends)
      if (verdict) return verdict
      const open = ends.flatMap((end, at) => (end ? [] : [at]))
      const ready = open.filter((at) => steps[at]?.next.kind !== 'wait')
      const at = ready.length > 0 ? (this.#world.pick?.(ready) ?? ready[0] ?? 0) : soonest(steps, open)
      const step = steps[at]
      const signal = step && (await this.#signal(step))
      if (!step || !signal) throw new Endless('a branch waits for ever')
      const after = await this.#step(step.state, signal)
      steps[at] = after
      if (after.next.kind === 'done' || after.next.kind === 'fault') ends[at] = after.next
    }
  }
}

function soonest(steps: readonly Step[], open: readonly number[]): number {
  const until = (at: number) => {
    const next = steps[at]?.next
    return next?.kind === 'wait' ? next.until : Infinity
  }
  return open.toSorted((left, right) => until(left) - until(right))[0] ?? 0
}
