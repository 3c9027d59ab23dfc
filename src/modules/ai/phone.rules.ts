const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const YEAR = '(?:19|20)\\d\\d'
/** 2026-11-18 and 18/11/2026; days and months change places by country. */
const DATE = ['-', '\\.', '/'].flatMap((mark) => [
  `${YEAR}${mark}${DAY}${mark}${DAY}`,
  `${DAY}${mark}${DAY}${mark}${YEAR}`,
])
const ANY_DATE = `(?:${DATE.join('|')})`
const DASH = ' ?[-–/] ?'
const TIME = '(?:[01]?\\d|2[0-4])'
const BEGIN = '(?<![\\w+(]|\\d[./-])'
const END = '(?!\\w|[./-]\\d)'

/** Days and times in the forms that would pass for a phone number or a part of one. */
const CALENDAR = new RegExp(
  [
    // 18/11/2026-20/11/2026, 18-20/11/2026, 18.11.-20.11.2026
    `${BEGIN}(?:${DAY}(?:[./]${DAY})?\\.?${DASH})?${ANY_DATE}(?:${DASH}${ANY_DATE})?(?:T\\d\\d(?=:)|${END})`,
    // 18/11/26; in `0475 12.10.26` it is the end of a number
    `${BEGIN}${DAY}/${DAY}/\\d\\d${END}|${BEGIN}(?<!\\d )${DAY}(?:\\.${DAY}\\.|-${DAY}-)\\d\\d${END}`,
    // 18 11 2026, 2026 11 18; within a longer row of numbers it is one of a phone
    `${BEGIN}(?<![\\d)] )(?:${DAY} ${DAY} ${YEAR}|${YEAR} ${DAY} ${DAY})(?! \\d{3,4}\\b)${END}`,
    // 18.11-20.11, 10.30-12.00
    `${BEGIN}\\d{1,2}[./h]\\d\\d\\.?${DASH}\\d{1,2}[./h]\\d\\d${END}`,
    // 10:30, 10.30 Uhr
    `\\b${TIME}:[0-5]\\d(?!\\d)|${BEGIN}${TIME}[.h][0-5]\\d(?= ?(?:Uhr|h)\\b)`,
    // 2025/2026
    `${BEGIN}${YEAR} ?[-–/] ?${YEAR}${END}`,
  ].join('|'),
  'g',
)

/** Changes what stands between days and times. */
export function besideDays(text: string, change: (piece: string) => string): string {
  let changed = ''
  let at = 0
  for (const { 0: found, index } of text.matchAll(CALENDAR)) {
    changed += change(text.slice(at, index)) + found
    at = index + found.length
  }
  return changed + change(text.slice(at))
}

/** `+33 6 12 …`, `+49 (0)89 …`: after the country's number a group may be one digit. */
export const PHONE =
  /(?<![\w.])(?:(?:\+|00)\d{1,3}[ ./-]?(?:\(0\) ?)?|\+|00)?\(?\d{1,4}\)?(?:[ ./-]?\(?\d{2,4}\)?){2,5}(?![\w])/g

export function isPhone(text: string, before: string): boolean {
  const { length } = text.replace(/\D/g, '')
  return length >= 8 && length <= 15 && !isRow(text, before)
}

const ROOMS =
  /(?:rooms?|apartments?|apts?|units?|flats?|habitaci[oó]n(?:es)?|apartamentos?|quartos?|chambres?|appartements?|zimmer|wohnung(?:en)?)[ :#]{0,3}$/iu
const STEP_MAX = 10

/** `101 102 103 104`: rooms in a row. Where nothing says that they are rooms, they must be close to each other. */
export function isRow(text: string, before: string): boolean {
  const groups = text.split(/[ /-]/)
  if (groups.length < 2 || !groups.every((group) => /^\d{1,4}$/.test(group))) return false
  const steps = groups.slice(1).map((group, index) => Number(group) - Number(groups[index]))
  const isRising = steps.every((step) => step > 0) && groups.every(({ length }) => length === groups[0]?.length)
  if (!isRising) return false
  return (
    ROOMS.test(before.slice(-30)) ||
    (groups.length > 3 && /^\d{3}/.test(text) && steps.every((step) => step <= STEP_MAX))
  )
}
