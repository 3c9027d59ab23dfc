/** How long a `Retry-After` asks us to wait, but no longer than that: it is a number of seconds or a date. */
export function secondsToWait(header: string | undefined, secondsMax: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(secondsMax, Math.max(0, Math.ceil(seconds))) : undefined
}
