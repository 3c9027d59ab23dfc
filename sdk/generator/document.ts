/** A JSON Schema of the document. Which keywords may stand in it is decided in shapes.ts. */
export type Schema = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
}

interface Content {
  'application/json': { schema: Schema }
}

export interface DescribedOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: unknown[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref: string } | { headers?: Record<string, unknown>; content?: Content }>
}

export interface Document {
  info: { version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

const PARAMETER = '#/components/parameters/'
const SCHEMA = '#/components/schemas/'

export function parametersOf(document: Document, operation: DescribedOperation): Parameter[] {
  return operation.parameters.map((parameter) => {
    if (!('$ref' in parameter)) return parameter
    const found = document.components.parameters[parameter.$ref.replace(PARAMETER, '')]
    if (!found) throw new Error(`${operation.operationId}: there is no parameter ${parameter.$ref}`)
    return found
  })
}

/** The name of the component that a schema refers to; undefined for one that is written out. */
export function componentIn(schema: Schema): string | undefined {
  const reference = schema['$ref']
  return typeof reference === 'string' && reference.startsWith(SCHEMA) ? reference.slice(SCHEMA.length) : undefined
}

/** The components that are bodies of requests. */
export function bodiesIn({ paths }: Document): ReadonlySet<string | undefined> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  return new Set(
    operations.map(({ requestBody }) => componentIn(requestBody?.content['application/json'].schema ?? {})),
  )
}

/** The answer of a success, and whether it has an ETag. An operation may have 200 and 201 with the same body. */
export function successOf({ operationId, responses }: DescribedOperation): { schema: Schema; hasEtag: boolean } {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const found = successes.map(([status, response]) => {
    const content = 'content' in response ? response.content : undefined
    if (!content) throw new Error(`${operationId}: the answer ${status} has no JSON body`)
    const headers = 'headers' in response ? Object.keys(response.headers ?? {}) : []
    return { schema: content['application/json'].schema, hasEtag: headers.includes('ETag') }
  })
  const [first, ...others] = found
  const same = others.every(({ schema }) => JSON.stringify(schema) === JSON.stringify(first?.schema))
  if (!first || !same) throw new Error(`${operationId}: a success must have one body, whatever its status`)
  return first
}
