import { parse } from 'yaml'
import { BoundedTexts } from '#core/bounded-texts.ts'
import { answerRequests, isCompiled } from '#core/walled-thread.ts'
import { recordOf } from './call-args.rules.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { openApiCall, type OpenApiCall } from './openapi-call.rules.ts'

/** An operation to find in somebody else's document. */
export interface OpenApiRequest {
  text: string
  documentUrl: string
  operationId: string
  parameters: JsonObject
}

/** `fault`: the document is wrong. `refusal`: the call is. */
export type OpenApiAnswer = { call: OpenApiCall } | { fault: string } | { refusal: string }

const KEPT_MAX = 20
/** A parsed document takes about ten times the memory of its text, and the thread has 128 MB. */
const KEPT_CHARACTERS_MAX = 5 * 1024 * 1024
/** Parsed documents: the same text comes again with each retry and each call. */
const kept = new BoundedTexts<JsonObject>(KEPT_MAX, KEPT_CHARACTERS_MAX)

/**
 * No aliases: a document that explodes looks harmless until it is expanded. Keys are not checked for uniqueness, which
 * takes minutes when there are many, and the parser logs nothing.
 */
const YAML = { maxAliasCount: 0, uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const

answerRequests(answer)

function answer({ text, documentUrl, operationId, parameters }: OpenApiRequest): OpenApiAnswer {
  const document = kept.get(text) ?? read(text)
  if (!document) return { fault: 'The document cannot be read.' }
  kept.set(text, document)
  isCompiled()
  const call = openApiCall(document, documentUrl, operationId, parameters)
  return typeof call === 'string' ? { refusal: call } : { call }
}

function read(text: string): JsonObject | undefined {
  try {
    const value: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, YAML)
    const document = recordOf(value as Json)
    return 'paths' in document ? document : undefined
  } catch {
    return undefined
  }
}
