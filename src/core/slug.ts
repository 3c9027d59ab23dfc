import { SLUG_CHARACTERS, SLUG_LENGTH_MAX } from './schema.ts'

const NO_SLUG = new RegExp(`[^${SLUG_CHARACTERS}]+`, 'gu')
const LATIN_ACCENTS = /(?<=\p{Script=Latin})\p{Mn}+/gu
/** Leaves room for a number behind it. */
const STEM_LENGTH_MAX = SLUG_LENGTH_MAX - 10

/** Small letters without the accents of Latin script: `Küche` becomes `kuche`. Other scripts keep their marks. */
export function plainLetters(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFD').replace(LATIN_ACCENTS, '').normalize('NFC')
}

/** `Küche & Bar` becomes `kuche-bar`; a name without letters becomes the one given for that. */
export function slugOf(name: string, nameless: string): string {
  const words = plainLetters(name).replace(NO_SLUG, '-').replace(/^-/, '')
  const stem = Array.from(words).slice(0, STEM_LENGTH_MAX).join('').replace(/-$/, '')
  return stem === '' ? nameless : stem
}

/** The slug itself, or with the first number from 2 on that makes it free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}
