import type { Json, JsonObject, Task } from './document.schema.ts'
import { entriesOf, kindOf } from './document-task.rules.ts'
import { isTruthy } from './value-order.rules.ts'
import { callOf } from './flow-call.rules.ts'
import { closeTask, iterationOf } from './flow-close.rules.ts'
import {
  definitionOf,
  evaluate,
  evaluateAll,
  isTrue,
  millisOf,
  resolved,
  scopeOf,
  topOf,
  transformed,
  valueOf,
  type Walk,
} from './flow-data.rules.ts'
import { FlowError, standardError } from './flow-error.rules.ts'
import { branchesOf } from './flow-fork.rules.ts'
import { listens } from './flow-listen.rules.ts'
import type { Next, OpenTask, RunError } from './flow-state.rules.ts'
import { isReserved, RESERVED_WORDS } from './product-event.rules.ts'

const ITERATIONS_MAX = 10_000

/** What the innermost task, whose input is made, is about. It may be asked again: then it says the same. */
export async function perform(walk: Walk): Promise<Next> {
  const open = topOf(walk)
  const task = definitionOf(walk, open)
  switch (kindOf(task)) {
    case 'set':
      return closeTask(walk, await transformed(walk, task.set, open.input, scopeOf(walk, open)))
    case 'switch':
      return switched(walk, open, task)
    case 'do':
      return entered(walk, open, `${open.pointer}/do`, open.input)
    case 'for':
      return looped(walk, open, task)
    case 'try':
      return tried(walk, open, task)
    case 'raise':
      throw new FlowError(await raisedError(walk, open, task))
    case 'fork':
      walk.state.waiting = { kind: 'fork' }
      return { kind: 'fork', key: keyOf(walk), isRace: task.fork?.compete === true, branches: branchesOf(walk, open) }
    case 'wait': {
      const until = walk.tools.now + (await millisOf(walk, task.wait ?? 'PT0S', open.input, scopeOf(walk, open)))
      walk.state.waiting = { kind: 'wait', until }
      return { kind: 'wait', until, reason: 'wait' }
    }
    case 'emit':
      return tells(walk, open, task)
    case 'run':
      return ran(walk, open, task)
    case 'call':
      return called(walk, open, task)
    case 'listen':
      return listens(walk, open)
    default:
      throw new FlowError(standardError('configuration', open.pointer, 'The task does not say what it does.'))
  }
}

async function tells(walk: Walk, open: OpenTask, task: Task): Promise<Next> {
  const event = (await resolved(walk, task.emit?.event.with ?? {}, open.input, scopeOf(walk, open))) as JsonObject
  if (isReserved(event['type'])) {
    const error = standardError('validation', open.pointer, RESERVED_WORDS)
    throw new FlowError({ ...error, title: 'event_type_reserved' })
  }
  walk.state.waiting = { kind: 'emit' }
  return { kind: 'emit', key: keyOf(walk), event }
}

/** The same for every attempt at the same thing, so that a receiver can tell a repetition. */
function keyOf(walk: Walk): string {
  return `${topOf(walk).pointer}/${iterationOf(walk)}`
}

function entered({ state }: Walk, open: OpenTask, pointer: string, data: Json): Next {
  open.list = { pointer, index: 0, laps: 0 }
  state.data = data
  return { kind: 'go' }
}

/** The first case whose condition is true, else the one without a condition, else on as if it were not there. */
async function switched(walk: Walk, open: OpenTask, { switch: cases = [] }: Task): Promise<Next> {
  const all = cases.flatMap((entry) => Object.values(entry))
  const conditions = all.flatMap(({ when }) => (when === undefined ? [] : [when]))
  const scope = scopeOf(walk, open)
  const answers = await evaluateAll(walk, conditions, open.input, scope)
  let at = 0
  for (const { when, then } of all) {
    if (when !== undefined && isTruthy(valueOf(answers[at++], when, scope))) return closeTask(walk, open.input, then)
  }
  return closeTask(walk, open.input, all.find(({ when }) => when === undefined)?.then)
}

