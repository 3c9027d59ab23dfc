import { atFirstUse } from './at-first-use.ts'
import { isUuid } from './uuid.ts'

/** Whether a text is of a format. Each is at least as strict as the database column behind it. */
export interface Format {
  test(text: string): boolean
  /** Completes "Must be …". */
  readonly must: string
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/i
const EMAIL = /^[!#$%&'*+\-./0-9=?A-Z^_`a-z{|}~]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (!year || Number(year) === 0) return false
  const date = new Date(`${text}T00:00:00Z`)
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}

/**
 * The offset can carry a moment over the first or the last year that an answer can show, and so can the database, which
 * rounds to milliseconds where a Date cuts.
 */
function isYearOfFourDigits(moment: string): boolean {
  const year = new Date(Date.parse(moment) + (/\.\d{4}/.test(moment) ? 1 : 0)).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** IANA names of one word. Others that Node takes (BST, CTT) are its own, and mean something else to the database or nothing. */
const ONE_WORD_ZONES = new Set(
  `cet cst6cdt cuba eet egypt eire est est5edt gb gb-eire gmt gmt+0 gmt-0 gmt0 greenwich hongkong hst iceland iran israel
  jamaica japan kwajalein libya met mst mst7mdt navajo nz nz-chat poland portugal prc pst8pdt roc rok singapore turkey uct
  universal utc w-su wet zulu`.split(/\s+/),
)
/** Names that Node kept from old editions of the IANA list; the database does not know them. */
const NO_ZONES = /^(systemv\/|us\/pacific-new$|canada\/east-saskatchewan$)/

function isTimeZone(text: string): boolean {
  const name = text.toLowerCase()
  // Node also takes offsets such as +01:00, which are no IANA names.
  if (NO_ZONES.test(name) || !(/^[a-z]+\//.test(name) || ONE_WORD_ZONES.has(name))) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

/** Nothing that a browser or another server reads in another way than it looks. */
function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/u.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/** Codes the runtime has a name for that are no countries. */
const NO_COUNTRIES = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UK', 'UN', 'XA', 'XB', 'ZZ'])
const regions = atFirstUse(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }))
const currencies = atFirstUse(() => new Set(Intl.supportedValuesOf('currency')))

export const formats: Record<string, Format> = {
  uuid: { test: isUuid, must: 'a UUID' },
  date: { test: isDate, must: 'a calendar date as YYYY-MM-DD' },
  'time-of-day': {
    test: (text) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text),
    must: 'a time as HH:MM or HH:MM:SS',
  },
  'date-time': {
    test: (text) => DATE_TIME.test(text) && isDate(text.slice(0, 10)) && isYearOfFourDigits(text),
    must: 'a timestamp with its offset, such as 2026-11-15T09:30:00Z',
  },
  email: { test: (text) => EMAIL.test(text), must: 'an e-mail address' },
  'time-zone': { test: isTimeZone, must: 'an IANA time-zone name such as Europe/Lisbon' },
  'country-code': {
    test: (text) => /^[A-Z]{2}$/.test(text) && !NO_COUNTRIES.has(text) && regions().of(text) !== undefined,
    must: 'a two-letter ISO 3166 country code such as PT',
  },
  'one-line': {
    test: (text) => !/[\p{Cc}\u2028\u2029]/u.test(text),
    must: 'one line of text, without line breaks and other control characters',
  },
  'https-url': {
    test: (text) => text.startsWith('https:') && isWebUrl(text),
    must: 'an address that begins with https://, without blanks, a user name or a password',
  },
  'web-url': {
    test: isWebUrl,
    must: 'an address that begins with http:// or https://, without blanks, a user name or a password',
  },
  'currency-code': { test: (text) => currencies().has(text), must: 'an ISO 4217 currency code such as EUR' },
}
