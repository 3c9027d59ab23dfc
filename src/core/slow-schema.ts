import { JsonSchema, SchemaProblem } from './json-schema.ts'

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
 * A compiled schema takes several times the memory of its text. Each thread has 128 MB, and what earlier requests left
 * there must not crowd out the next.
 */
export const READ_CHARACTERS_MAX = 1024 * 1024

const OF_2020 = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/
const OF_7 = /^http:\/\/json-schema\.org\/(?:draft-07\/)?schema#?$/

/**
 * Reads somebody else's schema as the draft it names. Libraries that derive schemas from types name draft 2020-12; a
 * schema that names none is read as draft 7, as before.
 */
export function readTheirs(schema: Readonly<Record<string, unknown>>, formats: boolean): JsonSchema {
  const named = schema['$schema']
  const isOf2020 = typeof named === 'string' && OF_2020.test(named)
  if (typeof named === 'string' && named !== '' && !isOf2020 && !OF_7.test(named)) {
    throw new SchemaProblem('$schema is not known here: name draft 2020-12, draft 7 or none')
  }
  return JsonSchema.read(schema, { draft: isOf2020 ? '2020-12' : '7', formats })
}
