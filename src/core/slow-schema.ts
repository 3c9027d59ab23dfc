import { createContext, Script } from 'node:vm'

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

const box: { work?: () => unknown } = createContext({})
const WORKING = new Script('work()')

/** Undefined when it takes too long, or calls itself without end: then it is stopped, wherever it is. */
export function inTime<T>(work: () => T, timeoutMillis: number): T | undefined {
  box.work = work
  try {
    return WORKING.runInContext(box, { timeout: timeoutMillis }) as T
  } catch (error) {
    if (error instanceof RangeError) return undefined
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return undefined
  } finally {
    delete box.work
  }
}
