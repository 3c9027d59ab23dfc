/** The moment when clocks in a zone show this date and time. In the hour that a clock skips it is the hour after. */
export function momentIn(timezone: string, date: string, time: string): Date {
  const local = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`)
  // The offset at a moment near it; asked again at the result, because a clock may change in between.
  const near = local - offsetMillis(timezone, local)
  const offsets = [offsetMillis(timezone, near), offsetMillis(timezone, local)]
  const exact = offsets.find((offset) => offsetMillis(timezone, local - offset) === offset)
  return new Date(local - (exact ?? Math.min(...offsets)))
}

function offsetMillis(timezone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment)
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '00'
  const shown = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`
  return Date.parse(shown) - moment
}
