import { useEffect, useState } from 'react'

const DESK = '(min-width: 64rem)'

/** Whether there is room for what a desk has: things side by side, and short rows. */
export function useIsDesk(): boolean {
  const [isDesk, setDesk] = useState(() => matchMedia(DESK).matches)
  useEffect(() => {
    const media = matchMedia(DESK)
    const look = (): void => setDesk(media.matches)
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [])
  return isDesk
}
