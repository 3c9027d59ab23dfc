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

/** For a terminal, which obeys control signs: piece by piece, with breaks and tabs kept. */
export function harmless(text: string): string {
  return text.replace(DIRECTION, '').replace(/(?![\n\t])\p{Cc}/gu, ' ')
}

/** At most so many characters, with an ellipsis where something is left out. */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  // A character has two units at most: more of a long text is not looked at.
  const characters = Array.from(text.slice(0, 2 * lengthMax + 2))
  return characters.length <= lengthMax
    ? text
    : `${characters
        .slice(0, lengthMax - 1)
        .join('')
        .trimEnd()}…`
}

/** Where a text may be parted, the better places first. */
const SEAMS = [/\n\s*\n/g, /\n/g, /[.!?…]["”’)]?\s/g, /\s/g]

/** The text in order, in parts that have so many UTF-16 units at most. */
export function inParts(text: string, lengthMax: number): string[] {
  if (text.length <= lengthMax) return [text]
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > lengthMax) {
    const end = seamIn(rest.slice(0, lengthMax + 1)) ?? wholeEnd(rest, lengthMax)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...parts, rest]
}

/** The last good place in the second half: nobody wants a part of two words. */
function seamIn(window: string): number | undefined {
  for (const seam of SEAMS) {
    const last = [...window.matchAll(seam)].at(-1)
    const end = last ? last.index + last[0].trimEnd().length : 0
    if (end > window.length / 2) return end
  }
  return undefined
}

/** A character of two units is not torn apart. */
export function wholeEnd(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1)
  return end > 1 && unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end
}
