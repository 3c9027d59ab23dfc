import type { WorkspaceCtx } from '#core/context.ts'
import { defineFailures, failAt } from '#core/errors.ts'
import type { Json, JsonObject, WorkflowDocument } from './document.schema.ts'
import { entriesOf, tasksOf, type PlacedTask } from './document-task.rules.ts'
import type { Evaluation } from './expression.rules.ts'
import type { WorkspaceExpressions } from './expression.ts'
import { advance } from './flow.rules.ts'
import {
  ENGINE,
  type FlowState,
  type JournalEntry,
  type Next,
  type RunFacts,
  type Signal,
  type Step,
  type StepTools,
} from './flow-state.rules.ts'
import { errorSignal } from './run-function.ts'
import { TestWorld } from './run-tested.ts'
import type { StepResult, StepTrial } from './saved-test.schema.ts'
import { assertMocks, assertStorable, documentToTry } from './saved-test.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

export const failures = defineFailures({
  workflow_step_not_found: { status: 422, text: 'The document has no task at this path.' },
})
const STEPS_MAX = 1000
/** Of the trace, and of the effects: each of a thousand steps may have a value of 1 MiB. */
const TOLD_CHARACTERS_MAX = 1024 * 1024

/** Takes one task by itself: nothing is kept, and nothing is done outside. */
export async function tryStep(
  ctx: WorkspaceCtx,
  workflowId: string,
  trial: StepTrial,
  tools: WorkflowTools,
): Promise<StepResult> {
  const { path, version, input = {}, context = null, variables = {}, clock, mocks = [] } = trial
  assertMocks(mocks)
  for (const [field, value] of Object.entries({ input, context, variables })) assertStorable(field, value as Json)
  const { document } = await documentToTry(ctx, workflowId, version, tools)
  const place = tasksOf(document).find(({ pointer }) => pointer === path)
  if (!place) failAt(failures.workflow_step_not_found, 'path')
  const world = new TestWorld(clock === undefined ? ctx.now.getTime() : Date.parse(clock), mocks)
  const state = stateAt(
    place,
    { input: input as Json, context: context as Json, variables: variables as JsonObject },
    world.now,
  )
  return new Trial(
    factsOf(document, input as Json, world.now),
    place,
    world,
    tools.expressions.of(ctx.workspaceId),
  ).result(state)
}

function factsOf(document: WorkflowDocument, input: Json, startedAt: number): RunFacts {
  return { id: 'trial', input, startedAt, document, secrets: {}, runtime: ENGINE }
}

/** As if the flow had just come to the task. */
function stateAt(
  { list, index, name }: PlacedTask,
  { input, context, variables }: { input: Json; context: Json; variables: JsonObject },
  now: number,
): FlowState {
  const root = { pointer: list, name, rawInput: input, input, startedAt: now, variables }
  return { open: [{ ...root, list: { pointer: list, index, laps: 0 } }], context, data: input }
}

class Trial {
  readonly #facts: RunFacts
  readonly #place: PlacedTask
  readonly #world: TestWorld
  readonly #expressions: WorkspaceExpressions
  readonly #trace = new Told()
  readonly #effects = new Told()
  readonly #journal: JournalEntry[] = []

  constructor(facts: RunFacts, place: PlacedTask, world: TestWorld, expressions: WorkspaceExpressions) {
    this.#facts = facts
    this.#place = place
    this.#world = world
    this.#expressions = expressions
  }

  async result(start: FlowState): Promise<StepResult> {
    let state = start
    let signal: Signal = { kind: 'go' }
    for (let count = 0; count < STEPS_MAX; count++) {
      const step = await advance(this.#facts, state, signal, this.#tools())
      this.#journal.push(...step.journal.filter(({ pointer }) => pointer === this.#place.pointer))
      state = step.state
      const end = this.#journal.findLast(({ kind }) => ENDS.includes(kind))
      if (end || step.next.kind === 'fault') return this.#ended(step, end)
      signal = this.#answer(step.next, state)
    }
    return this.#ended({ state, next: tooLong(this.#place.pointer) }, undefined)
  }

  #tools(): StepTools {
    const { evaluate, validate } = this.#expressions
    return {
      now: this.#world.now,
      random: () => 0,
      validate,
      evaluate: async (batch: readonly Evaluation[]) => {
        const answers = await evaluate(batch)
        for (const [at, { expression }] of batch.entries()) this.#trace.add({ expression, ...answers[at] })
        return answers
      },
    }
  }

  #answer(next: Next, state: FlowState): Signal {
    if (next.kind === 'go' || next.kind === 'stay') return { kind: 'go' }
    if (next.kind === 'wait') {
      this.#world.now = Math.max(this.#world.now, next.until)
      return { kind: 'go' }
    }
    const path = state.open.at(-1)?.pointer ?? ''
    const mock = this.#world.answerTo(path)
    if (next.kind === 'listen') {
      const [event] = mock?.events ?? []
      if (!event) return errorSignal('configuration', `There is no event for ${path}.`)
      return {
        kind: 'event',
        event: { specversion: '1.0', id: 'trial', source: 'test', type: '', ...event },
      }
    }
    this.#effects.add({ path, ...next })
    if (mock?.error) return { kind: 'error', error: mock.error }
    if (mock?.output !== undefined) return { kind: 'result', output: mock.output as Json }
    return errorSignal('configuration', `There is no answer for ${path}: give it one with mocks.`)
  }

  #ended({ state, next }: Pick<Step, 'state' | 'next'>, end: JournalEntry | undefined): StepResult {
    const started = this.#journal.find(({ kind }) => kind === 'started')
    const error = next.kind === 'fault' ? next.error : end?.error
    const root = state.open[0]
    const list = state.open.length === 1 && next.kind === 'go' ? root?.list : undefined
    const following = list && entriesOf(this.#facts.document, list.pointer)[list.index]
    return {
      status: error ? 'faulted' : end?.kind === 'skipped' ? 'skipped' : 'completed',
      input: started?.input ?? null,
      output: error ? null : (end?.output ?? state.data),
      error: error ? { ...error } : null,
      context: state.context,
      next: following?.pointer ?? null,
      effects: this.#effects.items,
      trace: this.#trace.items,
    }
  }
}

/** A list for the answer, which says so where it is cut. */
class Told {
  readonly items: JsonObject[] = []
  #room = TOLD_CHARACTERS_MAX

  add(item: object): void {
    if (this.#room < 0) return
    const text = JSON.stringify(item)
    this.#room -= text.length
    this.items.push(
      this.#room < 0 ? { cut: 'What follows is left out: it is too long.' } : (JSON.parse(text) as JsonObject),
    )
  }
}

const ENDS: readonly string[] = ['completed', 'skipped', 'faulted']

function tooLong(instance: string): Extract<Next, { kind: 'fault' }> {
  const signal = errorSignal('runtime', `A task that is tried by itself takes at most ${STEPS_MAX} steps.`)
  if (signal.kind !== 'error') throw new Error('not an error')
  return { kind: 'fault', error: { ...signal.error, instance } }
}
