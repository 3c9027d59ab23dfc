import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '#core/formats.ts'
import { escapePointer } from '#core/json-pointer.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { TASK_KINDS } from './document-task.rules.ts'
import { UNITS } from './flow-duration.rules.ts'
import dslSchema from './dsl-schema.json' with { type: 'json' }
import type { ProblemList } from './problem.rules.ts'
import type { Problem } from './problem.schema.ts'

/** The standard's schema, as it is published. */
export const DSL_SCHEMA: JsonObject = dslSchema as unknown as JsonObject

type Schema = JsonObject
/** Those of a document that is nonsense from end to end are compared with one another. */
const ERRORS_MAX = 1000
let compiled: ValidateFunction | undefined

/** Adds all that the standard's schema has against a document. */
export function addSchemaProblems(document: Json, list: ProblemList): void {
  compiled ??= compile()
  if (compiled(document)) return
  for (const error of plainErrors((compiled.errors ?? []).slice(0, ERRORS_MAX))) {
    const { name, code, message } = explained(error)
    list.add(name === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(name)}`, code, message)
  }
}

function compile(): ValidateFunction {
  // To compile it takes a quarter of a second, once; optimizing the code would double that.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  const date = formats['date-time']
  ajv.addFormat('date-time', (text: string) => date?.test(text) ?? false)
  ajv.addFormat('uri', (text: string) => URL.canParse(text))
  ajv.addFormat('uri-template', (text: string) => !/[\s<>"\\^`|]/.test(text.replace(/\{[^{}]*\}/g, '')))
  ajv.addFormat('json-pointer', /^(?:\/(?:[^~/]|~0|~1)*)*$/)
  return ajv.compile(dispatched(structuredClone(DSL_SCHEMA)))
}

/**
 * The same rules, said in a way that finds the fault: which kind a task is comes from its field, instead of a trial of
 * all kinds, which takes time that doubles with every level, and then says only that none of them fits.
 */
function dispatched(schema: Schema): Schema {
  const definitions = schema['$defs'] as Record<string, Schema>
  const closed = closedSchema(schema, definitions) as Schema
  const defs = closed['$defs'] as Record<string, Json>
  defs['task'] = {
    type: 'object',
    allOf: TASK_KINDS.map((kind) => when(isOfKind(kind), { $ref: `#/$defs/${kind}Task` })),
  }
  const calls = (defs['callTask'] as { oneOf: Schema[] }).oneOf
  const isCall = (call: Schema): Schema => ({ properties: { call: callName(call) }, required: ['call'] })
  // What is refused anyway need not be right.
  const supported = calls.filter((call) => !/"const":"(asyncapi|grpc|a2a)"/.test(JSON.stringify(callName(call))))
  defs['callTask'] = { allOf: supported.map((call) => when(isCall(call), call)) }
  const [inline = {}, ...texts] = (defs['duration'] as { oneOf: Schema[] }).oneOf
  defs['duration'] = {
    allOf: [when(IS_OBJECT, inline), when({ not: IS_OBJECT }, { oneOf: texts, title: 'A duration' })],
  }
  return closed
}

const IS_OBJECT = { type: 'object' }

function when(condition: Schema, rule: Schema): Schema {
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
  return { if: condition, then: rule }
}

/** A loop has `do` too. */
function isOfKind(kind: (typeof TASK_KINDS)[number]): Schema {
  return kind === 'do' ? { allOf: [{ required: ['do'] }, { not: { required: ['for'] } }] } : { required: [kind] }
}

/** What the branch for a kind of call says about its name. */
function callName(branch: Schema): Json {
  const parts = branch['allOf'] as { properties?: { call?: Json } }[]
  return parts.find(({ properties }) => properties?.call !== undefined)?.properties?.call ?? {}
}

