const KB = 1024
export const OUTPUT_BYTES_MAX = 256 * KB
/** Of the whole answer, less what the rest of it may take. */
export const ANSWER_BYTES_MAX = 4 * KB * KB - 128 * KB
/** What the log shows of arguments and answers: enough to see what was done. */
const SHOWN_CHARS_MAX = 16_000

export interface Piece {
  output: unknown
  truncated: boolean
  /** Where the rest begins. */
  nextOffset: number | null
  bytes: number
}

/** As much of an answer as fits from this place on: whole it is data, cut it is a part of its text. */
export function pieceOf(text: string, offset: number, bytesMax: number): Piece {
  const bytes = byteLengthOf(text)
  if (offset === 0 && bytes <= bytesMax) {
    return { output: JSON.parse(text), truncated: false, nextOffset: null, bytes }
  }
  let length = Math.min(text.length - offset, bytesMax)
  for (;;) {
    const part = wholeCharacters(text, offset, length)
    const size = byteLengthOf(JSON.stringify(part))
    if (size <= bytesMax || part === '') {
      const end = offset + part.length
      const isCut = end < text.length
      return { output: part, truncated: isCut, nextOffset: isCut ? end : null, bytes: size }
    }
    length = Math.floor((length * bytesMax) / size) - 1
  }
}

/** A character of two halves stays together. */
function wholeCharacters(text: string, from: number, length: number): string {
  const part = text.slice(from, from + Math.max(0, length))
  const last = part.charCodeAt(part.length - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff && from + part.length < text.length
  return isHalf ? part.slice(0, -1) : part
}

function byteLengthOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** For the log. */
export function shown(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  return text.length <= SHOWN_CHARS_MAX ? (value ?? null) : { truncated: true, characters: text.length }
}
