const PARTS = /^[-+]?(\d*)(?:\.(\d*))?(?:[eE][+-]?\d+)?$/
/** So many a double holds whatever they are. */
const DIGITS_SURE = 15
const DIGITS_MAX = 100

/**
 * Whether a number is the same one in JavaScript as it is written: whole numbers up to where each has its own double,
 * others if their double, written with as many digits, reads the same.
 */
export function isExact(written: string): boolean {
  const value = Number(written)
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return false
  const digits = digitsOf(written)
  if (value === 0) return digits === ''
  if (digits.length <= DIGITS_SURE || digits === digitsOf(String(value))) return true
  return digits.length <= DIGITS_MAX && digits === digitsOf(value.toPrecision(digits.length))
}

/** Those that count. */
function digitsOf(written: string): string {
  const [, whole = '', fraction = ''] = PARTS.exec(written) ?? []
  return (whole + fraction).replace(LEADING, '').replace(TRAILING, '')
}
const LEADING = /^0+/
const TRAILING = /(?<!0)0+$/