async function looped(walk: Walk, open: OpenTask, { for: loop }: Task): Promise<Next> {
  const items = await evaluate(walk, loop?.in ?? '.', open.input, scopeOf(walk, open))
  if (!Array.isArray(items)) {
    throw new FlowError(standardError('expression', open.pointer, `${loop?.in} gives no list to go through.`))
  }
  if (items.length > ITERATIONS_MAX) {
    throw new FlowError(standardError('runtime', open.pointer, `A loop goes round at most ${ITERATIONS_MAX} times.`))
  }
  open.loop = { items, index: -1 }
  walk.state.data = open.input
  return nextRound(walk)
}

/** What one round gives, the next one gets; what the last one gives, the loop gives. */
export async function nextRound(walk: Walk): Promise<Next> {
  const open = topOf(walk)
  const { for: names, while: condition } = definitionOf(walk, open)
  const { items, index } = open.loop ?? { items: [], index: 0 }
  const item = items[index + 1]
  if (item === undefined) return closeTask(walk, walk.state.data)
  open.loop = { items, index: index + 1 }
  open.variables = { [names?.each ?? 'item']: item, [names?.at ?? 'index']: index + 1 }
  if (condition !== undefined && !(await isTrue(walk, condition, walk.state.data, scopeOf(walk, open)))) {
    return closeTask(walk, walk.state.data)
  }
  return entered(walk, open, `${open.pointer}/do`, walk.state.data)
}

async function tried(walk: Walk, open: OpenTask, task: Task): Promise<Next> {
  open.attempt = { count: 1, firstAt: walk.tools.now, isHandling: false }
  const retry = task.catch?.retry
  const policy = typeof retry === 'string' ? walk.facts.document.use?.retries?.[retry] : retry
  const limit = policy?.limit?.attempt?.duration
  if (limit !== undefined) {
    open.attempt.due = walk.tools.now + (await millisOf(walk, limit, open.input, scopeOf(walk, open)))
  }
  return entered(walk, open, `${open.pointer}/try`, open.input)
}

async function raisedError(walk: Walk, open: OpenTask, { raise }: Task): Promise<RunError> {
  const { error = '' } = raise ?? {}
  const meant = typeof error === 'string' ? walk.facts.document.use?.errors?.[error] : error
  if (!meant) return standardError('configuration', open.pointer, `There is no error named ${String(error)}.`)
  const value = (await resolved(walk, meant, open.input, scopeOf(walk, open))) as JsonObject
  const { type, status, title, detail, instance } = value
  return {
    type: String(type),
    status: Number(status),
    instance: typeof instance === 'string' ? instance : open.pointer,
    ...(title === undefined || title === null ? {} : { title: plain(title) }),
    ...(detail === undefined || detail === null ? {} : { detail: plain(detail) }),
  }
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function ran(walk: Walk, open: OpenTask, { run }: Task): Promise<Next> {
  if (!run?.workflow) throw new FlowError(standardError('configuration', open.pointer, 'Only workflows can be run.'))
  const { namespace, name, version, input } = run.workflow
  const given = input === undefined ? open.input : await resolved(walk, input, open.input, scopeOf(walk, open))
  walk.state.waiting = { kind: 'run' }
  const workflow = { namespace, name, version }
  return { kind: 'run', key: keyOf(walk), workflow, input: given, isAwaited: run.await !== false }
}

/** A function of the document is run here, like a task within; all others are called. */
async function called(walk: Walk, open: OpenTask, task: Task): Promise<Next> {
  const name = task.call ?? ''
  const functions = walk.facts.document.use?.functions ?? {}
  if (Object.hasOwn(functions, name)) {
    const data = task.with ? await resolved(walk, task.with, open.input, scopeOf(walk, open)) : open.input
    const [entry] = entriesOf(walk.facts.document, `/use/functions/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    return entered(walk, open, entry?.pointer ?? '', data)
  }
  const call = await callOf(walk, open, name, task.with ?? {})
  walk.state.waiting = { kind: 'call' }
  return { kind: 'call', key: keyOf(walk), ...call }
}
