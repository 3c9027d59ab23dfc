import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '#core/formats.ts'
import type { Method, Operation } from '#core/operation.ts'
import type { OpenApiDocument } from '#http/openapi/document.ts'
import type { Answer } from './client.ts'

type Part = Record<string, unknown>

interface Response {
  description: string
  headers?: Record<string, { required?: boolean; schema: Part }>
  content?: Record<string, { schema: Part; example?: unknown; examples?: Record<string, { value: Part }> }>
}

/** One method of one path, as the document has it. */
export interface Entry {
  operation: Operation
  method: Method
  operationId: string
  summary: string
  description: string
  security?: unknown[]
  parameters: { name: string; in: string; schema: { default?: unknown; examples?: unknown[]; enum?: unknown[] } }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, Response>
}

/** The document with every reference resolved but those inside of schemas, which Ajv follows. */
export interface Contract {
  entries: Entry[]
  /** The closed list of error codes. */
  codes: string[]
  /** What is wrong with the answer, in the eyes of the document; nothing when it keeps the contract. */
  faultsIn(entry: Pick<Entry, 'responses'>, answer: Answer): string[]
  /** The same for a refusal that belongs to no operation. */
  faultsInProblem(answer: Answer): string[]
}

const PROBLEM = { $ref: '#/components/schemas/Problem' }
const BASE = 'https://innkeeper.test/openapi'

export function contractOf(document: OpenApiDocument, operations: readonly Operation[]): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (text: string) => format.test(text))
  ajv.addSchema({ $id: BASE, components: closed(document.components) })
  const validators = new Map<unknown, ValidateFunction>()

  function schemaFaults(schema: Part, value: unknown, where: string): string[] {
    const validate = validators.get(schema) ?? ajv.compile(atBase(closed(schema)) as Part)
    validators.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  function headerFaults({ headers = {} }: Response, answer: Answer): string[] {
    return Object.entries(headers).flatMap(([name, { required = false, schema }]) => {
      const text = answer.headers[name.toLowerCase()]
      if (text === undefined) return required ? [`the header ${name} is missing`] : []
      return schemaFaults(schema, schema.type === 'integer' ? Number(text) : text, `the header ${name}`)
    })
  }

  function bodyFaults({ content = {} }: Response, answer: Answer): string[] {
    const type = (answer.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
    if (Object.keys(content).length === 0) return answer.body === '' ? [] : ['there must be no body']
    const schema = content[type]?.schema
    return schema ? schemaFaults(schema, answer.body, 'the body') : [`the content type ${type} is not declared`]
  }

  return {
    codes: lookUp(document, `${PROBLEM.$ref}/properties/code/enum`) as string[],
    entries: operations.flatMap((operation) => operation.methods.map((method) => entryOf(document, operation, method))),
    faultsIn(entry, answer) {
      const response = entry.responses[answer.status]
      if (!response) return [`the status ${answer.status} is not declared: ${JSON.stringify(answer.body)}`]
      return [...headerFaults(response, answer), ...bodyFaults(response, answer), ...exampleFaults(response, answer)]
    },
    faultsInProblem: (answer) => schemaFaults(PROBLEM, answer.body, 'the body'),
  }
}

/** What a code stands for is the same in the example and in every answer. */
function exampleFaults({ content = {} }: Response, { body }: Answer): string[] {
  const example = content['application/problem+json']?.examples?.[body.code]
  if (!example) return []
  return ['type', 'title', 'status', 'retryable']
    .filter((member) => body[member] !== example.value[member])
    .map((member) => `${member} is not that of the example`)
}

function entryOf(document: OpenApiDocument, operation: Operation, method: Method): Entry {
  const path = operation.path.replace(/:(\w+)/g, '{$1}')
  const part = document.paths[path]?.[method.toLowerCase()]
  if (!part) throw new Error(`${method} ${path} is not in the document`)
  const resolved = resolve(document, part) as Omit<Entry, 'operation' | 'method'>
  return { ...resolved, operation, method }
}

/** Every method of every path of a document that is not made of operations alone. */
export function entriesIn(
  document: OpenApiDocument,
): (Omit<Entry, 'operation' | 'method'> & { method: string; path: string })[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, part]) => {
      const resolved = resolve(document, part) as Omit<Entry, 'operation' | 'method'>
      return { ...resolved, method: method.toUpperCase(), path }
    }),
  )
}

/** Follows references down to the schemas. */
function resolve(document: Part, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(document, item))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return resolve(document, lookUp(document, String(value.$ref)))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'schema' ? inner : resolve(document, inner)]),
  )
}

function lookUp(document: Part, reference: string): unknown {
  const names = reference.split('/').slice(1)
  return names.reduce<unknown>((part, name) => (part as Part)[name], document)
}

/** Readers must expect new fields; the server must not answer with one that the document does not have. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([name, inner]) => [name, name === 'allOf' ? inner : closed(inner)])
  const isObject = 'properties' in schema && 'type' in schema
  return Object.fromEntries(isObject ? [...entries, ['additionalProperties', false]] : entries)
}

function atBase(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(atBase)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [name, name === '$ref' ? `${BASE}${String(inner)}` : atBase(inner)]),
  )
}
