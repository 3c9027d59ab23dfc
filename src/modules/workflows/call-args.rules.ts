import type { Json, JsonObject } from './document.schema.ts'

export function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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
