import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { judges, ran } from './programs.ts'

export interface Suite {
  name: string
  /** The folder of the judge. */
  judge: string
  /** The revision whose requirements count; without one every scenario that runs does. */
  revision?: string
  /** Some scenarios cannot pass without sessions. */
  hasExpectedFailures: boolean
}

export const suites: readonly Suite[] = [
  {
    name: '0.2.0-alpha.12, required for 2026-07-28',
    judge: 'conformance-0.2',
    revision: '2026-07-28',
    hasExpectedFailures: false,
  },
  {
    name: '0.2.0-alpha.12, required for 2025-11-25',
    judge: 'conformance-0.2',
    revision: '2025-11-25',
    hasExpectedFailures: true,
  },
  {
    name: '0.1.16, active suite',
    judge: 'conformance-0.1',
    hasExpectedFailures: true,
  },
]

export interface Verdict {
  name: string
  scenarios: number
  passed: number
  checks: number
  expected: string[]
  /** Why the run counts as failed. */
  faults: string[]
}

const expectedFile = fileURLToPath(new URL('expected-failures.yml', import.meta.url))

/** Runs a suite. The judge's exit code counts, and what its scenarios really looked at. */
export async function judge(suite: Suite, url: string, folder: string): Promise<Verdict> {
  const results = mkdtempSync(join(folder, 'results-'))
  const program = join('node_modules', suite.judge, 'dist/index.js')
  const { code, stdout, stderr } = await ran(folder, [
    program,
    'server',
    `--url=${url}`,
    `--output-dir=${results}`,
    ...(suite.revision ? ['--requirements', suite.revision] : ['--suite', 'active']),
    ...(suite.hasExpectedFailures ? ['--expected-failures', expectedFile] : []),
  ])
  const required = suite.revision ? requiredBy(suite) : undefined
  const all = scenariosIn(results).filter(({ name }) => required?.includes(name) ?? true)
  const failing = all.filter(({ failures }) => failures > 0).map(({ name }) => name)
  const expected = suite.hasExpectedFailures ? listIn(readFileSync(expectedFile, 'utf8')) : []
  const empty = all.filter(({ successes, failures }) => successes + failures === 0).map(({ name }) => name)
  const faults = [
    ...failing.filter((name) => !expected.includes(name)).map((name) => `${name} fails`),
    ...empty.map((name) => `${name} passes without a check`),
    ...(required ?? []).filter((name) => !all.some((each) => each.name === name)).map((name) => `${name} did not run`),
    ...(all.length === 0 ? ['nothing ran'] : []),
  ]
  if (code !== 0) faults.push(`exit code ${code}: ${(stderr || stdout).trim().split('\n').slice(-5).join(' | ')}`)
  return {
    name: suite.name,
    scenarios: all.length,
    passed: all.length - failing.length - empty.length,
    checks: all.reduce((sum, { successes }) => sum + successes, 0),
    expected: failing.filter((name) => expected.includes(name)),
    faults,
  }
}

interface Scenario {
  name: string
  successes: number
  failures: number
}

function scenariosIn(results: string): Scenario[] {
  return readdirSync(results).map((folder) => {
    const [, name = folder] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder) ?? []
    const checks = JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8')) as { status: string }[]
    const count = (status: string): number => checks.filter((check) => check.status === status).length
    // A warning is a "should" that is not kept: no less than that is wanted here.
    return { name, successes: count('SUCCESS'), failures: count('FAILURE') + count('WARNING') }
  })
}

/** The judge's own list of what a revision requires of servers. */
function requiredBy({ judge, revision }: Suite): string[] {
  return listIn(readFileSync(join(judges, 'node_modules', judge, `requirements/${revision}.yaml`), 'utf8'))
}

/** The entries under `server:` in a file of plain lists. */
function listIn(yaml: string): string[] {
  const [, list = ''] = /^server:\n((?: +[-#] .*\n?)+)/m.exec(yaml) ?? []
  return [...list.matchAll(/^ +- (\S+)/gm)].map(([, name = '']) => name)
}
