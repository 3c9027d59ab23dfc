// A vitest reporter that tells bin/run-tests.mjs the numbers, over the pipe that it opened as file descriptor 3.
import { writeFileSync } from 'node:fs'

/** Of the same test in another run: ids are places in a file, at which another test may stand by then. */
const keyOf = ({ id, fullName }) => `${id} ${fullName}`

export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const outside = unhandledErrors.length
    const counts = { passed: 0, failed: outside, skipped: 0, outside, files: [], failures: [], passes: [] }
    for (const module of modules) {
      const file = module.relativeModuleId
      const tests = [...module.children.allTests()].map((test) => ({ test, state: test.result().state }))
      for (const { state } of tests) if (state in counts) counts[state]++
      const passed = tests.filter(({ state }) => state === 'passed')
      counts.passes.push(...passed.map(({ test }) => keyOf(test)))
      if (module.ok()) {
        if (passed.length > 0) counts.passes.push(module.id)
        continue
      }
      // On both databases it is one file.
      if (!counts.files.includes(file)) counts.files.push(file)
      // When a hook fails, the tests behind it are skipped, though nobody meant them to be.
      const isMissed = ({ test, state }) => state === 'failed' || (state === 'skipped' && test.options.mode === 'run')
      const missed = tests.filter(isMissed).map(({ test }) => test)
      counts.failures.push(...missed.map((test) => ({ key: keyOf(test), name: `${file} > ${test.fullName}` })))
      if (tests.some(({ state }) => state === 'failed')) continue
      // A file that cannot be loaded, or whose hooks fail, has failed without a failed test in it.
      counts.failed++
      counts.failures.push({ key: module.id, name: file })
    }
    writeFileSync(3, JSON.stringify(counts))
  }
}
