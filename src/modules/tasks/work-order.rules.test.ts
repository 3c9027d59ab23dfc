import { expect, test } from 'vitest'
import { totalsOf } from './work-order.rules.ts'

const order = (fields: object) => ({ isNoCharge: false, costItems: [], cost: null, costCurrency: 'EUR', ...fields })
const item = (amount: number, currency: string) => ({
  id: '',
  amount,
  currency,
  description: '',
  billToType: 'OWNER' as const,
  categoryName: '',
  notes: '',
})

test('no amounts: zero in the currency of the workspace', () => {
  expect(totalsOf([order({})], 'USD')).toEqual({ totalCost: 0, totalCostCurrency: 'USD', costTotalsByCurrency: {} })
})

test('sums are exact where floating-point numbers are not', () => {
  const orders = [order({ cost: 0.1 }), order({ cost: 0.2 }), order({ cost: 1.005, costCurrency: 'KWD' })]
  expect(totalsOf(orders.slice(0, 2), 'USD')).toEqual({
    totalCost: 0.3,
    totalCostCurrency: 'EUR',
    costTotalsByCurrency: { EUR: 0.3 },
  })
  expect(totalsOf(orders, 'USD').costTotalsByCurrency).toEqual({ EUR: 0.3, KWD: 1.005 })
  const many = Array.from({ length: 1000 }, () => order({ cost: 0.01 }))
  expect(totalsOf(many, 'USD').totalCost).toBe(10)
})

test('items count instead of the cost, and nothing counts when it is free of charge', () => {
  const orders = [
    order({ cost: 99, costItems: [item(10, 'EUR'), item(5.5, 'EUR')] }),
    order({ cost: 7, isNoCharge: true, costItems: [item(3, 'USD')] }),
  ]
  expect(totalsOf(orders, 'USD')).toEqual({
    totalCost: 15.5,
    totalCostCurrency: 'EUR',
    costTotalsByCurrency: { EUR: 15.5 },
  })
})

test('several currencies: no total, MIXED, and each by itself', () => {
  const orders = [order({ cost: 10 }), order({ costItems: [item(1000, 'JPY')] })]
  expect(totalsOf(orders, 'EUR')).toEqual({
    totalCost: null,
    totalCostCurrency: 'MIXED',
    costTotalsByCurrency: { EUR: 10, JPY: 1000 },
  })
})
