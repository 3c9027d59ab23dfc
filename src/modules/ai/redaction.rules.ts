import { replaceDoorCodes } from './door-code.rules.ts'
import { besideDays, isPhone, isRow, PHONE } from './phone.rules.ts'

/** Takes what tells who somebody is out of texts, and puts it back into answers. */
export interface Redaction {
  hide(text: string): string
  restore(text: string): string
  /** The same for every text inside a value. */
  restoreIn<T>(value: T): T
  count(): number
}

interface Kind {
  name: string
  pattern: RegExp
  /** Whether what looks like one is one, by itself and by what stands before it. */
  isOne?: (found: string, before: string) => boolean
  /** How short one can be: what is found may have words or numbers behind it that look like more of it. */
  lengthMin?: number
}

/** An apostrophe is part of a name, as in O'Hara, but not where it begins a quotation. */
const EMAIL: Kind = {
  name: 'EMAIL',
  // Anchored at the @ and read backwards: starting at every letter takes seconds on a long text without an @.
  pattern: /(?<=(?<ahead>(?!['’])[\p{L}\p{N}._%+'’-]{1,64}))@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
}
const IBAN: Kind = { name: 'IBAN', pattern: /\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}\b/gi, isOne: isIban, lengthMin: 15 }
const CARD: Kind = { name: 'CARD', pattern: /\b\d(?:[ -]?\d){12,18}\b/g, isOne: isCard, lengthMin: 13 }
const PHONE_NUMBER: Kind = { name: 'PHONE', pattern: PHONE, isOne: isPhone }

const PLACEHOLDER = /\[\[(EMAIL|IBAN|CARD|PHONE|CODE)_(\d+)\]\]/g

export function redaction(texts: readonly string[]): Redaction {
  const names = new Map<string, string>()
  const originals = new Map<string, string>()
  const counts = new Map<string, number>()
  // What the caller itself wrote in this form must not be taken for ours.
  const taken = new Set(texts.flatMap((text) => text.match(PLACEHOLDER) ?? []))

  function placeholder(kind: string, found: string): string {
    const key = `${kind} ${found}`
    const known = names.get(key)
    if (known !== undefined) return known
    for (;;) {
      const number = (counts.get(kind) ?? 0) + 1
      counts.set(kind, number)
      const name = `[[${kind}_${number}]]`
      if (taken.has(name)) continue
      names.set(key, name)
      originals.set(name, found)
      return name
    }
  }

  const replace = (text: string, kind: Kind): string =>
    replaceKind(text, kind, (found) => placeholder(kind.name, found))

  /** In this order: an IBAN or a card would also pass for a phone number, and a part of one for a code. */
  function hide(text: string): string {
    const hidden = besideDays(replace(replace(text, EMAIL), IBAN), (piece) => replace(piece, CARD))
    const withoutCodes = replaceDoorCodes(hidden, (code) => placeholder('CODE', code))
    return besideDays(withoutCodes, (piece) => replace(piece, PHONE_NUMBER))
  }

  const restore = (text: string): string =>
    originals.size === 0 ? text : text.replace(PLACEHOLDER, (name) => originals.get(name) ?? name)

  function restoreIn<T>(value: T): T {
    if (originals.size === 0) return value
    if (typeof value === 'string') return restore(value) as T
    if (Array.isArray(value)) return value.map((item) => restoreIn(item)) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [restore(name), restoreIn(item)])) as T
  }

  return { hide, restore, restoreIn, count: () => originals.size }
}

/** If what was found is none, another may begin with a later group of it. */
function replaceKind(text: string, kind: Kind, put: (found: string) => string): string {
  const { pattern, lengthMin } = kind
  let replaced = ''
  let at = 0
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const ahead = match.groups?.['ahead'] ?? ''
    const found = ahead + match[0]
    const index = match.index - ahead.length
    // It starts inside the previous match.
    if (index < at) continue
    const one = oneIn(found, text.slice(Math.max(0, index - 30), index), kind)
    if (one !== undefined) {
      replaced += text.slice(at, index) + put(one)
      at = pattern.lastIndex = index + one.length
    } else if (lengthMin !== undefined && found.includes(' ')) pattern.lastIndex = index + found.indexOf(' ') + 1
  }
  return replaced + text.slice(at)
}

/** The longest part, in whole groups, that is one. */
function oneIn(found: string, before: string, { isOne = () => true, lengthMin }: Kind): string | undefined {
  if (lengthMin === undefined) return isOne(found, before) ? found : undefined
  for (let part = found; part.length >= lengthMin; part = part.slice(0, Math.max(0, part.lastIndexOf(' ')))) {
    if (isOne(part, before)) return part
  }
  return undefined
}

/** Luhn's check digit. */
function isCard(text: string, before: string): boolean {
  let [sum, length] = [0, 0]
  for (let at = text.length - 1; at >= 0; at--) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) continue
    const value = digit * (length++ % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  if (sum % 10 !== 0 || length < 13 || length > 19) return false
  return !/^(\d)(?:[ -]?\1)+$/.test(text) && !isRow(text, before)
}
const ZERO = '0'.charCodeAt(0)

/** ISO 13616: moved and read as a number, the rest by 97 is 1. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '')
  if (plain.length < 15 || plain.length > 34) return false
  let rest = 0
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}
