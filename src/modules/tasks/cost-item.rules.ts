import { currencyDecimals, decimalsOf } from '#core/money.ts'
import type { CostItemUpdate } from './cost-item.schema.ts'

/** Why an amount cannot stand in its currency: malformed when both were sent together, else merely not applicable. */
export interface WrongAmount {
  field: 'amount' | 'currency'
  message: string
  malformed: boolean
}

export function wrongAmount(
  sent: CostItemUpdate,
  after: { amount: number; currency: string },
): WrongAmount | undefined {
  const decimals = currencyDecimals(after.currency)
  if (decimalsOf(after.amount) <= decimals) return undefined
  return {
    field: sent.amount === undefined ? 'currency' : 'amount',
    message: `${after.amount} has more than the ${decimals} decimals of ${after.currency}.`,
    malformed: sent.amount !== undefined && sent.currency !== undefined,
  }
}
