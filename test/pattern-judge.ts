import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Recheck from 'recheck'
import type { Pattern } from './patterns.ts'

// The judge looks for a native binary that not every platform has; its JavaScript version gives the same results.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = createRequire(import.meta.url)('recheck') as typeof Recheck

const TIMEOUT_MILLIS = 30_000
export const LINEAR_FILE = new URL('patterns-linear.json', import.meta.url)

/** Patterns that were judged earlier. */
export function linearNames(): Set<string> {
  return new Set(JSON.parse(readFileSync(LINEAR_FILE, 'utf8')) as string[])
}

export interface Verdict {
  readonly isLinear: boolean
  readonly why: string
}

/**
 * Whether matching time grows no faster than the text. A pattern that cannot be judged in time counts as not linear.
 */
export function judge({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Verdict {
  const found = checkSync(source, flags.replaceAll(/[dv]/g, ''), { timeout: TIMEOUT_MILLIS })
  if (found.status === 'safe') return { isLinear: true, why: '' }
  if (found.status !== 'vulnerable') return { isLinear: false, why: 'nobody knows' }
  return { isLinear: false, why: `${found.complexity.summary}: ${found.attack.pattern.slice(0, 200)}` }
}
