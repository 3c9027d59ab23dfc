import type { AiBudget } from '../../../../../src/modules/ai/budget.schema.ts'

const MICROS = 1_000_000

/** What counts against each limit. */
export const USED = {
  dayCostMicrosMax: 'dayCostMicros',
  monthCostMicrosMax: 'monthCostMicros',
  dayTokensMax: 'dayTokens',
  monthTokensMax: 'monthTokens',
} as const satisfies Partial<Record<keyof AiBudget, keyof AiBudget>>

export type Limit = keyof typeof USED
export const LIMITS = Object.keys(USED) as Limit[]

export const isCost = (limit: Limit): boolean => limit.endsWith('CostMicrosMax')

/** Costs are kept in millionths; people think in whole ones. */
export function shownOf(limit: Limit, amount: number): number {
  return isCost(limit) ? amount / MICROS : amount
}

/** What somebody wrote; nothing is no limit. */
export function limitIn(limit: Limit, text: string): number | null {
  if (text.trim() === '') return null
  return isCost(limit) ? Math.round(Number(text) * MICROS) : Math.round(Number(text))
}
