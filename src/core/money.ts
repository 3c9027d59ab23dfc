/** How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDecimals(code: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
}
