import { SLUG_CHARACTERS, SLUG_LENGTH_MAX, type DefaultAssignee } from './department.schema.ts'

const NO_SLUG = new RegExp(`[^${SLUG_CHARACTERS}]+`, 'gu')
const LATIN_ACCENTS = /(?<=\p{Script=Latin})\p{Mn}+/gu
/** Leaves room for a number behind it. */
const STEM_LENGTH_MAX = SLUG_LENGTH_MAX - 10

/** `Küche & Bar` becomes `kuche-bar`. Scripts other than Latin keep their letters and the marks that belong to them. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().normalize('NFD').replace(LATIN_ACCENTS, '').normalize('NFC')
  const words = plain.replace(NO_SLUG, '-').replace(/^-/, '')
  const stem = Array.from(words).slice(0, STEM_LENGTH_MAX).join('').replace(/-$/, '')
  return stem === '' ? 'department' : stem
}

/** The slug itself, or with the first number from 2 on that makes it free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}

/** Where the second PRIMARY stands; -1 when there is at most one. */
export function secondPrimary(assignees: readonly DefaultAssignee[]): number {
  const first = assignees.findIndex(({ role }) => role === 'PRIMARY')
  return assignees.findIndex(({ role }, index) => role === 'PRIMARY' && index > first)
}

/** Where a person stands for the second time; -1 when everybody is named once. */
export function repeatedAssignee(assignees: readonly DefaultAssignee[]): number {
  const ids = assignees.map(({ membershipId }) => membershipId)
  return ids.findIndex((id, index) => ids.indexOf(id) < index)
}
