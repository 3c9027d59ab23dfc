import { canonicalJson } from '#core/canonical-json.ts'
import { isRecord } from '#core/json-record.ts'
import type { SaidEffect } from './comparison.rules.ts'
import type { Json } from './document.schema.ts'
import type { Expected } from './saved-test.schema.ts'

/** What a run of a test has come to. */
export interface Actual {
  status: string
  output: Json
  error: { type: string; status: number; detail?: string } | null
  path: readonly string[]
  effects: readonly SaidEffect[]
}

export interface Difference {
  what: 'status' | 'output' | 'error' | 'path' | 'effects'
  expected: Json
  actual: Json
}

/** All that is not as it was expected; nothing when the test has passed. */
export function differencesIn(expected: Expected, actual: Actual): Difference[] {
  const differences: Difference[] = []
  const expect = (what: Difference['what'], wanted: unknown, found: unknown, isMet: boolean): void => {
    if (!isMet) differences.push({ what, expected: (wanted ?? null) as Json, actual: (found ?? null) as Json })
  }
  const { status = expected.error ? 'faulted' : 'completed', output, error, path, effects } = expected
  expect('status', status, actual.status, status === actual.status)
  // Why it failed is what its author wants to know.
  if (status === 'completed' && actual.error) expect('error', null, actual.error, false)
  if (output !== undefined) expect('output', output, actual.output, isSame(output, actual.output))
  if (error) expect('error', error, actual.error, includes(actual.error, error))
  if (path) expect('path', path, actual.path, isSame(path, actual.path))
  if (effects) {
    const areMet =
      effects.length === actual.effects.length && effects.every((each, at) => includes(actual.effects[at], each))
    expect('effects', effects, actual.effects, areMet)
  }
  return differences
}

/** Whether all that is named is there; what more there is does not matter. */
function includes(actual: unknown, wanted: unknown): boolean {
  if (!isRecord(wanted)) return isSame(wanted, actual)
  if (!isRecord(actual)) return false
  const found = new Map(Object.entries(actual))
  return Object.entries(wanted).every(([name, value]) => includes(found.get(name), value))
}

function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left) === canonicalJson(right)
}
