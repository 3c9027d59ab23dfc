import { DAY_MILLIS } from '#core/days.ts'
import type { AiBudget } from './budget.schema.ts'

const SPAN_MILLIS = 600_000

/** The names of the day, the month and the span of ten minutes that a moment is in, all of them UTC. */
export function periodsAt(now: Date): { day: string; month: string; span: number } {
  const day = now.toISOString().slice(0, 10)
  return { day, month: `${day.slice(0, 7)}-01`, span: spanAt(now) }
}

export function spanAt(now: Date): number {
  return Math.floor(now.getTime() / SPAN_MILLIS)
}

interface Asked {
  tokens: number
  costMicros: number
}

/** Which limit stands in the way, and when it begins anew; undefined when none does. */
export function exceeded(
  budget: AiBudget,
  asked: Asked,
  now: Date,
): { limit: string; retryAfterSeconds: number } | undefined {
  const { heldTokens, heldCostMicros } = budget
  const passes = (max: number | null, used: number): boolean => max !== null && used > max
  const dayOver = passes(budget.dayTokensMax, budget.dayTokens + heldTokens + asked.tokens) && 'dayTokensMax'
  const dayCostOver =
    passes(budget.dayCostMicrosMax, budget.dayCostMicros + heldCostMicros + asked.costMicros) && 'dayCostMicrosMax'
  const monthOver = passes(budget.monthTokensMax, budget.monthTokens + heldTokens + asked.tokens) && 'monthTokensMax'
  const monthCostOver =
    passes(budget.monthCostMicrosMax, budget.monthCostMicros + heldCostMicros + asked.costMicros) &&
    'monthCostMicrosMax'
  const limit = monthOver || monthCostOver || dayOver || dayCostOver
  if (!limit) return undefined
  const until = limit.startsWith('month') ? nextMonth(now) : (Math.floor(now.getTime() / DAY_MILLIS) + 1) * DAY_MILLIS
  return { limit, retryAfterSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1000)) }
}

function nextMonth(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
