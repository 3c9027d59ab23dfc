import type { TSchema } from 'typebox'
import type { Operation } from '#core/operation.ts'
import type { Schema } from './arbitrary.ts'
import { requiredOnly, sampleOf } from './strangers.ts'
import { referred } from './referred.ts'
import { missing } from './subjects.ts'

type Json = Record<string, unknown>

/** A tool of models, or a function of workflows. */
export interface Callable {
  name: string
  operation: Operation
  input: { properties: Record<string, TSchema>; required: string[] }
}

/** The arguments that name a thing of the workspace, and what they name. */
export function referencesIn({ input }: Callable): Map<string, string> {
  const named = Object.entries(input.properties).map(([field, schema]) => [field, referred(field, schema as Schema)])
  return new Map(named.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

/** Arguments in which all is right: what has to be there, and what is `wanted`. A thing is one of those known for the field. */
export function fittingArguments(
  callable: Callable,
  idsFor: (field: string) => Record<string, string>,
  wanted: readonly string[] = [],
): Json {
  const schema: Schema = { type: 'object', ...callable.input, additionalProperties: false }
  const args = { ...(sampleOf(requiredOnly(schema), callable.name) as Json), ...exampleOf(callable) }
  for (const [field, name] of referencesIn(callable)) {
    if (!wanted.includes(field) && !(field in args)) continue
    const id = idsFor(field)[name] ?? missing(name)
    args[field] = schema.properties?.[field]?.items ? [id] : id
  }
  return args
}

/** Some want more than their schema says: an example has it. */
function exampleOf({ operation, input }: Callable): Json {
  const [whole = {}] = (operation.body as { examples?: Json[] } | undefined)?.examples ?? []
  const ofFields = input.required.flatMap((field) => {
    const { examples = [] } = input.properties[field] as { examples?: unknown[] }
    return examples.length > 0 ? [[field, examples[0]] as const] : []
  })
  const all = { ...Object.fromEntries(ofFields), ...whole }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in input.properties))
}
