import { parse } from 'yaml'
import { BoundedTexts } from '#core/bounded-texts.ts'
import { answerRequests, isCompiled } from '#core/walled-thread.ts'
import { recordOf } from './call-args.rules.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { openApiCall, type OpenApiCall } from './openapi-call.rules.ts'

/** An operation to be found in a document of somebody else. */
export interface OpenApiRequest {
  text: string
  documentUrl: string
  operationId: string
  parameters: JsonObject
}

/** `fault` is the document's, `refusal` the call's. */
export type OpenApiAnswer = { call: OpenApiCall } | { fault: string } | { refusal: string }

const KEPT_MAX = 20
/** What is read takes some ten times as much as its text, and the thread has 128 MB. */
const KEPT_CHARACTERS_MAX = 5 * 1024 * 1024
/** Texts of others, read: the same one comes again with each try and each call. */
const kept = new BoundedTexts<JsonObject>(KEPT_MAX, KEPT_CHARACTERS_MAX)

/**
 * Without aliases: a document that explodes looks like any other until it is opened. Names are not compared with each
 * other, which takes minutes where there are many, and nothing of it is written into our log.
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
