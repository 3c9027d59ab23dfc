import type { Refusal } from '#core/errors.ts'
import { isRecord } from '#core/json-record.ts'

type Json = Record<string, unknown>

/** What a message asks for, as far as it has to be known before the protocol's library reads it. */
export interface Errand {
  method: string | undefined
  /** Of a call. */
  tool: string | undefined
  args: Json
  /** Why its arguments cannot be taken; they are left out then. */
  fault?: Refusal | undefined
}

/** Older clients may send several messages at once: then it is not one errand, and nothing is known. */
export function errandOf(body: unknown): Errand {
  const { method, params } = objectIn(body)
  const { name, arguments: args } = objectIn(params)
  return {
    method: typeof method === 'string' ? method : undefined,
    tool: method === 'tools/call' && typeof name === 'string' ? name : undefined,
    args: objectIn(args),
  }
}

export function objectIn(value: unknown): Json {
  return isRecord(value) ? value : {}
}
