import type { CallOptions, ChangeOptions } from './options.ts'
import { CONTRACT } from './schema.ts'

/** What the runtime must know of an operation: a row of the generated table. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly query?: readonly string[]
  readonly hasBody?: boolean
  /** Reads, or takes an Idempotency-Key: sent again it has no second effect. */
  readonly isRepeatable?: boolean
  /** Needs no credential. */
  readonly isOpen?: boolean
  /** A list; names the field by which an item is known. */
  readonly pagedBy?: string
}

/** A call of one method, its arguments put in their places. */
export interface Call {
  operation: Operation
  ids: readonly string[]
  query: Readonly<Record<string, unknown>>
  body?: unknown
  options: CallOptions & ChangeOptions
}

export interface Request {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
}

/** Everything but the credential, which is asked for at each try. */
export function requestOf(address: string, workspaceId: string | undefined, call: Call): Request {
  const { operation, body, options } = call
  const headers: Record<string, string> = { accept: 'application/json' }
  if (isAllowedToSayWho()) headers['user-agent'] = `innkeeper-client/${CONTRACT}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.requestId !== undefined) headers['x-request-id'] = options.requestId
  if (options.ifMatch !== undefined) headers['if-match'] = etagOf(options.ifMatch)
  const isWrite = operation.method !== 'GET'
  if (isWrite && operation.isRepeatable) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  return {
    url: `${address}${pathOf(call, workspaceId)}${queryOf(call)}`,
    method: operation.method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}

/** Where the API is. Told when the client is made: of a wrong address a call could only say that nobody answers. */
export function apiAddress(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/i.test(baseUrl))
    throw new TypeError(`baseUrl must be an address such as https://app.example.com, not ${baseUrl}.`)
  const address = baseUrl.replace(/(?<!\/)\/+$/, '')
  return address.endsWith('/api/v1') ? address : `${address}/api/v1`
}

function pathOf({ operation, ids }: Call, workspaceId: string | undefined): string {
  const rest = [...ids]
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'workspaceId' ? workspaceId : rest.shift()
    // An empty id would be another address: that of the list. So would dots, which every URL takes for a step up.
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing.`)
    if (/^\.\.?$/.test(value)) throw new TypeError(`${name} cannot be ${value} in an address.`)
    return encodeURIComponent(value)
  })
}

function queryOf({ query }: Call): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    // An empty list of words is the same as none.
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Only the version in front counts when a change is conditional, so a bare version makes a tag of its own. */
function etagOf(seen: NonNullable<ChangeOptions['ifMatch']>): string {
  if (typeof seen === 'string') return seen
  if (typeof seen === 'number') return `"${seen}.version"`
  if ('etag' in seen) return seen.etag
  if ('version' in seen) return etagOf(seen.version)
  throw new TypeError(
    'ifMatch: this object has no etag. Items of lists and copies have none: read the object by itself.',
  )
}

/** Browsers say who they are themselves, and a header of our own would only cost a request to ask whether it may be sent. */
function isAllowedToSayWho(): boolean {
  return !globalThis.navigator?.userAgent?.startsWith('Mozilla')
}
