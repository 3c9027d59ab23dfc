import { useEffect, useState } from 'react'

const TICK_MILLIS = 1000

/** What time it is, as the page shows it; it goes on while something is under way. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLIS)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
