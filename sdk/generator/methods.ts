import {
  componentIn,
  parametersOf,
  successOf,
  type DescribedOperation,
  type Document,
  type Parameter,
  type Schema,
} from './document.ts'
import { docOf, indent, shapeOf } from './shapes.ts'

/** One method of the client, and what the runtime must know to carry it out. */
export interface Method {
  group: string
  name: string
  /** Its declarations in the interface of the group. */
  declaration: string
  /** The declaration of what its query may hold; empty without one. */
  query: string
  /** Its row in the table of operations. */
  row: string
}

/** Every operation as a method, but not the second name of one (PUT beside PATCH). */
export function methodsOf(document: Document): Method[] {
  const methods = Object.entries(document.paths).flatMap(([path, operations]) => {
    const ids = Object.values(operations).map(({ operationId }) => operationId)
    return Object.entries(operations)
      .filter(([, { operationId }]) => !ids.includes(operationId.replace(/Put$/, '')) || !operationId.endsWith('Put'))
      .map(([verb, operation]) => methodOf(document, path, verb, operation))
  })
  const names = methods.map(({ group, name }) => `${group}.${name}`)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new Error(`two operations would be ${twin}: give one of them another operationId`)
  return methods
}

export function interfaceName(tag: string): string {
  return `${pascalCase(tag)}Api`
}

export function groupName(tag: string): string {
  const name = pascalCase(tag)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** `listTasks` of Tasks is `list`, `completeChecklistItem` of Checklists is `completeItem`, `signIn` stays. */
function methodName(operationId: string, tag: string): string {
  const plural = pascalCase(tag)
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '')
  const name = operationId.replace(plural, '')
  return name === operationId ? operationId.replace(singular, '') : name
}

function methodOf(document: Document, path: string, verb: string, operation: DescribedOperation): Method {
  const { operationId, tags, security, requestBody } = operation
  const [tag] = tags
  if (tag === undefined || tags.length > 1) throw new Error(`${operationId}: an operation has one tag`)
  const parameters = parametersOf(document, operation)
  const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const items = itemsOf(document, successOf(operation).schema)
  const name = methodName(operationId, tag)
  const row = rowOf({
    method: verb.toUpperCase(),
    path,
    query: query.map((parameter) => parameter.name),
    hasBody: requestBody !== undefined,
    isRepeatable: verb === 'get' || headers.includes('Idempotency-Key'),
    isOpen: security?.length === 0,
    pagedBy: items?.id ?? false,
  })
  return {
    group: tag,
    name,
    declaration: signaturesOf({ name, path, isRead: verb === 'get', headers, query, items, operation }),
    query: query.length === 0 ? '' : queryOf(query, operationId),
    row: `${name}: ${row},`,
  }
}

interface Described {
  name: string
  path: string
  isRead: boolean
  headers: string[]
  query: Parameter[]
  items: Items | undefined
  operation: DescribedOperation
}

/** Ids of the path first, then the body or the filter, then what is particular to this call. */
function signaturesOf({ name, path, isRead, headers, query, items, operation }: Described): string {
  const { operationId, summary, description, requestBody } = operation
  const { schema, hasEtag } = successOf(operation)
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => String(id)).filter((id) => id !== 'workspaceId')
  const before = ids.map((id) => `${id}: string`)
  const body = requestBody ? [`body: ${shapeOf(requestBody.content['application/json'].schema, operationId)}`] : []
  const mark = query.some(({ required = false }) => required) ? '' : '?'
  // What is asked for with a list of words is there in the answer.
  const hasParts = query.some(isListOfParts)
  const including = `Including<Included, ${queryName(operationId)}['${PARTS}']>`
  const onlyParts = query.every(isListOfParts)
  const precise = onlyParts ? including : `${filterName(operationId)} & ${including}`
  const named = hasParts ? precise : queryName(operationId)
  const parts = hasParts ? `<const Included extends ${queryName(operationId)}['${PARTS}'] = []>` : ''
  const filter = isRead && query.length > 0 ? [`query${mark}: ${named}`] : []
  const more = !isRead && query.length > 0 ? ` & ${named}` : ''
  const options = `options?: ${optionsOf(headers)}${more}`
  const whole = seen(schema, operationId)
  const shape = hasParts ? `${items ? 'PageWith' : 'With'}<${whole}, Included>` : whole
  const reply = hasEtag ? `Versioned<${shape}>` : shape
  const doc = docOf(`${summary}.\n\n${description}`)
  const signature = `${doc}${name}${parts}(${[...before, ...body, ...filter, options].join(', ')}): Promise<${reply}>`
  if (items === undefined) return signature
  const unpaged = hasParts ? `Omit<${filterName(operationId)}, 'offset'> & ${including}` : `Omit<${named}, 'offset'>`
  const all = [...before, `query?: ${unpaged}`, options].join(', ')
  const item = hasParts ? `With<${items.shape}, Included>` : items.shape
  return `${signature}\n${docOf(LIST_ALL)}${listAllName(name)}${parts}(${all}): Listing<${item}>`
}

