import { isRecord } from '#core/json-record.ts'
import type { EventFilter, EventStrategy, Json, JsonObject } from './document.schema.ts'
import { expressionIn } from './expression.rules.ts'
import { isTruthy, order } from './value-order.rules.ts'
import { closeTask, exportContext } from './flow-close.rules.ts'
import {
  definitionOf,
  evaluate,
  evaluateAll,
  isTrue,
  scopeOf,
  topOf,
  transformed,
  validated,
  type Walk,
} from './flow-data.rules.ts'
import type { Listening, Next, OpenTask, RunFacts, StepTools } from './flow-state.rules.ts'

export async function listens(walk: Walk, open: OpenTask): Promise<Next> {
  open.listening ??= { taken: [], queue: [], count: 0, met: [], correlations: {}, isOver: false }
  walk.state.waiting = { kind: 'listen' }
  return { kind: 'listen', types: typesOf(definitionOf(walk, open).listen?.to ?? {}) }
}

/** An event has come: it is taken if a filter of the innermost task that listens wants it. */
export async function heard(walk: Walk, event: JsonObject): Promise<Next> {
  const { state } = walk
  const open = state.open.findLast(({ listening }) => listening && !listening.isOver)
  walk.isTaken = false
  const still: Next = state.waiting ? { kind: 'stay' } : { kind: 'go' }
  if (!open?.listening) return still
  const { listen } = definitionOf(walk, open)
  const strategy = listen?.to ?? {}
  const met = await metBy(walk, open, strategy, event)
  const stops = typeof strategy.until === 'object' ? await metBy(walk, open, strategy.until, event) : undefined
  if (!met && !stops) return still
  walk.isTaken = true
  await keep(walk, open, { met, stops, value: readAs(listen?.read ?? 'data', event) })
  // While `foreach` is at work on an earlier event, this one waits in the queue.
  return state.waiting?.kind === 'listen' && topOf(walk) === open ? onward(walk) : still
}

interface Kept {
  met: Met | undefined
  stops: Met | undefined
  value: Json
}

async function keep(walk: Walk, open: OpenTask, { met, stops, value }: Kept): Promise<void> {
  const { listening } = open
  if (!listening) return
  const { listen } = definitionOf(walk, open)
  const strategy = listen?.to ?? {}
  const changed: Listening = {
    ...listening,
    met: [...new Set([...listening.met, ...(met?.keys ?? []), ...(stops?.keys.map((key) => `until ${key}`) ?? [])])],
    correlations: { ...listening.correlations, ...met?.correlations, ...stops?.correlations },
    queue: met ? [...listening.queue, value] : listening.queue,
    count: met ? listening.count + 1 : listening.count,
  }
  if (typeof strategy.until === 'string') changed.events = [...(listening.events ?? []), ...(met ? [value] : [])]
  open.listening = changed
  if (await isOver(walk, open, strategy, changed)) open.listening = { ...changed, isOver: true }
}

async function isOver(walk: Walk, open: OpenTask, strategy: EventStrategy, now: Listening): Promise<boolean> {
  if (strategy.one) return now.count > 0
  if (strategy.all) return strategy.all.every((_, at) => now.met.includes(String(at)))
  const { until } = strategy
  if (until === undefined) return now.count > 0
  if (typeof until === 'string') return isTrue(walk, until, now.events ?? [], scopeOf(walk, open))
  if (until.all) return until.all.every((_, at) => now.met.includes(`until ${at}`))
  return now.met.some((key) => key.startsWith('until '))
}

/** What was taken goes through `foreach` one by one, then the task waits on or is done. */
async function onward(walk: Walk): Promise<Next> {
  const open = topOf(walk)
  const { listening } = open
  const { foreach } = definitionOf(walk, open)
  if (!listening) return { kind: 'go' }
  const [first, ...queue] = listening.queue
  if (first === undefined) {
    if (!listening.isOver) return listens(walk, open)
    delete walk.state.waiting
    return closeTask(walk, listening.taken)
  }
  open.listening = { ...listening, queue }
  open.variables = { [foreach?.item ?? 'item']: first, [foreach?.at ?? 'index']: listening.taken.length }
  walk.state.data = first
  if (!foreach?.do || foreach.do.length === 0) return afterItem(walk)
  delete walk.state.waiting
  open.list = { pointer: `${open.pointer}/foreach/do`, index: 0, laps: 0 }
  return { kind: 'go' }
}

export async function afterItem(walk: Walk): Promise<Next> {
  const open = topOf(walk)
  const { foreach = {} } = definitionOf(walk, open)
  const raw = walk.state.data
  const output = await transformed(walk, foreach.output?.as, raw, scopeOf(walk, open, { rawOutput: raw }))
  await validated(walk, foreach.output ?? {}, output, open.pointer)
  await exportContext(walk, open, foreach.export, { output, rawOutput: raw })
  if (open.listening) open.listening = { ...open.listening, taken: [...open.listening.taken, output] }
  delete open.list
  return onward(walk)
}

