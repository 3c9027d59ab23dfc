import type { RetryOptions } from './options.ts'
import { InnkeeperProblem, InnkeeperUnreachable } from './problem.ts'

const DEFAULTS = { tries: 5, totalSeconds: 120, firstWaitSeconds: 0.25, longestWaitSeconds: 8 }

export type RetryPlan = typeof DEFAULTS

export function planOf(...choices: (RetryOptions | undefined)[]): RetryPlan {
  const plan = { ...DEFAULTS }
  for (const choice of choices) {
    for (const [name, value] of Object.entries(choice ?? {})) {
      if (value !== undefined) plan[name as keyof RetryPlan] = value
    }
  }
  return plan
}

/**
 * Whether the same request can be sent again. One that may have had an effect is repeated only if that is safe: when it
 * reads, or has a key by which the service knows it again. Too many requests means that there was no effect.
 */
export function canRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof InnkeeperUnreachable) {
    return isRepeatable && (error.status === undefined || [429, 502, 503, 504].includes(error.status))
  }
  if (!(error instanceof InnkeeperProblem)) return false
  if (error.status === 429) return true
  if (error.status === 409) return isRepeatable && error.retryable
  return isRepeatable && [502, 503, 504].includes(error.status)
}

/** How long to wait after this many tries: what the service asks for, and a chance part so that callers spread out. */
export function waitSeconds(error: unknown, tries: number, plan: RetryPlan, random: () => number): number {
  const asked =
    error instanceof InnkeeperProblem || error instanceof InnkeeperUnreachable ? (error.retryAfterSeconds ?? 0) : 0
  const upTo = Math.min(plan.longestWaitSeconds, plan.firstWaitSeconds * 2 ** (tries - 1))
  return asked + random() * upTo
}

/** `Retry-After` is a number of seconds or a date. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
