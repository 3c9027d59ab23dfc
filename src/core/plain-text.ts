/** Signs that would turn the direction of the text around them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g

/** What people typed, on one line: no break, no control sign, and so no header of its own. */
export function oneLine(text: string): string {
  return text
    .replace(DIRECTION, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed()
}

/** The same, with line breaks kept. */
export function cleanLines(text: string): string {
  const lines = text.replace(DIRECTION, '').split(/\r\n|[\n\r\u2028\u2029]/)
  return lines
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trimEnd())
    .join('\n')
    .trim()
    .toWellFormed()
}

/** At most so many characters, with an ellipsis where something is left out. */
export function shortened(text: string, lengthMax: number): string {
  const characters = Array.from(text)
  return characters.length <= lengthMax
    ? text
    : `${characters
        .slice(0, lengthMax - 1)
        .join('')
        .trimEnd()}…`
}
