import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, run } from './run.mjs'

/** A few files that fail may have failed by chance, and are run once more; more than these have not. */
const FILES_AGAIN_MAX = 5

const REPORTER = fileURLToPath(new URL('count-reporter.mjs', import.meta.url))

/** All tests of the folder, or those that vitest's options ask for. */
export async function runTests(options, folder) {
  console.log('tests: starting')
  environment.TMPDIR = folderForTheRun()
  const { passed, failed, skipped, outside, files, failures, code } = await runVitest(options, folder)
  if (skipped > 0) console.log(`tests: ${skipped} skipped`)
  // Whoever asks for some tests wants to see them fail. With another code vitest did not end by itself.
  const isChance = code === 1 && outside === 0 && files.length > 0 && files.length <= FILES_AGAIN_MAX
  const isAgain = options.length === 0 && isChance
  if (!isAgain) return { passed, failed }
  console.log(`tests: once more, alone: ${files.join(' ')}`)
  const again = await runVitest(files, folder)
  if (again.failed > 0) return { passed, failed }
  // What is skipped the second time, or is not there, has passed neither time.
  const passes = new Set(again.passes)
  const unproven = failures.filter(({ key }) => !passes.has(key))
  for (const { name } of unproven) console.log(`tests: failed, and was not run again: ${name}`)
  if (unproven.length > 0) return { passed, failed }
  for (const file of files) console.log(`tests: passed only when run again, look into it: ${file}`)
  return { passed: passed + failed, failed: 0 }
}

async function runVitest(options, folder) {
  const command = ['vitest', 'run', '--reporter=default', `--reporter=${REPORTER}`, ...options]
  const { code, numbers } = await run('still testing', command, { isShown: true, folder })
  // Without numbers vitest ended before it could report.
  const none = { passed: 0, failed: 0, skipped: 0, outside: 0, files: [], failures: [], passes: [] }
  const counts = numbers ? JSON.parse(numbers) : none
  if (counts.failed > 0) return { ...counts, code }
  if (counts.passed === 0) console.log('tests: none ran, which counts as a failure')
  else if (code !== 0) console.log(`tests: vitest failed outside of the tests (code ${code})`)
  else return counts
  return { ...counts, failed: 1 }
}

/** What tests leave among the temporary files goes with the run. */
function folderForTheRun() {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-tests-'))
  // Root lets another account run PostgreSQL, which has to enter.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
