/** What the pages speak, each under its own name. English is the first choice for everybody else. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' } as const
export type Language = keyof typeof LANGUAGES

/** A language for every set of words: one that is missing does not compile. */
export type Translated<Words> = Record<Language, Words>

export function isLanguage(value: string | null | undefined): value is Language {
  return value != null && Object.hasOwn(LANGUAGES, value)
}

const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''

/** The reader's own choice, else the first of the phone's languages that we speak. */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen
  return preferred.map(baseOf).find(isLanguage) ?? 'en'
}

/** How dates and numbers are written: as the phone does in this language, `en-GB` rather than `en`. */
export function localeFor(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => baseOf(tag) === language && isWellFormed(tag)) ?? language
}

/** Some phones name their language in ways that the browser itself does not take, such as `pt_BR`. */
function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
