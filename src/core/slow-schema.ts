import { Ajv, type AnySchema, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

/**
 * With these a small schema can take for ever: a pattern that tries again and again, references that double with each
 * level, every item compared with every other.
 */
const SLOW = /"(?:\$ref|\$dynamicRef|\$recursiveRef|uniqueItems|pattern|patternProperties)":/

/** A longer one is not looked at any further. */
export const QUICK_SCHEMA_CHARACTERS_MAX = 8 * 1024
/**
 * What takes time to compile is each part, however short: `{}` in a list as much as a field with its description. As many
 * as this take up to 20 ms; a usual schema of 3 KB has less.
 */
const QUICK_PARTS_MAX = 200
const PART = /[,[{]/g
/**
 * Each part of a schema may be asked of each part of a value, and each may find a fault: `anyOf` of hundreds, for each of
 * hundreds of items. As much as this takes up to 20 ms.
 */
const PRODUCT_MAX = 100_000

/**
 * By somebody else's schema, given as its JSON, how long the JSON of a value may be to be checked at once. What is longer
 * is checked where it can be stopped.
 */
export function quickLength(schemaText: string): number {
  const isSlow = isLongToCompile(schemaText) || SLOW.test(schemaText)
  return isSlow ? 0 : Math.floor(PRODUCT_MAX / partsIn(schemaText))
}

export function isLongToCompile(schemaText: string): boolean {
  return schemaText.length > QUICK_SCHEMA_CHARACTERS_MAX || partsIn(schemaText) > QUICK_PARTS_MAX
}

/** At least one. A comma within a text counts too: that is only too careful. */
function partsIn(schemaText: string): number {
  return 1 + (schemaText.match(PART)?.length ?? 0)
}

/**
 * What is compiled takes some 25 times as much as its text. The threads have 128 MB each, and what others left there must
 * not take the room of the next.
 */
export const COMPILED_CHARACTERS_MAX = 1024 * 1024

/** For Ajv: refs as calls and code as it comes. Both of its savings take minutes to compile a schema made for that. */
export const COMPILED_PLAINLY = { inlineRefs: false, code: { optimize: false } } as const

const OF_2020 = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/

/**
 * An Ajv for one schema of somebody else: in one for several the ids in them would meet. Libraries that make schemas out
 * of types name the draft 2020-12 by themselves; what names none is read as draft 7, as ever.
 */
export function ajvForTheirs({ $schema }: Readonly<Record<string, unknown>>, options: Options): Ajv | Ajv2020 {
  const Reader = typeof $schema === 'string' && OF_2020.test($schema) ? Ajv2020 : Ajv
  return new Reader({ strict: false, logger: false, ...COMPILED_PLAINLY, ...options })
}

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
