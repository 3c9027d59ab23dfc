/** `npm run conformance`: the tool server before outside judges and clients. Exit code 1 if one finds a fault. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryClients, type Step } from './clients.ts'
import { fixtures } from './fixtures.ts'
import { installJudges } from './programs.ts'
import { startProxy, startSubject, TOOL_PATH } from './subject.ts'
import { judge, suites, type Verdict } from './suites.ts'

installJudges()
const cleanup = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'innkeeper-judges-'))
cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
const faults: string[] = []
try {
  const withFixtures = await startSubject(cleanup, fixtures)
  const proxy = await startProxy(cleanup, withFixtures)
  for (const suite of suites) tell(await judge(suite, `${proxy}${TOOL_PATH}`, folder))
  // As the product is, without fixtures.
  for (const step of await tryClients(await startSubject(cleanup), folder)) tellStep(step)
} finally {
  await cleanup.disposeAsync()
}
for (const fault of faults) console.log(`FAULT ${fault}`)
console.log(faults.length === 0 ? 'conformance: all as it should be' : `conformance: ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

function tell({ name, scenarios, passed, checks, expected, faults: found }: Verdict): void {
  console.log(`${name.padEnd(42)} ${passed} of ${scenarios} scenarios pass, ${checks} checks`)
  if (expected.length > 0) console.log(`  fail as expected: ${expected.join(', ')}`)
  faults.push(...found.map((fault) => `${name}: ${fault}`))
}

function tellStep({ client, step, fault }: Step): void {
  console.log(`${client.padEnd(42)} ${step}: ${fault === undefined ? 'ok' : 'FAILED'}`)
  if (fault !== undefined) faults.push(`${client}: ${step}: ${fault}`)
}
