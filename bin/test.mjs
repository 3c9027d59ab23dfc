// npm test: the checks, then every test. Ends with one line, `N passed, N failed`, summed over all of it.
//   npm test -- src/modules/identity    only the tests whose path matches (any vitest argument), without the checks
//   npm run check                       only the checks
//   npm run soak                        only what takes long
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { binFolder, elapsed, install, onStopSignal, reportProgress, root } from './install.mjs'
import { buildPages } from './pages.mjs'

const checks = [
  { name: 'lock file', command: ['node', 'bin/complete-lock.mjs', '--check'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the pages', command: ['tsc', '--noEmit', '-p', 'web'] },
  { name: 'types of the service worker', command: ['tsc', '--noEmit', '-p', 'web/worker.tsconfig.json'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'documents', command: ['node', 'src/cli.mjs', 'openapi', '--check'] },
  { name: 'client is current', command: ['node', 'sdk/generate.ts', '--check'] },
  // Again with the types of browsers in place of Node's.
  { name: 'client types', command: ['tsc', '--project', 'sdk', '--noEmit'] },
  { name: 'dead code', command: ['knip'] },
]

/** A few files that fail may have failed by chance, and are run once more; more than these have not. */
const FILES_AGAIN_MAX = 5

const environment = { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}` }
// The programs write into a pipe, so they cannot see for themselves whether anyone wants colours.
if (process.stdout.isTTY) environment.FORCE_COLOR ??= '1'
else environment.NO_COLOR ??= '1'

const [mode, ...rest] = process.argv.slice(2)
const total = { passed: 0, failed: 0 }

try {
  await install()
  if (mode === undefined || mode === '--check') for (const check of checks) add(await runCheck(check))
  if (mode !== '--check') await buildPages()
  if (mode === '--soak') {
    environment.FUZZ_CASES ??= '2000'
    add(await runTests(['--mode', 'soak', ...rest]))
  } else if (mode !== '--check') {
    add(await runTests(process.argv.slice(2)))
  }
} catch (cause) {
  console.error(cause.message)
  add({ passed: 0, failed: 1 })
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function add({ passed, failed }) {
  total.passed += passed
  total.failed += failed
}

async function runCheck({ name, command }) {
  const started = Date.now()
  const { code, output } = await run(`still checking ${name}`, command)
  console.log(`check ${name}: ${code === 0 ? 'ok' : 'FAILED'}, ${elapsed(started)}`)
  if (code === 0) return { passed: 1, failed: 0 }
  console.log(output.trimEnd())
  return { passed: 0, failed: 1 }
}

async function runTests(options) {
  console.log('tests: starting')
  environment.TMPDIR = folderForTheRun()
  const { passed, failed, skipped, outside, files, code } = await runVitest(options)
  if (skipped > 0) console.log(`tests: ${skipped} skipped`)
  // Whoever asks for some tests wants to see them fail. With another code vitest did not end by itself.
  const isChance = code === 1 && outside === 0 && files.length > 0 && files.length <= FILES_AGAIN_MAX
  const isAgain = options.length === 0 && isChance
  if (!isAgain) return { passed, failed }
  console.log(`tests: once more, alone: ${files.join(' ')}`)
  if ((await runVitest(files)).failed > 0) return { passed, failed }
  for (const file of files) console.log(`tests: passed only when run again, look into it: ${file}`)
  return { passed: passed + failed, failed: 0 }
}

async function runVitest(options) {
  const reporters = ['--reporter=default', '--reporter=./bin/count-reporter.mjs']
  const { code, numbers } = await run('still testing', ['vitest', 'run', ...reporters, ...options], { isShown: true })
  // Without numbers vitest ended before it could report.
  const counts = numbers ? JSON.parse(numbers) : { passed: 0, failed: 0, skipped: 0, outside: 0, files: [] }
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

/** Runs a program of node_modules/.bin, and says that it is still at work when nothing was shown for a while. */
function run(waiting, [program, ...args], { isShown = false } = {}) {
  const child = spawn(program, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  const progress = reportProgress(waiting)
  let output = ''
  const hear = (written) => {
    output += written
    if (!isShown) return
    process.stdout.write(written)
    progress.heard()
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
  const numbers = text(child.stdio[3])
  const stopListening = onStopSignal((signal) => {
    child.kill(signal)
    child.once('close', () => process.exit(128 + constants.signals[signal]))
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', async (code, signal) => resolve({ code: code ?? signal, output, numbers: await numbers }))
  }).finally(() => {
    progress.stop()
    stopListening()
  })
}
