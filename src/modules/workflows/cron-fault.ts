import { Cron } from 'croner'

/** The fields of an expression in their order; most have five, without the second and the year. */
const FIELDS = [
  { name: 'second', takes: '0 to 59' },
  { name: 'minute', takes: '0 to 59' },
  { name: 'hour', takes: '0 to 23' },
  { name: 'day of the month', takes: '1 to 31, L for the last' },
  { name: 'month', takes: '1 to 12, JAN to DEC' },
  { name: 'day of the week', takes: '0 to 7, SUN to SAT' },
  { name: 'year', takes: '1 to 9999' },
] as const

const SHAPE =
  'Must be five fields with blanks between them: minute, hour, day of the month, month, day of the week. 0 7 * * 1-5 is 7:00 from Monday to Friday.'
const FORMS = 'one number, a list such as 1,3, a range such as 1-5, a step such as */2, or * for every one'
const SECOND_FIRST = 'Of six or seven fields the first is the second, and only the seventh is the year.'
const ZONE = /^(?:CRON_)?TZ=/i
const SHOWN_MAX = 40

/** Why this is no cron expression, and what it could be; nothing when it is one. */
export function cronFault(cron: string): string | undefined {
  // What has a colon the library reads as a date.
  if (!cron.includes(':') && isRead(cron)) return undefined
  const fields = cron.trim().split(/\s+/)
  const [first = ''] = fields
  if (ZONE.test(first)) {
    return `Leave out ${shortened(first)}: the time zone is the timezone of the trigger, and a schedule in a document goes by that of the workspace.`
  }
  if (fields.length < 5 || fields.length > 7) return SHAPE
  const places = fields.length === 5 ? FIELDS.slice(1, 6) : FIELDS.slice(0, fields.length)
  const wrong = places.find((_, at) => fields[at]?.includes(':') || !isRead(aloneAt(fields, at)))
  if (!wrong) return SHAPE
  const written = fields[places.indexOf(wrong)] ?? ''
  const message = `The ${wrong.name} cannot be ${shortened(written)}. It takes ${wrong.takes}: ${FORMS}.`
  return fields.length === 5 ? message : `${message} ${SECOND_FIRST}`
}

function isRead(cron: string): boolean {
  try {
    return Boolean(new Cron(cron, { paused: true }))
  } catch {
    return false
  }
}

function aloneAt(fields: readonly string[], place: number): string {
  return fields.map((field, at) => (at === place ? field : '*')).join(' ')
}

function shortened(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
