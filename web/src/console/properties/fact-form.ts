import type { Format } from '../../language/format.ts'

const LINK = /^https?:\/\/[^\s/]\S*$/i
/** With the sign of its country: a licence or an account is digits as well. */
const PHONE = /^\+\d[\d ()./-]{5,30}$/
const TIME = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** A fact as people read it, and where a press on it leads. */
export interface FactForm {
  text: string
  href?: string
}

/** Own fields of a workspace come without a kind: what they hold tells it. */
export function factForm(value: unknown, { format, yes, no }: { format: Format; yes: string; no: string }): FactForm {
  if (typeof value === 'boolean') return { text: value ? yes : no }
  if (typeof value === 'number') return { text: format.number(value) }
  if (value === null || value === '') return { text: '–' }
  if (typeof value !== 'string') return { text: JSON.stringify(value) }
  const text = value.trim()
  if (LINK.test(text) && URL.canParse(text)) return { text: text.replace(/^https?:\/\//i, ''), href: text }
  if (PHONE.test(text)) return { text, href: `tel:${text.replaceAll(/[^+\d]/g, '')}` }
  if (TIME.test(text)) return { text: format.time(text.padStart(text.indexOf(':') === 1 ? text.length + 1 : 0, '0')) }
  if (DAY.test(text) && !Number.isNaN(Date.parse(text))) return { text: format.shortDay(text) }
  return { text: value }
}
