import { randomBytes } from 'node:crypto'
import { clientOf, type Answer } from './client.ts'
import type { Entry } from './contract.ts'
import type { Harness } from './harness.ts'
import { servePhoto } from './photos.ts'
import { referred } from './referred.ts'
import { makeSubject } from './subjects.ts'

const PASSWORD = 'correct horse battery staple'

/** What is special about a request; all that is left out is made right. */
export interface Call {
  token?: string | undefined
  /** Values of path parameters in place of things that exist. */
  ids?: Record<string, string>
  query?: string
  /** Undefined: none. */
  body?: unknown
  /** The body as it is, in place of JSON. */
  raw?: string
  headers?: Record<string, string>
}

/** The bodies whose example cannot be true, because they hold a proof or an address. */
const PROOFS: Record<string, (harness: Harness) => Promise<object>> = {
  signIn: async ({ make }) => ({ email: (await make.person({ password: PASSWORD })).email, password: PASSWORD }),
  addAttachment: async () => ({ sourceUrl: await servePhoto() }),
  refreshSession: async ({ make }) => ({ refreshToken: (await make.person()).refreshToken }),
}

export async function send(harness: Harness, entry: Entry, call: Call): Promise<Answer> {
  const { operation, method } = entry
  const ids = await idsFor(harness, entry, call.ids)
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
  const body = call.raw ?? ('body' in call ? call.body : await bodyFor(harness, entry))
  const payload = body === undefined || call.raw !== undefined ? call.raw : JSON.stringify(body)
  const own: Record<string, string> = operation.matchRequired ? { 'if-match': '*' } : {}
  const headers = { ...own, ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...call.headers }
  return clientOf(harness.app, '', call.token).send(method, `/api/v1${path}${call.query ?? ''}`, payload, headers)
}

/** Something that exists for each parameter of the path that is not given. */
export async function idsFor(harness: Harness, { operation }: Entry, given: Record<string, string> = {}) {
  // What is given may not exist, so nothing is made on it.
  const made: Record<string, string> = {}
  for (const name of Object.keys(operation.params.properties)) {
    if (given[name] === undefined) made[name] = await makeSubject(harness, name, mark(), made)
  }
  return { ...made, ...given }
}

export function exampleOf({ requestBody }: Entry): object | undefined {
  return requestBody?.content['application/json']?.example as object | undefined
}

/** The example of the document, with ids of things that exist. */
export async function bodyFor(harness: Harness, entry: Entry): Promise<object | undefined> {
  const { id, body: schema } = entry.operation
  if (!schema) return undefined
  const body: Record<string, unknown> = { ...exampleOf(entry), ...(await PROOFS[id]?.(harness)) }
  for (const [field, property] of Object.entries(schema.properties)) {
    const name = field in body ? referred(field, property) : undefined
    const made = name && (await makeSubject(harness, name, mark()))
    if (made) body[field] = Array.isArray(body[field]) ? [made] : made
  }
  return body
}

/** Every query parameter that the document gives a value for. */
export function queryFor({ parameters }: Entry): string {
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of parameters) {
    const value = schema.default ?? schema.examples?.[0] ?? schema.enum?.[0]
    if (place === 'query' && value !== undefined) query.set(name, String(value))
  }
  return `?${query}`
}

function mark(): string {
  return randomBytes(4).toString('hex')
}
