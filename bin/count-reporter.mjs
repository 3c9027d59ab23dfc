// A vitest reporter that tells bin/test.mjs the numbers, over the pipe that it opened as file descriptor 3.
import { writeSync } from 'node:fs'

export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, outside: unhandledErrors.length, files: [] }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      const states = tests.map((test) => test.result().state)
      for (const state of states) if (state in counts) counts[state]++
      if (module.ok()) continue
      // A file that cannot be loaded, or whose hooks fail, has failed without a failed test in it.
      if (!states.includes('failed')) counts.failed++
      // On both databases it is one file.
      if (!counts.files.includes(module.relativeModuleId)) counts.files.push(module.relativeModuleId)
    }
    writeSync(3, JSON.stringify(counts))
  }
}
