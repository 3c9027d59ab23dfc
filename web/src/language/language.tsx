import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { formatIn, type Format } from './format.ts'
import { readText, writeText } from '../offline/small-storage.ts'
import { languageFor, localeFor, type Language, type Translated } from './languages.ts'

const CHOICE = 'language'

interface Spoken {
  language: Language
  format: Format
  choose(language: Language): void
}

const Speaking = createContext<Spoken | undefined>(undefined)

export function useLanguage(): Spoken {
  const spoken = useContext(Speaking)
  if (!spoken) throw new Error('outside of <LanguageProvider>')
  return spoken
}

export function useWords<Words>(translated: Translated<Words>): Words {
  return translated[useLanguage().language]
}

export function LanguageProvider({ children }: { children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState(() => languageFor(readText(CHOICE), navigator.languages))
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const spoken = useMemo(
    () => ({
      language,
      format: formatIn(localeFor(language, navigator.languages)),
      choose(next: Language) {
        writeText(CHOICE, next)
        setLanguage(next)
      },
    }),
    [language],
  )
  return <Speaking value={spoken}>{children}</Speaking>
}
