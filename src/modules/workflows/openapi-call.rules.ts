import { unescapePointer } from '#core/json-pointer.ts'
import { isRecord } from '#core/json-record.ts'
import { recordOf, textOf } from './call-args.rules.ts'
import type { Json, JsonObject } from './document.schema.ts'

/** What a document of OpenAPI says about calling one of its operations; a sentence when it cannot be called. */
export interface OpenApiCall {
  method: string
  url: string
  headers: JsonObject
  body: Json | undefined
}

/** Several times as many as any real operation has. */
const PARAMETERS_MAX = 500
const POINTER_CHARACTERS_MAX = 1000
/** Servers refuse anything longer. */
const ADDRESS_CHARACTERS_MAX = 8 * 1024
const ADDRESS_LONG = `The address of the operation would be longer than ${ADDRESS_CHARACTERS_MAX / 1024} KiB.`
const REFERENCES_DEEP_MAX = 8
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The document asks for something that cannot be done. */
class Unusable extends Error {}

export function openApiCall(
  document: JsonObject,
  documentUrl: string,
  operationId: string,
  parameters: JsonObject,
): OpenApiCall | string {
  try {
    return callOf(new References(document), documentUrl, operationId, parameters)
  } catch (error) {
    if (error instanceof Unusable) return error.message
    throw error
  }
}

function callOf(
  references: References,
  documentUrl: string,
  operationId: string,
  parameters: JsonObject,
): OpenApiCall | string {
  const { document } = references
  const found = operationIn(references, operationId)
  if (!found) return `The document has no operation ${operationId}.`
  const { path, method, item, operation } = found
  const given = { ...parameters }
  const query = new URLSearchParams()
  const headers: JsonObject = {}
  const inPath = new Map<string, string>()
  const cookies: string[] = []
  let body: Json | undefined
  for (const parameter of parametersOf(references, item, operation)) {
    const [name, place] = [textOf(parameter['name']), parameter['in']]
    const value = given[name]
    delete given[name]
    if (value === undefined || value === null) {
      if (parameter['required'] === true) return `The parameter ${name} is missing.`
      continue
    }
    if (place === 'path') inPath.set(name, encodeURIComponent(textOf(value)))
    if (place === 'query') for (const each of [value].flat()) query.append(name, textOf(each))
    if (place === 'header') headers[name] = value
    if (place === 'cookie') cookies.push(`${name}=${textOf(value)}`)
    if (place === 'body') body = value
  }
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ')
  const hasBody = isRecord(operation['requestBody'])
  const [unknown] = Object.keys(given)
  if (hasBody && unknown !== undefined) body = 'body' in given ? (given['body'] ?? null) : given
  else if (unknown !== undefined) return `The operation has no parameter ${unknown}.`
  const server = serverOf(document, item, operation, documentUrl)
  if (server === undefined) return 'The document names no server.'
  const text = query.size > 0 ? `?${query}` : ''
  const filledPath = filled(path, (name) => inPath.get(name))
  const url = `${server.replace(/\/$/, '')}${filledPath}${text}`
  return url.length > ADDRESS_CHARACTERS_MAX ? ADDRESS_LONG : { method: method.toUpperCase(), url, headers, body }
}

/** Fills each `{name}` in a single pass. Bounded, since a name that repeats could make the address any length. */
function filled(template: string, valueOf: (name: string) => string | undefined): string {
  if (template.length > ADDRESS_CHARACTERS_MAX) throw new Unusable(ADDRESS_LONG)
  let length = template.length
  return template.replace(/\{([^{}]+)\}/g, (place, name: string) => {
    const value = valueOf(name) ?? place
    length += value.length - place.length
    if (length > ADDRESS_CHARACTERS_MAX) throw new Unusable(ADDRESS_LONG)
    return value
  })
}

function operationIn(references: References, operationId: string) {
  for (const [path, entry] of Object.entries(recordOf(references.document['paths']))) {
    const item = references.resolved(entry)
    for (const method of METHODS) {
      const operation = item[method]
      if (isRecord(operation) && operation['operationId'] === operationId) return { path, method, item, operation }
    }
  }
  return undefined
}

/** Those of the operation stand for those of its path. */
function parametersOf(references: References, item: JsonObject, operation: JsonObject): JsonObject[] {
  const lists = [item['parameters'], operation['parameters']].filter((list) => Array.isArray(list))
  if (lists.reduce((count, list) => count + list.length, 0) > PARAMETERS_MAX) {
    throw new Unusable(`An operation has at most ${PARAMETERS_MAX} parameters.`)
  }
  const all = new Map<string, JsonObject>()
  for (const entry of lists.flat()) {
    const parameter = references.resolved(entry)
    all.set(`${textOf(parameter['in'])} ${textOf(parameter['name'])}`, parameter)
  }
  return [...all.values()]
}

/** References within the document, each followed once. References to other documents are not fetched. */
class References {
  readonly document: JsonObject
  readonly #followed = new Map<string, Json | undefined>()

  constructor(document: JsonObject) {
    this.document = document
  }

  resolved(value: Json | undefined): JsonObject {
    let record = recordOf(value)
    for (let depth = 0; depth <= REFERENCES_DEEP_MAX; depth++) {
      const reference = record['$ref']
      if (typeof reference !== 'string' || !reference.startsWith('#/')) return record
      record = recordOf(this.#found(reference))
    }
    return record
  }

  #found(reference: string): Json | undefined {
    if (reference.length > POINTER_CHARACTERS_MAX) {
      throw new Unusable(`A reference has at most ${POINTER_CHARACTERS_MAX} characters.`)
    }
    if (this.#followed.has(reference)) return this.#followed.get(reference)
    let found: Json | undefined = this.document
    for (const part of reference.slice(2).split('/')) {
      const name = unescapePointer(part)
      found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
    }
    this.#followed.set(reference, found)
    return found
  }
}

function serverOf(
  document: JsonObject,
  item: JsonObject,
  operation: JsonObject,
  documentUrl: string,
): string | undefined {
  const servers = [operation['servers'], item['servers'], document['servers']].find((each) => Array.isArray(each))
  const [first] = Array.isArray(servers) ? servers : []
  const server = recordOf(first)
  if (typeof server['url'] === 'string') {
    const variables = recordOf(server['variables'])
    const url = filled(server['url'], (name) => textOf(recordOf(variables[name])['default']))
    return URL.parse(url, documentUrl)?.href
  }
  // The generation before servers.
  const { host, basePath = '' } = document
  if (typeof host !== 'string') return URL.parse('/', documentUrl)?.href
  const schemes = document['schemes']
  const [scheme = 'https'] = Array.isArray(schemes) ? schemes.map(textOf) : []
  return `${scheme}://${host}${textOf(basePath)}`
}