/** `unevaluatedProperties: false` as a list of the names that are allowed, which a fault elsewhere does not upset. */
function closedSchema(schema: Json, definitions: Record<string, Schema>): Json {
  if (Array.isArray(schema)) return schema.map((each) => closedSchema(each, definitions))
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, each]) => [name, closedSchema(each, definitions)]),
  )
  if (schema['unevaluatedProperties'] !== false) return inner
  const { unevaluatedProperties: _, ...rest } = inner
  const names = [...namesIn(schema, definitions)].map((name) => [name, true] as const)
  const properties = { ...Object.fromEntries(names), ...(rest['properties'] as JsonObject | undefined) }
  return { ...rest, properties, additionalProperties: false }
}

function namesIn(schema: Schema, definitions: Record<string, Schema>): Set<string> {
  const names = new Set(Object.keys((schema['properties'] as JsonObject | undefined) ?? {}))
  const reference = schema['$ref']
  const referred = typeof reference === 'string' ? definitions[reference.replace('#/$defs/', '')] : undefined
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((word) => (schema[word] as Schema[] | undefined) ?? [])
  for (const part of [...parts, ...(referred ? [referred] : [])]) {
    for (const name of namesIn(part, definitions)) names.add(name)
  }
  return names
}

/** Of a choice that fits in no way, the faults of what is inside when there are some, otherwise the choice itself. */
function plainErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  const isInside = (path: string, around: string) => path.startsWith(`${around}/`)
  return errors.filter((error) => {
    if (error.keyword === 'if') return false
    const isChoice = choices.includes(error)
    const deeper = errors.some(
      ({ keyword, instancePath }) => keyword !== 'if' && isInside(instancePath, error.instancePath),
    )
    if (isChoice) return !deeper
    // The same value's other faults are those of one alternative each.
    return !choices.some(({ instancePath }) => instancePath === error.instancePath)
  })
}

interface Explanation {
  name?: string
  code: Problem['code']
  message: string
}

const INLINE_DURATION = 'duration inline'
const NO_UNIT = `A duration has ${Object.keys(UNITS).join(', ')}. Weeks, months and years are written as ISO 8601 has them, such as P1Y.`

function explained({ keyword, params, message, parentSchema, data }: ErrorObject): Explanation {
  switch (keyword) {
    case 'required':
      return { name: String(params['missingProperty']), code: 'required', message: 'This is required.' }
    case 'additionalProperties':
      return {
        name: String(params['additionalProperty']),
        code: 'unknown_field',
        message: titleOf(parentSchema) === INLINE_DURATION ? NO_UNIT : 'This field is not known here.',
      }
    case 'type':
      return { code: 'wrong_type', message: `Must be ${[params['type']].flat().join(' or ')}.` }
    case 'enum':
      return { code: 'wrong_value', message: `Must be one of ${(params['allowedValues'] as unknown[]).join(', ')}.` }
    case 'pattern':
    case 'format':
      return { code: 'wrong_format', message: `Has not the form of ${titleOf(parentSchema)}.` }
    case 'minProperties':
    case 'maxProperties':
      return {
        code: 'wrong_value',
        message: `Must have ${keyword === 'minProperties' ? 'at least' : 'at most'} ${params['limit']} field.`,
      }
    case 'oneOf':
    case 'anyOf':
      return { code: 'no_alternative', message: choiceMessage(parentSchema, data) }
    default:
      return { code: 'wrong_value', message: `It ${message ?? 'is not valid'}.` }
  }
}

function titleOf(schema: unknown): string {
  const { title } = (schema ?? {}) as { title?: unknown }
  return typeof title === 'string' ? spaced(title) : 'what belongs here'
}

function spaced(title: string): string {
  return title.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

function choiceMessage(schema: unknown, data: unknown): string {
  const { oneOf = [], anyOf = [] } = (schema ?? {}) as { oneOf?: Schema[]; anyOf?: Schema[] }
  const required = [...oneOf, ...anyOf].flatMap((each) => (each['required'] as string[] | undefined) ?? [])
  const names = [...new Set(required)]
  if (names.length > 1 && typeof data === 'object') return `Must have exactly one of ${names.join(', ')}.`
  return `Is not ${titleOf(schema)}.`
}
