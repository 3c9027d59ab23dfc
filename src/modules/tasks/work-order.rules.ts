import { sumByCurrency, type Amount } from '#core/money.ts'
import type { WorkOrderReport } from './work-order.schema.ts'

type Costs = Pick<WorkOrderReport['workOrders'][number], 'cost' | 'costCurrency' | 'costItems' | 'isNoCharge'>

/** What one order costs: nothing when it is free of charge, else its items, else its own amount. */
function amountsOf({ isNoCharge, costItems, cost, costCurrency }: Costs): Amount[] {
  if (isNoCharge) return []
  if (costItems.length > 0) return costItems.map(({ amount, currency }) => ({ amount, currency }))
  return cost === null ? [] : [{ amount: cost, currency: costCurrency }]
}

/** Totals per currency, and one total where there is one currency. */
export function totalsOf(
  orders: readonly Costs[],
  workspaceCurrency: string,
): Pick<WorkOrderReport, 'totalCost' | 'totalCostCurrency' | 'costTotalsByCurrency'> {
  const costTotalsByCurrency = sumByCurrency(orders.flatMap(amountsOf))
  const [first, second] = Object.entries(costTotalsByCurrency)
  if (second) return { totalCost: null, totalCostCurrency: 'MIXED', costTotalsByCurrency }
  const [totalCostCurrency, totalCost] = first ?? [workspaceCurrency, 0]
  return { totalCost, totalCostCurrency, costTotalsByCurrency }
}
