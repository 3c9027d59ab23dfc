import type { Duration, InputUse, Json, JsonObject, OutputUse, Task, TimeoutUse } from './document.schema.ts'
import { valueAt } from './document-task.rules.ts'
import { type Evaluated, type Lookup, expressionIn, expressionOf, variablesIn } from './expression.rules.ts'
import { durationMillis, MOMENT_MAX } from './flow-duration.rules.ts'
import { FlowError, standardError } from './flow-error.rules.ts'
import type { FlowState, JournalEntry, OpenTask, RunFacts, StepTools, Waiting } from './flow-state.rules.ts'
import { isInJsonata, NO_JSONATA } from './jsonata.rules.ts'
import { storable, valueFault } from './value.rules.ts'
import { isTruthy } from './value-order.rules.ts'

/** One step under way. */
export interface Walk {
  readonly facts: RunFacts
  readonly tools: StepTools
  readonly state: FlowState
  readonly journal: JournalEntry[]
  /** The task that began with it, if one did. */
  opens?: string
  isTaken?: boolean
  abandons?: Waiting['kind']
}

export function topOf({ state }: Walk): OpenTask {
  const top = state.open.at(-1)
  if (!top) throw new Error('nothing is open')
  return top
}

export function definitionOf({ facts }: Pick<Walk, 'facts'>, { pointer }: Pick<OpenTask, 'pointer'>): Task {
  return valueAt(facts.document, pointer) ?? {}
}

/** What an expression sees beside `.`, and where it stands. */
export interface Scope {
  instance: string
  variables: Lookup
  hasSecrets: boolean
}

interface Extras {
  output?: Json
  rawOutput?: Json
  hasSecrets?: boolean
  /** Of the moment only, as an error that may be caught. */
  more?: JsonObject
}

/** As the standard's table has it; `$input` is missing where the input is only being made. */
export function scopeOf(walk: Walk, open: OpenTask, extras: Extras = {}, hasInput = true): Scope {
  const variables: Lookup = (name) => {
    switch (name) {
      case 'context':
        return walk.state.context
      case 'input':
        return hasInput ? open.input : undefined
      case 'output':
        return extras.output
      case 'secrets':
        return extras.hasSecrets ? (walk.facts.secrets ?? {}) : undefined
      case 'task':
        return open.pointer === '' ? undefined : taskValue(walk, open, extras.rawOutput)
      case 'workflow':
        return workflowValue(walk.facts)
      case 'runtime':
        return { ...walk.facts.runtime }
      default:
        return extras.more?.[name] ?? ownVariable(walk, name)
    }
  }
  return { instance: open.pointer || '/', variables, hasSecrets: extras.hasSecrets ?? false }
}

function ownVariable({ state }: Walk, name: string): Json | undefined {
  return state.open.findLast(({ variables }) => variables && Object.hasOwn(variables, name))?.variables?.[name]
}

function taskValue(walk: Walk, open: OpenTask, rawOutput: Json | undefined): JsonObject {
  return {
    name: open.name,
    reference: open.pointer,
    definition: definitionOf(walk, open) as JsonObject,
    input: open.rawInput,
    startedAt: momentValue(open.startedAt),
    ...(rawOutput === undefined ? {} : { output: rawOutput }),
  }
}

function workflowValue({ id, input, startedAt, document }: RunFacts): JsonObject {
  return { id, input, startedAt: momentValue(startedAt), definition: document as unknown as JsonObject }
}

function momentValue(millis: number): JsonObject {
  const epoch = { seconds: Math.floor(millis / 1000), milliseconds: millis }
  return { iso8601: new Date(millis).toISOString(), epoch }
}

/** Several at once, each with its own answer. */
export function evaluateAll(walk: Walk, texts: readonly string[], data: Json, scope: Scope): Promise<Evaluated[]> {
  const { variables, instance } = scope
  if (isInJsonata(walk.facts.document)) throw new FlowError(standardError('expression', instance, NO_JSONATA))
  return walk.tools.evaluate(texts.map((text) => ({ expression: expressionOf(text), data, variables })))
}

