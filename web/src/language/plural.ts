import type { Language } from './languages.ts'

/** The words for one and for any other number; our languages need no more for the numbers of these pages. */
export function pluralIn(language: Language): (count: number, one: string, other: string) => string {
  // Ours is the Portuguese of Portugal, where nought is many.
  const rules = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language)
  return (count, one, other) => (rules.select(count) === 'one' ? one : other)
}
