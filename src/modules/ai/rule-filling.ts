import { classifyByRules } from './inbox-classification.ts'
import type { Check } from './structured-check.ts'
import type { JsonSchema } from './structured-schema.ts'

/** What rules can tell of a message, as far as a schema asks for it; undefined when that does not satisfy the schema. */
export async function filledByRules(
  { schema, check }: { schema: JsonSchema; check: Check },
  text: string,
  signal: AbortSignal,
): Promise<Record<string, unknown> | undefined> {
  const known: Record<string, unknown> = { ...classifyByRules(text) }
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null) return undefined
  const names = Object.keys(properties).filter((name) => name in known)
  const filled = Object.fromEntries(names.map((name) => [name, known[name]]))
  if (names.length === 0) return undefined
  return (await check(filled, signal)).length === 0 ? filled : undefined
}
