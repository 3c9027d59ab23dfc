import type { Ajv, AnySchema, ValidateFunction } from 'ajv'

/**
 * With these a small schema can take for ever: a pattern that tries again and again, references that double with each
 * level, every item compared with every other.
 */
const SLOW = /"(?:\$ref|\$dynamicRef|\$recursiveRef|uniqueItems|pattern|patternProperties)":/

/** Compiling a longer one takes its time too: some milliseconds for each KiB. */
export const QUICK_SCHEMA_CHARACTERS_MAX = 8 * 1024
/** Each word of a schema may be asked of each part of a value: `anyOf` of thousands, for each of thousands of items. */
const PRODUCT_MAX = 5_000_000

/**
 * By somebody else's schema, given as its JSON, how long the JSON of a value may be to be checked at once. What is longer
 * is checked where it can be stopped.
 */
export function quickLength(schemaText: string): number {
  const isSlow = schemaText.length > QUICK_SCHEMA_CHARACTERS_MAX || SLOW.test(schemaText)
  return isSlow ? 0 : Math.floor(PRODUCT_MAX / schemaText.length)
}

/** For Ajv: refs as calls and code as it comes. Both of its savings take minutes to compile a schema made for that. */
export const COMPILED_PLAINLY = { inlineRefs: false, code: { optimize: false } } as const

/**
 * Compiles what somebody else has written. One with `$async` answers with a promise, which counts as a yes and fails where
 * nobody looks; Ajv refuses it inside of others. What `$schema` names is asked while it is compiled, so it must be one
 * that Ajv knows by itself, and no part of what was written.
 */
export function compileTheirs(ajv: Pick<Ajv, 'compile' | 'getSchema'>, schema: AnySchema): ValidateFunction {
  const named = typeof schema === 'object' ? schema['$schema'] : undefined
  if (typeof named === 'string' && named !== '' && !ajv.getSchema(named)) throw new Error('$schema is not known here')
  const validate = ajv.compile(schema)
  if ('$async' in validate) throw new Error('$async is not taken')
  return validate
}
