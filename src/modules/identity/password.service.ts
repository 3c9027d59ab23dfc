import { readFileSync } from 'node:fs'
import { defineFailures, failAt } from '#core/errors.ts'

const REST_LENGTH_MIN = 6

export const PASSWORD_LENGTH_MIN = 10

export const failures = defineFailures({
  password_too_short: { status: 422, text: `A password has at least ${PASSWORD_LENGTH_MIN} characters.` },
  password_too_common: {
    status: 422,
    text: 'This password is too common. Choose another, such as a few unrelated words.',
  },
  password_about_you: {
    status: 422,
    text: 'This password is too close to your own e-mail, name or company. Choose another.',
  },
})

/** Why a new password is not good enough; undefined if it is. */
export function faultOf(password: string, ownWords: readonly string[]): keyof typeof failures | undefined {
  const folded = password.normalize('NFKC').toLowerCase()
  if ([...password].length < PASSWORD_LENGTH_MIN) return 'password_too_short'
  if (isCommon(folded)) return 'password_too_common'
  return isAbout(folded, ownWords) ? 'password_about_you' : undefined
}

/** Refuses a password that is easy to guess, naming the field it came in. */
export function assertGoodPassword(password: string, ownWords: readonly string[], field: string): void {
  const fault = faultOf(password, ownWords)
  if (fault) failAt(failures[fault], field)
}

/** The parts of an address and the names that must not make up a password. */
export function ownWordsOf(email: string, ...names: readonly string[]): string[] {
  const [local = '', domain = ''] = email.split('@')
  return [email, local, domain, ...domain.split('.').slice(0, -1), ...names]
}

let list: ReadonlySet<string> | undefined

/** Ignores non-letters at both ends: `password2026!` is guessed as quickly as `password`. */
function isCommon(folded: string): boolean {
  list ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
  const letters = [...folded]
  const isLetter = (letter: string): boolean => /\p{L}/u.test(letter)
  const [from, to] = [letters.findIndex(isLetter), letters.findLastIndex(isLetter)]
  const core = from === -1 ? folded : letters.slice(from, to + 1).join('')
  return list.has(folded) || list.has(core) || new Set(letters).size < 3
}

/** Whether almost nothing remains of the password without these words. */
function isAbout(folded: string, ownWords: readonly string[]): boolean {
  const plain = plainOf(folded)
  const words = ownWords.map(plainOf).filter((word) => word.length > 2)
  const rest = words
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest.length < plain.length && rest.length <= REST_LENGTH_MIN
}

/** Letters and digits only: a dot or a space does not make it a different word. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