/** A row says only what is not the rule. */
function rowOf(facts: Record<string, string | string[] | boolean>): string {
  const told = Object.entries(facts).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== false))
  return `{ ${told.map(([fact, value]) => `${fact}: ${JSON.stringify(value)}`).join(', ')} }`
}

const LIST_ALL =
  'All of them, page after page: `for await (const item of …)`, or by the page with `.pages()`. `limit` is the size of a page.'

function listAllName(name: string): string {
  if (!name.startsWith('list')) throw new Error(`${name}: the name of a list starts with list`)
  return name.replace('list', 'listAll')
}

function optionsOf(headers: string[]): string {
  if (headers.includes('If-Match')) return 'ChangeOptions'
  return headers.includes('Idempotency-Key') ? 'WriteOptions' : 'CallOptions'
}

const queryName = (operationId: string): string => `${pascalCase(operationId)}Query`

const filterName = (operationId: string): string => `${pascalCase(operationId)}Filter`

/** The one parameter that can be a list of words: those parts are promised in the answer. */
const PARTS = 'include'

function isListOfParts({ name, schema }: Parameter): boolean {
  if (wordsOf(schema) === undefined) return false
  if (name !== PARTS) throw new Error(`${name}: only ${PARTS} can be a list of words`)
  return true
}

function queryOf(query: readonly Parameter[], operationId: string): string {
  const [parts, others] = [query.find(isListOfParts), query.filter((parameter) => !isListOfParts(parameter))]
  const lines = others.map(({ name, description, required = false, schema }) => {
    const shape = shapeOf(schema, `${operationId}?${name}`)
    return docOf(description) + (required ? `${name}: ${shape}` : `${name}?: ${shape} | undefined`)
  })
  const fields = `{\n${indent(lines.join('\n'))}\n}`
  if (!parts) return `export interface ${queryName(operationId)} ${fields}`
  const words = wordsOf(parts.schema)
  const name = `${queryName(operationId)}<Included extends ${words} | undefined = ${words}>`
  const include = `{\n${indent(`${docOf(parts.description)}${PARTS}?: Included | undefined`)}\n}`
  if (others.length === 0) return `export interface ${name} ${include}`
  const filter = filterName(operationId)
  return `export interface ${filter} ${fields}\n\nexport interface ${name} extends ${filter} ${include}`
}

/** A text that is a comma-separated list of certain words is an array of them here; the runtime joins it. */
function wordsOf({ pattern }: Schema): string | undefined {
  const [, words, again] = /^\^\(([\w|]+)\)\(,\(([\w|]+)\)\)\*\$$/.exec(String(pattern)) ?? []
  if (words === undefined || words !== again) return undefined
  return `readonly (${words
    .split('|')
    .map((word) => JSON.stringify(word))
    .join(' | ')})[]`
}

/** What a restricted key sees is another shape where the document says so. */
function seen(schema: Schema, where: string): string {
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return shapeOf(schema, where)
  const [whole, reduced, ...others] = anyOf.map((view: Schema) => componentIn(view))
  if (whole === undefined || !reduced?.includes('Reduced') || others.length > 0) {
    throw new Error(`${where}: an answer has one shape, or a whole and a reduced one`)
  }
  return `Seen<Restricted, ${whole}, ${reduced}>`
}

interface Items {
  shape: string
  /** The field by which an item is known. */
  id: string
}

/** What a list lists; undefined for other answers. */
function itemsOf({ components }: Document, schema: Schema): Items | undefined {
  const views = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as Schema[]) : [schema]
  const items = views.map((view) => {
    const page = components.schemas[componentIn(view) ?? '']?.['properties'] as Record<string, Schema> | undefined
    return page?.['pagination'] && page['items'] ? (page['items']['items'] as Schema) : undefined
  })
  const [first, ...others] = items.filter((item) => item !== undefined)
  if (!first) return undefined
  const name = componentIn(first) ?? ''
  const properties = Object.entries((components.schemas[name]?.['properties'] ?? {}) as Record<string, Schema>)
  const [id] = properties.find(([field, { format }]) => field === 'id' || format === 'uuid') ?? []
  if (id === undefined) throw new Error(`${name}: an item of a list needs an id`)
  return { shape: others.length > 0 ? seen({ anyOf: [first, ...others] }, name) : seen(first, name), id }
}

function pascalCase(tag: string): string {
  return tag.replace(/(?:^|\s)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
