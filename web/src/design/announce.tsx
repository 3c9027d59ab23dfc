import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'

const Announce = createContext<(sentence: string) => void>(() => {})

/** A sentence for those who hear the page: said once, when they are done listening to what they hear now. */
export function useAnnounce(): (sentence: string) => void {
  return useContext(Announce)
}

export function Announcer({ children }: { children: ReactNode }): ReactNode {
  const [sentence, setSentence] = useState('')
  const announce = useCallback((next: string) => {
    // The same sentence again is only read out when the text has changed in between.
    setSentence('')
    requestAnimationFrame(() => setSentence(next))
  }, [])
  return (
    <Announce value={announce}>
      {children}
      <p role="status" aria-live="polite" className="sr-only">
        {sentence}
      </p>
    </Announce>
  )
}
