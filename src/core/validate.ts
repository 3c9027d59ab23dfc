import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TObject, TSchema } from 'typebox'
import { atFirstUse, atFirstUseOf } from './at-first-use.ts'
import { coreFailures, fail, type Failure, type Fault } from './errors.ts'
import { formats } from './formats.ts'
import { unstorableText } from './json.ts'
import { escapePointer, unescapePointer } from './json-pointer.ts'
import { didYouMean } from './mistyped.ts'
import { FIXED, namesIn, SEEN } from './schema.ts'
import { idsMadeSmall } from './small-ids.ts'
import { turnedSpans } from './turned-span.ts'
import { withoutOtherForms } from './validate-choice.ts'

const FAULTS_SHOWN_MAX = 20

/** Above this many values only the first fault is named: to find all in a megabyte of zeros would take a second. */
const THOROUGH_VALUES_MAX = 2000

/** Strict: nothing is converted, dropped or filled in. */
function strictAjv({ allErrors }: { allErrors: boolean }): Ajv {
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    allErrors,
    unicodeRegExp: true,
    // An error then has the schema around it, which knows the names that there are.
    verbose: true,
    // The same schema may stand in several places.
    addUsedSchema: false,
  })
  ajv.addKeyword('x-contract')
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (text: string) => format.test(text))
  return ajv
}

// One instance for all schemas: making one costs more than compiling a schema.
const thorough = strictAjv({ allErrors: true })
const brief = strictAjv({ allErrors: false })

/** Refuses a request with all that is wrong with it: the first in the sentence, the first twenty in the list. */
export function refuseFaults(
  [first, ...rest]: readonly [Fault, ...Fault[]],
  failure: Failure = coreFailures.invalid_request,
): never {
  const where = first.parameter ?? (first.pointer || 'The body')
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : ''
  fail(failure, {
    detail: `${where}: ${first.message}${more}`,
    errors: [first, ...rest].slice(0, FAULTS_SHOWN_MAX),
  })
}

export function refuseAny(faults: readonly Fault[], failure?: Failure): void {
  const [first, ...rest] = faults
  if (first) refuseFaults([first, ...rest], failure)
}

export type BodyValidator = (body: unknown) => Fault[]

/**
 * Answers what is wrong with a body; nothing when it is right. The same schema gives the same validator. The one thing
 * that is changed in the body are the letters of its ids.
 */
export const bodyValidator: (schema: TSchema) => BodyValidator = atFirstUseOf((schema) => {
  const findFirst = atFirstUse(() => brief.compile(schema))
  const findAll = atFirstUse(() => thorough.compile(schema))
  const makeSmall = atFirstUse(() => idsMadeSmall(schema))
  const findTurned = atFirstUse(() => turnedSpans(schema))
  return (body) => {
    makeSmall()(body)
    if (findFirst()(body)) return findTurned()(body)
    const find = countUpTo(THOROUGH_VALUES_MAX, body) < THOROUGH_VALUES_MAX ? findAll : findFirst
    return faultsOf(find(), body, (path) => ({ pointer: path }))
  }
})

function countUpTo(max: number, value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const name in value) {
    if (count >= max) break
    count += countUpTo(max - count, value[name as keyof typeof value])
  }
  return count
}

/**
 * Reads a query or the path: texts become the declared number or boolean, written the one plain way, and then
 * the same strict validation applies. (Ajv's own coercion takes `0x10`, `1e1` and blanks for numbers.)
 */
export function parameterReader(schema: TObject): (raw: Record<string, unknown>) => {
  values: Record<string, unknown>
  faults: Fault[]
} {
  const validate = atFirstUse(() => thorough.compile({ ...schema, additionalProperties: false }))
  const kinds = new Map(Object.entries(schema.properties).map(([name, property]) => [name, kindOf(property)]))
  const known = Object.keys(schema.properties)
  const makeSmall = atFirstUse(() => idsMadeSmall(schema))
  const findTurned = atFirstUse(() => turnedSpans(schema))
  const where: Where = (path) => ({ parameter: unescapePointer(path.slice(1)) })
  return (raw) => {
    // Without a prototype, or `__proto__` would be set and not listed, and so pass for known.
    const values: Record<string, unknown> = Object.create(null)
    const faults: Fault[] = []
    for (const [name, text] of Object.entries(raw)) {
      values[name] = typeof text === 'string' ? converted(text, kinds.get(name)) : text
      const fault = typeof text === 'string' ? unstorableText(text, { parameter: name }) : givenTwice(name)
      if (fault) faults.push(fault)
    }
    if (faults.length > 0) return { values, faults }
    makeSmall()(values)
    const wrong = faultsOf(validate(), values, where, known)
    if (wrong.length > 0) return { values, faults: wrong.map((fault) => withLostPlus(fault, values)) }
    return { values, faults: findTurned()(values).map(({ pointer, ...fault }) => ({ ...where(pointer), ...fault })) }
  }
}

