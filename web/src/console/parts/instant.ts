/**
 * When the clocks of the zone show this: as if they were those of UTC, and the difference taken away twice, because once
 * is off around a clock change.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const first = wall - offsetMillis(wall, timeZone)
  return new Date(wall - offsetMillis(first, timeZone))
}

function offsetMillis(instant: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - instant
}
