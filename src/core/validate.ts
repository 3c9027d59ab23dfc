import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TObject, TSchema } from 'typebox'
import type { Fault } from './errors.ts'
import { formats } from './formats.ts'
import { escapePointer, unescapePointer, unstorableText } from './json.ts'

const FAULTS_MAX = 20

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

/** Answers what is wrong with a body; nothing when it is right. */
export function bodyValidator(schema: TSchema): (body: unknown) => Fault[] {
  const [findAll, findFirst] = [thorough.compile(schema), brief.compile(schema)]
  return (body) => {
    const validate = countUpTo(THOROUGH_VALUES_MAX, body) < THOROUGH_VALUES_MAX ? findAll : findFirst
    return faultsOf(validate, body, (path) => ({ pointer: path }))
  }
}

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
  const validate = thorough.compile({ ...schema, additionalProperties: false })
  const kinds = new Map(Object.entries(schema.properties).map(([name, property]) => [name, kindOf(property)]))
  const known = Object.keys(schema.properties)
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
    return {
      values,
      faults: faultsOf(validate, values, (path) => ({ parameter: unescapePointer(path.slice(1)) }), known),
    }
  }
}

function givenTwice(parameter: string): Fault {
  return { parameter, code: 'repeated', message: 'Send this parameter once.' }
}

function kindOf(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined
}

function converted(text: string, kind: unknown): unknown {
  if (kind === 'integer' && /^(0|-?[1-9]\d{0,14})$/.test(text)) return Number(text)
  if (kind === 'number' && /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return Number(text)
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

type Where = (path: string) => Pick<Fault, 'pointer' | 'parameter'>

function faultsOf(validate: ValidateFunction, value: unknown, where: Where, known?: string[]): Fault[] {
  if (validate(value)) return []
  return (validate.errors ?? []).slice(0, FAULTS_MAX).map((error) => {
    const { name, code, message } = explain(error, known)
    const path = name === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(name)}`
    return { ...where(path), code, message }
  })
}

interface Explanation {
  /** The field the error is about, when Ajv reports it at the object around it. */
  name?: string
  code: string
  message: string
}

function explain({ keyword, params, message = 'is not valid' }: ErrorObject, known?: string[]): Explanation {
  switch (keyword) {
    case 'additionalProperties':
      return {
        name: String(params.additionalProperty),
        code: known ? 'unknown_parameter' : 'unknown_field',
        message: known ? unknownParameter(known) : 'This field is not known here.',
      }
    case 'required':
      return { name: String(params.missingProperty), code: 'required', message: 'This is required.' }
    case 'type':
      return { code: 'wrong_type', message: `Must be ${[params.type].flat().join(' or ')}.` }
    case 'enum':
      return { code: 'unknown_value', message: `Must be one of ${params.allowedValues.join(', ')}.` }
    case 'format':
      return { code: 'wrong_format', message: `Must be ${formats[params.format]?.must ?? 'valid'}.` }
    case 'pattern':
      return params.pattern === '\\S'
        ? { code: 'blank', message: 'Must not be blank.' }
        : { code: 'wrong_format', message: `Must match ${params.pattern}.` }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { code: 'out_of_range', message: `Must be ${params.comparison} ${params.limit}.` }
    default:
      return { code: 'invalid', message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` }
  }
}

function unknownParameter(known: string[]): string {
  if (known.length === 0) return 'This address takes no query parameters.'
  return `Unknown parameter. Known: ${known.join(', ')}.`
}
