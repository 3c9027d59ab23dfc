/**
 * With these a small schema can take for ever: a pattern that tries again and again, references that double with each
 * level, every item compared with every other.
 */
const SLOW = /"(?:\$ref|\$dynamicRef|\$recursiveRef|uniqueItems|pattern|patternProperties)":/

/** Whether a check by somebody else's schema, given as its JSON, has to be stoppable. */
export function mayTakeLong(schemaText: string): boolean {
  return SLOW.test(schemaText)
}

/** For Ajv: refs as calls and code as it comes. Both of its savings take minutes to compile a schema made for that. */
export const COMPILED_PLAINLY = { inlineRefs: false, code: { optimize: false } } as const
