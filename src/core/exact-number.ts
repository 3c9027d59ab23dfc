const PARTS = /^[-+]?(\d*)(?:\.(\d*))?(?:[eE][+-]?\d+)?$/
/** A double holds any number with this many significant digits. */
const DIGITS_SURE = 15
const DIGITS_MAX = 100

/**
 * Whether JavaScript keeps a number as written. Integers must be safe; a fraction's double must print the same digits
 * at the same precision.
 */
export function isExact(written: string): boolean {
  const value = Number(written)
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return false
  const digits = digitsOf(written)
  if (value === 0) return digits === ''
  if (digits.length <= DIGITS_SURE || digits === digitsOf(String(value))) return true
  return digits.length <= DIGITS_MAX && digits === digitsOf(value.toPrecision(digits.length))
}

/** The significant digits. */
function digitsOf(written: string): string {
  const [, whole = '', fraction = ''] = PARTS.exec(written) ?? []
  return (whole + fraction).replace(LEADING, '').replace(TRAILING, '')
}
const LEADING = /^0+/
const TRAILING = /(?<!0)0+$/
