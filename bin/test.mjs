// npm test: the checks, then every test. Ends with one line, `N passed, N failed`, summed over all of it.
//   npm test -- src/modules/identity    only the tests whose path matches (any vitest argument), without the checks
//   npm run check                       only the checks
//   npm run soak                        only what takes long
import { elapsed, install } from './install.mjs'
import { buildPages } from './pages.mjs'
import { runTests } from './run-tests.mjs'
import { environment, run } from './run.mjs'

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
