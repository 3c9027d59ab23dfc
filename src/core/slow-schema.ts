import type { AsyncValidateFunction, ValidateFunction } from 'ajv'

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

/** Refuses what answers with a promise, which counts as a yes and fails where nobody looks. Inside a schema Ajv refuses it. */
export function checkingAtOnce(validate: ValidateFunction | AsyncValidateFunction): ValidateFunction {
  if ('$async' in validate) throw new Error('$async is not taken')
  return validate
}
