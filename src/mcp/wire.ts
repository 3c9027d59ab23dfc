import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { coreFailures, type Refusal } from '#core/errors.ts'
import { fitted } from '#core/tool-fit.ts'

type Json = Record<string, unknown>

/** The published schema as the library wants it. The check is ours, at the call: it names every fault. */
export function asSchema(json: Json): StandardSchemaWithJSON {
  const toJson = (): Json => json
  const validate = (value: unknown): { value: unknown } => ({ value })
  return { '~standard': { version: 1, vendor: 'innkeeper', validate, jsonSchema: { input: toJson, output: toJson } } }
}

/** As much of the answer as a model can carry. */
export function answerOf(whole: Json): CallToolResult {
  return wholeAnswerOf(fitted(whole))
}

/** Data, and the same as text for clients that read only that. */
export function wholeAnswerOf(data: Json): CallToolResult {
  return { structuredContent: data, content: [{ type: 'text', text: JSON.stringify(data) }] }
}

/** Versions go by other names here than over HTTP. */
const CHANGED = 'The record has changed since that version: read it again.'

/** A refusal that the model can act on: what was wrong, where, and what is in the way. */
export function problemOf({ failure, message, options }: Refusal, requestId: string): CallToolResult {
  const problem = {
    code: failure.code,
    status: failure.status,
    detail: failure === coreFailures.precondition_failed ? CHANGED : message,
    ...(options.errors?.length ? { errors: options.errors } : {}),
    ...options.extra,
    requestId,
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] }
}