function readAs(read: 'data' | 'envelope' | 'raw', event: JsonObject): Json {
  if (read === 'envelope') return event
  const { data, data_base64: bytes = null } = event
  return data === undefined ? bytes : data
}

/**
 * Which filters of the document's `schedule.on` an event meets, each with the values that tie it to others. With `one`
 * and `any` a single one starts a run; with `all` events are gathered until each filter has one.
 */
export async function startedBy(facts: RunFacts, event: JsonObject, tools: StepTools): Promise<MetFilter[]> {
  const on = facts.document.schedule?.on
  if (!on) return []
  if (on.any?.length === 0) return [{ at: 0, correlations: {} }]
  const open: OpenTask = {
    pointer: '/schedule/on',
    name: 'schedule',
    rawInput: null,
    input: null,
    startedAt: tools.now,
  }
  const walk: Walk = { facts, tools, journal: [], state: { open: [open], context: null, data: null } }
  const met: MetFilter[] = []
  for (const [at, filter] of (on.all ?? on.any ?? (on.one ? [on.one] : [])).entries()) {
    if (!(await isWith(walk, open, filter.with, event))) continue
    const correlations = await correlated(walk, open, filter, event)
    if (correlations) met.push({ at, correlations })
  }
  return met
}

export interface MetFilter {
  /** Which of them. */
  at: number
  correlations: JsonObject
}

interface Met {
  /** Which filters it meets. */
  keys: string[]
  correlations: JsonObject
}

async function metBy(walk: Walk, open: OpenTask, strategy: EventStrategy, event: JsonObject): Promise<Met | undefined> {
  // `any` without a filter takes every event.
  if (strategy.any?.length === 0) return { keys: ['any'], correlations: {} }
  const filters = strategy.all ?? strategy.any ?? (strategy.one ? [strategy.one] : [])
  const keys: string[] = []
  const correlations: JsonObject = {}
  for (const [at, filter] of filters.entries()) {
    // Each filter of `all` has one event; another of the same kind is for someone else.
    if (strategy.all && open.listening?.met.includes(String(at))) continue
    if (!(await isWith(walk, open, filter.with, event))) continue
    const found = await correlated(walk, open, filter, event)
    if (!found) continue
    keys.push(String(at))
    Object.assign(correlations, found)
  }
  return keys.length > 0 ? { keys, correlations } : undefined
}

/** Texts are compared; an expression is asked about the value; an object names the fields that count. */
async function isWith(walk: Walk, open: OpenTask, wanted: Json, actual: Json): Promise<boolean> {
  if (typeof wanted === 'string' && expressionIn(wanted) !== undefined) return isAnswered(walk, open, wanted, actual)
  if (!isRecord(wanted)) return order(wanted, actual) === 0
  if (!isRecord(actual)) return false
  for (const [name, inner] of Object.entries(wanted)) {
    if (!(await isWith(walk, open, inner, actual[name] ?? null))) return false
  }
  return true
}

/** An event of another shape, about which the expression cannot say anything, is not the one: it must not fail the run. */
async function isAnswered(walk: Walk, open: OpenTask, wanted: string, actual: Json): Promise<boolean> {
  const [answer] = await evaluateAll(walk, [wanted], actual, scopeOf(walk, open))
  if (!answer || 'fault' in answer) return false
  const { value } = answer
  return typeof value === 'boolean' || value === null ? isTruthy(value) : order(value, actual) === 0
}

/** The values that tie an event to this run; nothing when they are another's. */
async function correlated(
  walk: Walk,
  open: OpenTask,
  { correlate = {} }: EventFilter,
  event: JsonObject,
): Promise<JsonObject | undefined> {
  const scope = scopeOf(walk, open)
  const keys = Object.entries(correlate)
  const answers = await evaluateAll(
    walk,
    keys.map(([, { from }]) => from),
    event,
    scope,
  )
  const found: JsonObject = {}
  for (const [at, [name, { expect }]] of keys.entries()) {
    const answer = answers[at]
    const value = answer && 'value' in answer ? answer.value : null
    const wanted = expect === undefined ? open.listening?.correlations[name] : await expected(walk, open, expect)
    if (value === null || (wanted !== undefined && order(value, wanted) !== 0)) return undefined
    found[name] = value
  }
  return found
}

async function expected(walk: Walk, open: OpenTask, expect: string): Promise<Json> {
  return expressionIn(expect) === undefined ? expect : evaluate(walk, expect, open.input, scopeOf(walk, open))
}

/** So that the engine need not offer every event to every run. */
function typesOf(strategy: EventStrategy): string[] | undefined {
  const until = typeof strategy.until === 'object' ? typesOf(strategy.until) : []
  const filters = strategy.all ?? strategy.any ?? (strategy.one ? [strategy.one] : [])
  const types = filters.map((filter) => filter.with['type'])
  const known = types.filter((type) => typeof type === 'string' && expressionIn(type) === undefined)
  if (!until || strategy.any?.length === 0 || known.length < types.length) return undefined
  return [...new Set([...(known as string[]), ...until])]
}
