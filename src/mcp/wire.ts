import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Refusal } from '#core/errors.ts'
import { fitted } from '#core/tool-fit.ts'
import { reasonIn } from '#core/tool-run.ts'

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

/** A refusal that the model can act on: what was wrong, where, and what is in the way. */
export function problemOf(refusal: Refusal, requestId: string): CallToolResult {
  const { failure, options } = refusal
  const problem = {
    code: failure.code,
    status: failure.status,
    detail: reasonIn(refusal),
    ...(options.errors?.length ? { errors: options.errors } : {}),
    ...options.extra,
    requestId,
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] }
}