/** In an address a plus sign means a blank: the offset of a moment gets lost that way. */
function withLostPlus(fault: Fault, values: Record<string, unknown>): Fault {
  const value = fault.code === 'wrong_format' ? values[fault.parameter ?? ''] : undefined
  const isLost = typeof value === 'string' && value.includes(' ') && formats['date-time']?.test(value.replace(' ', '+'))
  return isLost ? { ...fault, message: `${fault.message} In an address + is written as %2B.` } : fault
}

function givenTwice(parameter: string): Fault {
  return { parameter, code: 'repeated', message: 'Send this parameter once.' }
}

function kindOf(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined
}

function converted(text: string, kind: unknown): unknown {
  if (kind === 'integer' && /^(0|-?[1-9]\d*)$/.test(text)) return nearestSafe(Number(text))
  if (kind === 'number' && /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return Number(text)
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** No bound of a whole number is beyond these: one that would be rounded is told its bound all the same. */
function nearestSafe(number: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER - 1, Math.min(Number.MAX_SAFE_INTEGER + 1, number))
}

type Where = (path: string) => Pick<Fault, 'pointer' | 'parameter'>

function faultsOf(validate: ValidateFunction, value: unknown, where: Where, known?: string[]): Fault[] {
  if (validate(value)) return []
  const faults = new Map<string, Fault>()
  for (const error of withoutOtherForms(validate.errors ?? [])) {
    const { name, code, message, hint } = explain(error, known)
    const path = name === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(name)}`
    // What is wrong with one value is said once: `null` for a word is of the wrong type, and also no such word.
    if (faults.has(path)) continue
    const more = faults.size < FAULTS_SHOWN_MAX ? (hint?.() ?? '') : ''
    faults.set(path, { ...where(path), code, message: `${message}${more}` })
  }
  return [...faults.values()]
}

interface Explanation {
  /** The field the error is about, when Ajv reports it at the object around it. */
  name?: string
  code: string
  message: string
  /** What may help out of it; made only for faults that are shown. */
  hint?: () => string
}

function explain(error: ErrorObject, known?: string[]): Explanation {
  const { keyword, params, message = 'is not valid', parentSchema, data } = error
  switch (keyword) {
    case 'additionalProperties':
      return {
        name: String(params.additionalProperty),
        code: known ? 'unknown_parameter' : 'unknown_field',
        message: known ? unknownParameter(known) : 'This field is not known here.',
        hint: () => (known ? '' : didYouMean(params.additionalProperty, settableIn(parentSchema ?? {}))),
      }
    case 'required':
      return { name: String(params.missingProperty), code: 'required', message: 'This is required.' }
    case 'type':
      return { code: 'wrong_type', message: `Must be ${[params.type].flat().join(' or ')}.` }
    case 'enum':
      return notAmong(data, params.allowedValues.map(String))
    case 'const':
      return { code: 'unknown_value', message: `Must be ${[params.allowedValue].flat().map(String).join(' or ')}.` }
    case 'format':
      return { code: 'wrong_format', message: `Must be ${formats[params.format]?.must ?? 'valid'}.` }
    case 'pattern':
      return params.pattern === SEEN
        ? { code: 'blank', message: 'Must not be blank.' }
        : { code: 'wrong_format', message: mustMatch(params.pattern, parentSchema?.['examples']) }
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return { code: 'out_of_range', message: `Must be ${COMPARISONS[params.comparison] ?? ''} ${params.limit}.` }
    case 'minLength':
      return params.limit === 1
        ? { code: 'blank', message: 'Must not be empty.' }
        : { code: 'too_short', message: `Must have at least ${params.limit} characters.` }
    case 'maxLength':
      return { code: 'too_long', message: `Must have at most ${counted(params.limit, 'character')}.` }
    case 'minItems':
      return { code: 'too_few', message: `Must have at least ${counted(params.limit, 'item')}.` }
    case 'maxItems':
      return { code: 'too_many', message: `Must have at most ${counted(params.limit, 'item')}.` }
    case 'uniqueItems':
      return { code: 'repeated', message: `Items ${params.j} and ${params.i} are the same.` }
    default:
      return { code: 'invalid', message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` }
  }
}

function settableIn(schema: object): string[] {
  const { properties = {}, [FIXED]: fixed } = schema as { properties?: object; [FIXED]?: readonly string[] }
  return Object.keys(properties).filter((name) => !fixed?.includes(name))
}

/** In a list of so many the right word is found without help. */
const GLANCE_WORDS_MAX = 8

const COMPARISONS: Record<string, string> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

function mustMatch(pattern: string, examples: unknown): string {
  const names = namesIn(pattern)
  if (names) return `Must be one or more of ${names.join(', ')}, with nothing but commas between them.`
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined
  return `Must match ${pattern}${typeof example === 'string' ? `, such as ${example}` : ''}.`
}

function notAmong(value: unknown, words: string[]): Explanation {
  const message = `Must be one of ${words.join(', ')}.`
  return {
    code: 'unknown_value',
    message,
    hint: () => (words.length > GLANCE_WORDS_MAX ? didYouMean(value, words) : ''),
  }
}

function unknownParameter(known: string[]): string {
  if (known.length === 0) return 'This address takes no query parameters.'
  return `Unknown parameter. Known: ${known.join(', ')}.`
}
