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
  /** Whether what looks like one is one. */
  isOne?: (found: string) => boolean
}

/** In this order: an IBAN or a card would also pass for a phone number. */
const KINDS: readonly Kind[] = [
  { name: 'EMAIL', pattern: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu },
  { name: 'IBAN', pattern: /\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}\b/g, isOne: isIban },
  { name: 'CARD', pattern: /\b\d(?:[ -]?\d){12,18}\b/g, isOne: isCard },
  { name: 'PHONE', pattern: /(?<![\w.])(?:\+|00)?\(?\d{1,4}\)?(?:[ ./-]?\(?\d{2,4}\)?){2,5}(?![\w])/g, isOne: isPhone },
]

/** A code is only a code beside the word that says so. */
const DOOR_CODE =
  /(\b(?:(?:door|gate|lock|entry|access|alarm|safe|key ?box|lock ?box)(?: ?(?:code|pin|number))?|pin(?: ?code)?|passcode|code|c[oó]digo|code d'acc[eè]s|t[uü]rcode|zugangscode)\b[^\S\n]*(?:(?:is|es|ist|est|é|:|=|#|-)[^\S\n]*)?#?)(\d[\d*#-]{2,9}[\d#]?)/giu

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

  function hide(text: string): string {
    let hidden = text.replace(DOOR_CODE, (_, words: string, code: string) => words + placeholder('CODE', code))
    for (const { name, pattern, isOne = () => true } of KINDS) {
      hidden = hidden.replace(pattern, (found) => (isOne(found) ? placeholder(name, found) : found))
    }
    return hidden
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

function digitsIn(text: string): string {
  return text.replace(/\D/g, '')
}

/** Luhn's check digit. */
function isCard(text: string): boolean {
  const digits = digitsIn(text)
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

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

/** Not a date, a time span or a price: those have fewer digits or another form. */
function isPhone(text: string): boolean {
  const digits = digitsIn(text)
  if (digits.length < 8 || digits.length > 15) return false
  return !/^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}$/.test(text.trim())
}
