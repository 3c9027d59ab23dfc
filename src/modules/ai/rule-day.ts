import { DAY_MILLIS } from '#core/days.ts'

/** Days that somebody speaks of, and how they called them. */
export interface Days {
  from: string
  to: string
  said: string
  /** The text without those words. */
  rest: string
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'

type Reader = { words: RegExp; read(match: RegExpExecArray, today: string): readonly [string, string] | undefined }

const READERS: readonly Reader[] = [
  { words: /\b(?:on |for )?(\d{4}-\d{2}-\d{2})\b/i, read: ([, day = '']) => (isDay(day) ? [day, day] : undefined) },
  { words: /\b(?:the )?day after tomorrow\b/i, read: (_, today) => same(plus(today, 2)) },
  { words: /\b(?:for |by )?tomorrow(?:['’]?s)?\b/i, read: (_, today) => same(plus(today, 1)) },
  { words: /\b(?:for |by )?(?:today(?:['’]?s)?|tonight)\b/i, read: (_, today) => same(today) },
  { words: /\bthis (?:morning|afternoon|evening)(?:['’]s)?\b/i, read: (_, today) => same(today) },
  { words: /\byesterday(?:['’]?s)?\b/i, read: (_, today) => same(plus(today, -1)) },
  { words: /\bthis week(?:end)?\b/i, read: ([said = ''], today) => week(today, said) },
  { words: /\bnext week\b/i, read: (_, today) => week(plus(today, 7), '') },
  {
    words: /\b(?:on |for |by |next |this )*(sunday|monday|tuesday|wednesday|thursday|friday|saturday)\b/i,
    read: ([, name = ''], today) =>
      same(plus(today, (WEEKDAYS.indexOf(name.toLowerCase()) - weekdayOf(today) + 7) % 7)),
  },
  {
    words: new RegExp(`\\b(?:on |for |by )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\\b`, 'i'),
    read: ([, day = '', month = ''], today) => comingDay(Number(day), month, today),
  },
  {
    words: new RegExp(`\\b(?:on |for |by )?${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'i'),
    read: ([, month = '', day = ''], today) => comingDay(Number(day), month, today),
  },
]

/** The first day or week that the text names; undefined when it names none. */
export function daysIn(text: string, today: string): Days | undefined {
  for (const { words, read } of READERS) {
    const match = words.exec(text)
    const days = match && read(match, today)
    if (!days) continue
    const said = match[0]
      .toLowerCase()
      .replace(/^(for|by) |['’]s$|(?<=^(?:for |by )?(?:today|tomorrow|yesterday))s$/g, '')
      .replace(/^this (?:morning|afternoon|evening)$/, 'today, at any time of day')
    return { from: days[0], to: days[1], said, rest: text.replace(match[0], ' ') }
  }
  return undefined
}

export function plus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MILLIS).toISOString().slice(0, 10)
}

function same(day: string): [string, string] {
  return [day, day]
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** From Monday to Sunday, or its two last days. */
function week(day: string, said: string): [string, string] {
  const monday = plus(day, -((weekdayOf(day) + 6) % 7))
  return [/end$/i.test(said) ? plus(monday, 5) : monday, plus(monday, 6)]
}

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** In this year, or the next when it is long over. */
function comingDay(day: number, month: string, today: string): [string, string] | undefined {
  const number = String(MONTHS.indexOf(month.toLowerCase()) + 1).padStart(2, '0')
  const [year = 0] = today.split('-').map(Number)
  const days = [year, year + 1].map((each) => `${each}-${number}-${String(day).padStart(2, '0')}`)
  const found = days.find((each) => isDay(each) && each >= plus(today, -60))
  return found === undefined ? undefined : same(found)
}
