import type { Reporter, TestModule } from 'vitest/node'

/** A test that passed only when it was tried again found a race, of the product or its own: it is named, to be mended. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests()) {
        if (test.diagnostic()?.flaky)
          process.stdout.write(`PASSED ONLY WHEN TRIED AGAIN: ${module.relativeModuleId} > ${test.fullName}\n`)
      }
  }
}
