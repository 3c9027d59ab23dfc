/** How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDecimals(code: string): number {
  let decimals = knownDecimals.get(code)
  if (decimals === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
    decimals = format.resolvedOptions().maximumFractionDigits ?? 2
    knownDecimals.set(code, decimals)
  }
  return decimals
}

const knownDecimals = new Map<string, number>()

/** How many decimals an amount has as it is written: 12.5 has one. */
export function decimalsOf(amount: number | null | undefined): number {
  if (amount === null || amount === undefined) return 0
  const [mantissa = '', exponent = '0'] = String(amount).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent))
}

export interface Amount {
  amount: number
  currency: string
}

/** Exact sums: counted in the smallest unit of each currency, never as floating-point numbers. */
export function sumByCurrency(amounts: readonly Amount[]): Record<string, number> {
  const units = new Map<string, bigint>()
  for (const { amount, currency } of amounts) {
    const scaled = BigInt(Math.round(amount * 10 ** currencyDecimals(currency)))
    units.set(currency, (units.get(currency) ?? 0n) + scaled)
  }
  const entries = [...units].map(([code, sum]) => [code, Number(sum) / 10 ** currencyDecimals(code)] as const)
  return Object.fromEntries(entries.toSorted(([left], [right]) => left.localeCompare(right)))
}
