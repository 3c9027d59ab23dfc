const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long something took, in at most two units: `1.4 s`, `3 min 20 s`, `2 d 4 h`. */
export function durationIn(locale: string): (seconds: number) => string {
  const one = (unit: string, value: number, digits = 0): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits }).format(
      value,
    )
  return (seconds) => {
    if (seconds < 1) return one('millisecond', Math.round(seconds * 1000))
    if (seconds < 60) return one('second', seconds, 1)
    const at = UNITS.findIndex(([, size]) => seconds >= size)
    const [unit, size] = UNITS[at] ?? ['minute', 60]
    const [small, smallSize] = UNITS[at + 1] ?? ['second', 1]
    const rest = Math.floor((seconds % size) / smallSize)
    const whole = one(unit, Math.floor(seconds / size))
    return rest === 0 ? whole : `${whole} ${one(small, rest)}`
  }
}

export function secondsBetween(from: string, to: string | null, now: number): number {
  return Math.max(0, (to === null ? now : Date.parse(to)) - Date.parse(from)) / 1000
}
