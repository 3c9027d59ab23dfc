import type { TSchema } from 'typebox'
import { writerOf } from './answer-writer.ts'
import type { Fault } from './errors.ts'
import { formats } from './formats.ts'
import { mayAsk, type Tool } from './tool.ts'
import { bodyValidator } from './validate.ts'

type Json = Record<string, unknown>

/** A tool made ready: what is published of it, and how its arguments are checked and its answer written. */
export interface ReadyTool {
  readonly tool: Tool
  readonly inputSchema: Json
  readonly outputSchema: Json
  check(args: unknown): Fault[]
  /** The answer as data, with nothing in it that the tool does not declare. */
  render(answer: unknown): Json
}

const LIMIT_MAX = 100

/** Arguments that a door adds to those of the operation. What they are for is said once, with the door's instructions. */
const cursor = { type: 'string' }
const limit = { type: 'integer', maximum: LIMIT_MAX }
const idempotencyKey = { type: 'string' }
const confirmationToken = { type: 'string' }

/** Of these arguments too a refusal tells better what is too long or too small. */
const BOUNDS = { text: { maxLength: 255, minLength: 1 }, number: { minimum: 1 } }

interface Door {
  /** Whoever calls keeps what makes a retry safe and what a person has agreed to, and hands both in as arguments. */
  takesTokens: boolean
}

export function ready(tool: Tool, door: Door): ReadyTool {
  const checked: Json = {
    type: 'object',
    properties: { ...tool.input.properties, ...addedTo(tool, door, BOUNDS) },
    required: tool.input.required,
    additionalProperties: false,
  }
  const answer = tool.isPaged ? pageOf(tool.output) : tool.output
  const outputSchema = mayAsk(tool) && door.takesTokens ? orQuestion(answer) : answer
  return {
    tool,
    inputSchema: publishedOf(tool, door),
    outputSchema: outlined(outputSchema),
    check: bodyValidator(checked),
    render: (result) => JSON.parse(writerOf(answer)(result)) as Json,
  }
}

function publishedOf(tool: Tool, door: Door): Json {
  const { properties, required } = tool.input
  return {
    type: 'object',
    properties: { ...slimEach(properties), ...addedTo(tool, door) },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function addedTo(tool: Tool, { takesTokens }: Door, { text, number }: Partial<typeof BOUNDS> = {}): Json {
  const { isPaged, effect } = tool
  const paging = isPaged ? { limit: { ...limit, ...number }, cursor: { ...cursor, ...text } } : {}
  if (!takesTokens) return paging
  return {
    ...paging,
    ...(effect === 'read' ? {} : { idempotencyKey: { ...idempotencyKey, ...text } }),
    ...(mayAsk(tool) ? { confirmationToken: { ...confirmationToken, ...text } } : {}),
  }
}

function pageOf(items: TSchema): Json {
  return {
    type: 'object',
    properties: { items, total: { type: 'integer' }, nextCursor: { type: ['string', 'null'] } },
    required: ['items', 'total', 'nextCursor'],
  }
}

/** A gated tool may answer with a question instead, so nothing of the answer is certain. */
function orQuestion(answer: TSchema | Json): Json {
  const { properties } = answer as { properties: Json }
  return {
    type: 'object',
    properties: {
      ...properties,
      outcome: { type: 'string', enum: ['confirmation_required', 'approval_required', 'declined'] },
      confirmationToken: { type: 'string' },
      preview: { type: 'object' },
    },
  }
}

/** Words that cost a model tokens and tell it nothing that a refusal would not tell better. */
const LEFT_OUT = [
  '$id',
  'examples',
  'x-contract',
  'pattern',
  'maxLength',
  'minLength',
  'maximum',
  'minimum',
  'uniqueItems',
  'maxItems',
]
/** Formats that a text has unless somebody means to break it. */
const LEFT_UNSAID = ['one-line']
const FORMATS_OF_JSON_SCHEMA = ['date', 'date-time', 'uuid', 'email', 'uri']

function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => slim(each))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(inPlainWords(value as Json)).filter(([name]) => !LEFT_OUT.includes(name))
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === 'properties' ? slimEach(inner as Json) : slim(inner)]),
  )
}

/** The names of fields are not words of the schema language, whatever they are called. */
function slimEach(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, slim(schema)]))
}

/** A format of our own means nothing to a client, and some warn about it: it is said in words instead. */
function inPlainWords(schema: Json): Json {
  const { format, ...rest } = schema
  if (LEFT_UNSAID.some((each) => each === format)) return rest
  if (typeof format !== 'string' || FORMATS_OF_JSON_SCHEMA.includes(format)) return schema
  const [must] = (formats[format]?.must ?? format).split(', without')
  return { description: `Must be ${must}.`, ...rest }
}

interface Outline {
  type?: unknown
  const?: unknown
  anyOf?: readonly Outline[]
  properties?: Record<string, Outline>
  items?: Outline
}

/** Of an answer a model needs to know which fields it has, of what type, and those of the items of a page. */
function outlined({ properties = {} }: Outline): Json {
  const { items, ...others } = properties
  const row = items?.items?.properties
  const page = row ? { items: { type: 'array', items: { type: 'object', properties: typedOf(row) } } } : {}
  return { type: 'object', properties: { ...page, ...typedOf(others) } }
}

function typedOf(properties: Record<string, Outline>): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, typed(schema)]))
}

/** The whole list has to stay short. Two fields of three are texts, some of them null: that is what is not said. */
function typed(schema: Outline): Json {
  const types = typesOf(schema)
  if (types.every((type) => type === 'string' || type === 'null')) return {}
  return { type: types.length === 1 ? types[0] : types }
}

function typesOf({ type, const: only, anyOf }: Outline): string[] {
  if (anyOf) return [...new Set(anyOf.flatMap(typesOf))]
  if (only !== undefined) return [typeof only]
  return [type].flat().filter((each) => typeof each === 'string')
}
