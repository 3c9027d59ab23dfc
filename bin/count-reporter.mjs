// A vitest reporter that tells bin/test.mjs the numbers, over the pipe that it opened as file descriptor 3.
import { writeSync } from 'node:fs'

export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, again: [] }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      const states = tests.map((test) => test.result().state)
      for (const state of states) if (state in counts) counts[state]++
      // It found a race, of the product or its own.
      const again = tests.filter((test) => test.diagnostic()?.flaky)
      counts.again.push(...again.map((test) => told(module, test)))
      // A file that cannot be loaded, or whose hooks fail, has failed without a failed test in it.
      if (!module.ok() && !states.includes('failed')) counts.failed++
    }
    writeSync(3, JSON.stringify(counts))
  }
}

/** The test, and what went wrong at first: it may not happen again for weeks. */
function told(module, test) {
  const reasons = (test.result().errors ?? []).map(({ stack, message }) => stack ?? message)
  return [`${module.relativeModuleId} > ${test.fullName}`, ...reasons].join('\n')
}
