import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject } from './document.schema.ts'

export function recordOf(value: Json | undefined): JsonObject {
  return isRecord(value) ? value : {}
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

/** An endpoint is an address, or one with a way to sign in. */
export function endpointOf(value: Json | undefined): { uri: string; authentication: JsonObject } {
  const endpoint = isRecord(value) ? value : { uri: value ?? '' }
  return { uri: textOf(endpoint['uri']), authentication: recordOf(endpoint['authentication']) }
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
// oxlint-disable-next-line no-control-regex
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Why a request cannot be sent at all; nothing when it can. Says no value: it may be a secret. */
export function requestFault(method: string, headers: Record<string, string>): string | undefined {
  if (!TOKEN.test(method)) return 'The method is none of HTTP: it is one word, such as GET.'
  if (method === 'CONNECT' || method === 'TRACE') return `The method ${method} may not be used.`
  const unnamed = Object.keys(headers).find((name) => !TOKEN.test(name))
  if (unnamed !== undefined) return `${JSON.stringify(unnamed)} cannot be the name of a header.`
  const [name] = Object.entries(headers).find(([, value]) => !VALUE.test(value)) ?? []
  return name && `The header ${name} holds characters that cannot be sent, such as a line break.`
}
