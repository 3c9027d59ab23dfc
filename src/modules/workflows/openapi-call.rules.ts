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

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

export function openApiCall(
  document: JsonObject,
  documentUrl: string,
  operationId: string,
  parameters: JsonObject,
): OpenApiCall | string {
  const found = operationIn(document, operationId)
  if (!found) return `The document has no operation ${operationId}.`
  const { path, method, item, operation } = found
  const given = { ...parameters }
  const query = new URLSearchParams()
  const headers: JsonObject = {}
  let filled = path
  let body: Json | undefined
  for (const parameter of parametersOf(document, item, operation)) {
    const [name, place] = [textOf(parameter['name']), parameter['in']]
    const value = given[name]
    delete given[name]
    if (value === undefined || value === null) {
      if (parameter['required'] === true) return `The parameter ${name} is missing.`
      continue
    }
    if (place === 'path') filled = filled.replaceAll(`{${name}}`, encodeURIComponent(textOf(value)))
    if (place === 'query') for (const each of [value].flat()) query.append(name, textOf(each))
    if (place === 'header') headers[name] = value
    if (place === 'cookie')
      headers['cookie'] = [headers['cookie'], `${name}=${textOf(value)}`].filter(Boolean).join('; ')
    if (place === 'body') body = value
  }
  const hasBody = isRecord(operation['requestBody'])
  const [unknown] = Object.keys(given)
  if (hasBody && unknown !== undefined) body = 'body' in given ? (given['body'] ?? null) : given
  else if (unknown !== undefined) return `The operation has no parameter ${unknown}.`
  const server = serverOf(document, item, operation, documentUrl)
  if (server === undefined) return 'The document names no server.'
  const text = query.size > 0 ? `?${query}` : ''
  return { method: method.toUpperCase(), url: `${server.replace(/\/$/, '')}${filled}${text}`, headers, body }
}

function operationIn(document: JsonObject, operationId: string) {
  for (const [path, entry] of Object.entries(recordOf(document['paths']))) {
    const item = resolved(document, entry)
    for (const method of METHODS) {
      const operation = item[method]
      if (isRecord(operation) && operation['operationId'] === operationId) return { path, method, item, operation }
    }
  }
  return undefined
}

/** Those of the operation stand for those of its path. */
function parametersOf(document: JsonObject, item: JsonObject, operation: JsonObject): JsonObject[] {
  const all = new Map<string, JsonObject>()
  for (const list of [item['parameters'], operation['parameters']]) {
    for (const entry of Array.isArray(list) ? list : []) {
      const parameter = resolved(document, entry)
      all.set(`${textOf(parameter['in'])} ${textOf(parameter['name'])}`, parameter)
    }
  }
  return [...all.values()]
}

/** References within the document; what is elsewhere is not fetched. */
function resolved(document: JsonObject, value: Json | undefined, depth = 0): JsonObject {
  const record = recordOf(value)
  const reference = record['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/') || depth > 8) return record
  let found: Json | undefined = document
  for (const part of reference.slice(2).split('/')) found = recordOf(found)[unescapePointer(part)]
  return resolved(document, found, depth + 1)
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
    const url = server['url'].replace(/\{([^{}]+)\}/g, (_, name: string) =>
      textOf(recordOf(variables[name])['default']),
    )
    return URL.parse(url, documentUrl)?.href
  }
  // The generation before servers.
  const { host, basePath = '' } = document
  if (typeof host !== 'string') return URL.parse('/', documentUrl)?.href
  const schemes = document['schemes']
  const [scheme = 'https'] = Array.isArray(schemes) ? schemes.map(textOf) : []
  return `${scheme}://${host}${textOf(basePath)}`
}
