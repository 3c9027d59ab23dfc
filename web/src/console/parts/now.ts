import { useEffect, useState } from 'react'

const TICK_MILLIS = 1000

/** What time it is, as the page shows it; it goes on while something is under way. */
export function useNow(isTicking: boolean, tickMillis = TICK_MILLIS): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNow(Date.now()), tickMillis)
    return () => clearInterval(timer)
  }, [isTicking, tickMillis])
  return now
}
