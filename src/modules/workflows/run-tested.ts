import { isRecord } from '#core/json-record.ts'
import { redacted } from './flow-secret.rules.ts'
import { insertEffect } from './comparison.queries.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { standardError } from './flow-error.rules.ts'
import type { Next, Signal } from './flow-state.rules.ts'
import { nextMoment } from './run-commit.ts'
import type { Frame } from './run-frame.ts'
import { errorSignal, resultSignal } from './run-function.ts'
import type { OpenRun } from './run-job.ts'
import { assumed, isRead, placeOf, saidEffect } from './run-shadow.ts'
import type { Effect } from './run-step.ts'
import type { Mock } from './saved-test.schema.ts'

type Asking = Extract<Next, { kind: 'call' | 'emit' | 'run' }>

/** What a run of a test has in place of the world: a clock that is set forward, and answers that were written down. */
export class TestWorld {
  now: number
  readonly #mocks: Map<string, Mock[]>
  readonly #heard = new Set<string>()

  constructor(now: number, mocks: readonly Mock[]) {
    this.now = now
    this.#mocks = Map.groupBy(mocks, ({ path }) => path)
  }

  /** Of several each answers once, the last from then on. */
  answerTo(path: string): Mock | undefined {
    const [first, ...rest] = this.#mocks.get(path) ?? []
    if (rest.length > 0) this.#mocks.set(path, rest)
    return first
  }

  has(path: string): boolean {
    return this.#mocks.has(path)
  }

  /** The events for tasks that have begun to listen, each once. */
  eventsFor(pointers: readonly string[]): JsonObject[] {
    const unheard = pointers.filter((pointer) => !this.#heard.has(pointer))
    for (const pointer of unheard) this.#heard.add(pointer)
    return unheard.flatMap((pointer) => this.answerTo(pointer)?.events ?? []) as JsonObject[]
  }
}

/** Reads of the product are real, unless the test answers them. All else is only written down. */
export function isTested(run: OpenRun, next: Extract<Asking, { kind: 'call' }>): boolean {
  return run.test !== undefined && (run.test.has(placeOf(next).path) || !isRead(run, next))
}

export function testedEffect(run: OpenRun, frame: Frame, next: Asking): Effect {
  const { path, iteration } = placeOf(next)
  return {
    frame,
    async perform(ctx) {
      if (next.kind === 'run') {
        const { namespace, name, version } = next.workflow
        const target = `${namespace}/${name}:${version}`
        const fields = asRecord(redacted(next.input, run.facts.secrets ?? {}))
        await insertEffect(ctx, { kind: 'run', target, fields, runId: run.row.id, path, iteration })
      } else if (!isRead(run, next)) {
        await insertEffect(ctx, { ...saidEffect(run, next), runId: run.row.id, path, iteration })
      }
      return answered(run, next, run.test?.answerTo(path))
    },
  }
}

function asRecord(value: Json): JsonObject {
  return isRecord(value) ? value : { value }
}

function answered(run: OpenRun, next: Asking, mock: Mock | undefined): Signal {
  if (mock?.error) return { kind: 'error', error: mock.error }
  if (mock?.output !== undefined) return resultSignal(mock.output as Json)
  if (next.kind === 'emit') return resultSignal(assumed(run, next))
  if (next.kind === 'run') return next.isAwaited ? unanswered(next) : resultSignal(null)
  const isOfProduct = next.call === 'function' && run.engine.functions.get(idOf(next.function))?.operation
  return isOfProduct ? resultSignal(assumed(run, next)) : unanswered(next)
}

function idOf({ name, version }: { name: string; version: string }): string {
  return `${name}:${version}`
}

function unanswered(next: Asking): Signal {
  return errorSignal('configuration', `The test does not say what ${placeOf(next).path} gets for an answer.`)
}

/**
 * Nothing can go on: events come that are listened for, else it becomes as late as something waits for. False when
 * nothing ever happens again; then the run has failed.
 */
export function passTime(run: OpenRun, world: TestWorld): boolean {
  const listening = [...run.frames.values()].flatMap(({ state }) =>
    (state?.open ?? []).filter((open) => open.listening && !open.listening.isOver).map(({ pointer }) => pointer),
  )
  const events = world.eventsFor(listening).map((event, at) => ({
    eventId: String(event['id'] ?? `${listening.join()} ${at}`),
    event: {
      specversion: '1.0',
      source: 'test',
      ...event,
      id: String(event['id'] ?? at),
      type: String(event['type'] ?? ''),
    },
  }))
  run.events.push(...events)
  if (events.length > 0) return true
  const moment = nextMoment(run)
  if (moment === undefined) {
    const cursor = run.frames.get(0)?.state?.open.at(-1)?.pointer || '/'
    const detail = `Nothing more happens: the test does not say what ${listening.join(', ') || cursor} waits for.`
    run.end = { state: 'faulted', error: standardError('configuration', cursor, detail) }
    return false
  }
  world.now = Math.max(world.now, moment)
  return true
}