export function valueOf(answer: Evaluated | undefined, text: string, { instance, hasSecrets }: Scope): Json {
  if (answer && 'value' in answer) return answer.value
  // It could say a secret in words that nobody would know it by.
  const isHidden = hasSecrets && variablesIn(text).includes('secrets')
  const fault = isHidden ? 'it failed; what it says is not shown, since it names secrets' : answer?.fault
  throw new FlowError(standardError('expression', instance, `${text}: ${storable(fault ?? 'no answer')}`))
}

/** Of a field that holds an expression and nothing else. */
export async function evaluate(walk: Walk, text: string, data: Json, scope: Scope): Promise<Json> {
  const [answer] = await evaluateAll(walk, [text], data, scope)
  return keepable(valueOf(answer, text, scope), scope, 'expression')
}

/** What a run cannot keep is refused where it is made, so that the nearest `try` can catch it. */
export function keepable(value: Json, { instance }: Pick<Scope, 'instance'>, type: 'expression' | 'runtime'): Json {
  const fault = valueFault(value)
  if (fault !== undefined) throw new FlowError(standardError(type, instance, fault))
  return value
}

export async function isTrue(walk: Walk, text: string, data: Json, scope: Scope): Promise<boolean> {
  return isTruthy(await evaluate(walk, text, data, scope))
}

/** A value with every expression in it worked out, all in one go. */
export async function resolved(walk: Walk, value: Json, data: Json, scope: Scope): Promise<Json> {
  const isLoose = walk.facts.document.evaluate?.mode === 'loose'
  const texts: string[] = []
  collect(value, isLoose, texts)
  if (texts.length === 0) return value
  const answers = await evaluateAll(walk, texts, data, scope)
  let at = 0
  const whole = replaced(value, isLoose, (text) => {
    const answer = answers[at++]
    // In loose mode every text is tried, and one that is no expression stays as it is.
    if (isLoose && answer && 'fault' in answer && expressionIn(text) === undefined) return text
    return valueOf(answer, text, scope)
  })
  return keepable(whole, scope, 'expression')
}

function isMeant(text: string, isLoose: boolean): boolean {
  return isLoose || expressionIn(text) !== undefined
}

function collect(value: Json, isLoose: boolean, texts: string[]): void {
  if (typeof value === 'string') {
    if (isMeant(value, isLoose)) texts.push(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collect(inner, isLoose, texts)
  }
}

function replaced(value: Json, isLoose: boolean, by: (text: string) => Json): Json {
  if (typeof value === 'string') return isMeant(value, isLoose) ? by(value) : value
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, isLoose, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, isLoose, by)]))
}

/** `from` and `as`: a text is an expression, an object has expressions in it. */
export async function transformed(
  walk: Walk,
  by: string | JsonObject | undefined,
  data: Json,
  scope: Scope,
): Promise<Json> {
  if (by === undefined) return keepable(data, scope, 'runtime')
  return typeof by === 'string' ? evaluate(walk, by, data, scope) : resolved(walk, by, data, scope)
}

export async function validated(
  walk: Walk,
  { schema }: InputUse | OutputUse,
  value: Json,
  instance: string,
): Promise<void> {
  if (schema?.document === undefined) return
  const fault = await walk.tools.validate(schema.document, value)
  if (fault !== undefined) throw new FlowError(standardError('validation', instance, fault))
}

export async function millisOf(walk: Walk, duration: Duration, data: Json, scope: Scope): Promise<number> {
  const value = typeof duration === 'string' ? await resolved(walk, duration, data, scope) : duration
  const millis = durationMillis(value as Duration, walk.tools.now)
  if (millis !== undefined && walk.tools.now + millis <= MOMENT_MAX) return millis
  const why = millis === undefined ? 'is no duration of at most ten years' : 'from now on would pass the year 9999'
  const detail = `${JSON.stringify(value)} ${why}.`
  throw new FlowError(standardError('expression', scope.instance, detail))
}

/** When the time of a task is over; a text names one of the document's timeouts. */
export async function dueOf(
  walk: Walk,
  timeout: TimeoutUse | undefined,
  data: Json,
  scope: Scope,
): Promise<number | undefined> {
  const used = typeof timeout === 'string' ? walk.facts.document.use?.timeouts?.[timeout] : timeout
  return used && walk.tools.now + (await millisOf(walk, used.after, data, scope))
}
