import { createContext, Script } from 'node:vm'

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
