import { escapePointer } from '#core/json-pointer.ts'
import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject, Task, WorkflowDocument } from './document.schema.ts'
import { tasksOf, type PlacedTask } from './document-task.rules.ts'
import { expressionIn, isUnclosed, variablesIn } from './expression.rules.ts'

/** An expression of a document and what it may see. */
export interface PlacedExpression {
  pointer: string
  text: string
  variables: string[]
  mayUseSecrets: boolean
}

const ALWAYS = ['context', 'workflow', 'runtime']
const IN_TASK = [...ALWAYS, 'input', 'task']

/** Fields that hold one expression and nothing else, with or without `${ }`, relative to their task. */
const CONDITIONS: readonly { path: string; also?: (task: Task) => string[] }[] = [
  { path: 'if' },
  { path: 'for/in' },
  { path: 'while', also: ({ for: loop }) => [loop?.each ?? 'item', loop?.at ?? 'index'] },
  { path: 'catch/when', also: caughtName },
  { path: 'catch/exceptWhen', also: caughtName },
  { path: 'catch/retry/when', also: caughtName },
  { path: 'catch/retry/exceptWhen', also: caughtName },
  { path: 'listen/to/until' },
]

function caughtName({ catch: clause }: Task): string[] {
  return [clause?.as ?? 'error']
}

/** Every expression of a document, in the order of its tasks. */
export function expressionsOf(document: WorkflowDocument): PlacedExpression[] {
  const found: PlacedExpression[] = []
  const isLoose = document.evaluate?.mode === 'loose'
  addInput(found, '/input/from', document.input?.from, ['workflow', 'runtime'], isLoose)
  addTransform(found, '/output/as', document.output?.as, ALWAYS)
  const use = document.use ?? {}
  addTexts(found, '/use/authentications', use.authentications, IN_TASK, true)
  addTexts(found, '/use/errors', use.errors, IN_TASK)
  const tasks = tasksOf(document)
  const caught = tasks.flatMap(({ task }) => (task.catch ? caughtName(task) : []))
  for (const [name, { when, exceptWhen }] of Object.entries(use.retries ?? {})) {
    const pointer = `/use/retries/${escapePointer(name)}`
    if (typeof when === 'string') add(found, `${pointer}/when`, when, [...IN_TASK, ...caught])
    if (typeof exceptWhen === 'string') add(found, `${pointer}/exceptWhen`, exceptWhen, [...IN_TASK, ...caught])
  }
  addListen(found, '/schedule/on', document.schedule?.on as Json | undefined, ['runtime'])
  for (const placed of tasks) addTask(found, placed, isLoose)
  return found
}

/** The calls that leave the product: only with them may a secret go. */
const OUTSIDE = ['http', 'openapi', 'mcp']

function addTask(found: PlacedExpression[], { pointer, task, variables }: PlacedTask, isLoose: boolean): void {
  const around = [...IN_TASK, ...variables]
  const before = around.filter((name) => name !== 'input')
  addInput(found, `${pointer}/input/from`, task.input?.from, before, isLoose)
  for (const { path, also } of CONDITIONS) {
    const value = at(task, path)
    if (typeof value === 'string') add(found, `${pointer}/${path}`, value, [...around, ...(also?.(task) ?? [])])
  }
  for (const [index, entry] of (task.switch ?? []).entries()) {
    for (const [name, { when }] of Object.entries(entry)) {
      if (typeof when === 'string') add(found, `${pointer}/switch/${index}/${escapePointer(name)}/when`, when, around)
    }
  }
  addTransform(found, `${pointer}/set`, task.set, around)
  addTexts(found, `${pointer}/with`, task.with, around, OUTSIDE.includes(task.call ?? ''))
  for (const path of [
    'emit',
    'raise',
    'wait',
    'run/workflow/input',
    'timeout',
    'catch/retry/delay',
    'catch/retry/limit',
    'catch/retry/jitter',
  ]) {
    addTexts(found, `${pointer}/${path}`, at(task, path), around)
  }
  addListen(found, `${pointer}/listen/to`, at(task, 'listen/to'), around)
  addTransform(found, `${pointer}/output/as`, task.output?.as, around)
  addTransform(found, `${pointer}/export/as`, task.export?.as, [...around, 'output'])
  const perEvent = [...around, task.foreach?.item ?? 'item', task.foreach?.at ?? 'index']
  addTransform(found, `${pointer}/foreach/output/as`, task.foreach?.output?.as, perEvent)
  addTransform(found, `${pointer}/foreach/export/as`, task.foreach?.export?.as, [...perEvent, 'output'])
}

/** Filters: `from` of a correlation is always an expression, all else only in `${ }`. */
function addListen(found: PlacedExpression[], pointer: string, value: Json | undefined, variables: string[]): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const place = `${pointer}/${escapePointer(name)}`
    if (name === 'from' && typeof inner === 'string') add(found, place, inner, variables)
    else if (typeof inner === 'string') addTexts(found, place, inner, variables)
    else addListen(found, place, inner, variables)
  }
}

function at(task: Task, path: string): Json | undefined {
  let value: Json | undefined = task as unknown as JsonObject
  for (const name of path.split('/')) {
    if (!isRecord(value)) return undefined
    value = value[name]
  }
  return value
}

function add(
  found: PlacedExpression[],
  pointer: string,
  text: string,
  variables: string[],
  mayUseSecrets = false,
): void {
  found.push({ pointer, text, variables, mayUseSecrets })
}

function addTransform(
  found: PlacedExpression[],
  pointer: string,
  value: string | JsonObject | undefined,
  variables: string[],
): void {
  if (typeof value === 'string') add(found, pointer, value, variables)
  else addTexts(found, pointer, value, variables)
}

/** Versions from before may have secrets here, so they are in reach: in loose mode also for texts without `${ }`. */
function addInput(
  found: PlacedExpression[],
  pointer: string,
  value: string | JsonObject | undefined,
  variables: string[],
  isLoose: boolean,
): void {
  addTransform(found, pointer, value, variables)
  if (isLoose && typeof value === 'object') addLooseSecrets(found, pointer, value)
}

function addLooseSecrets(found: PlacedExpression[], pointer: string, value: Json): void {
  if (typeof value === 'string') {
    const isNew = expressionIn(value) === undefined && !isUnclosed(value)
    if (isNew && variablesIn(value).includes('secrets')) add(found, pointer, value, [])
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value))
      addLooseSecrets(found, `${pointer}/${escapePointer(name)}`, inner)
  }
}

/** `${ }` anywhere within. */
function addTexts(
  found: PlacedExpression[],
  pointer: string,
  value: Json | undefined,
  variables: string[],
  mayUseSecrets = false,
): void {
  if (typeof value === 'string') {
    if (expressionIn(value) !== undefined || isUnclosed(value)) add(found, pointer, value, variables, mayUseSecrets)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      addTexts(found, `${pointer}/${escapePointer(name)}`, inner, variables, mayUseSecrets)
    }
  }
}
