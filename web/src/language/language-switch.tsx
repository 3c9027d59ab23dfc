import type { ReactNode } from 'react'
import { Icon } from '../design/icon.tsx'
import { useLanguage } from './language.tsx'
import { isLanguage, LANGUAGES, type Language } from './languages.ts'

const LABELS: Record<Language, string> = { en: 'Language', de: 'Sprache', es: 'Idioma', fr: 'Langue', pt: 'Idioma' }

export function LanguageSwitch({ spacing = 'gap-1.5 px-2' }: { spacing?: string }): ReactNode {
  const { language, choose } = useLanguage()
  return (
    <label
      className={`relative flex min-h-11 items-center rounded-control text-label text-soft hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-accent ${spacing}`}
    >
      <Icon name="globe" className="size-5" />
      <span className="sr-only">{LABELS[language]}</span>
      <select
        className="field-sizing-content min-h-11 appearance-none bg-transparent pr-5 font-medium text-soft outline-none"
        value={language}
        onChange={({ target }) => isLanguage(target.value) && choose(target.value)}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code} className="bg-surface text-ink">
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" className="pointer-events-none absolute right-2 size-4" />
    </label>
  )
}
