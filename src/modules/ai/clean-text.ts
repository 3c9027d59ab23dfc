/** For what cannot be kept: a NUL, or half of a character. Models send both, and databases and readers refuse them. */
const UNREADABLE = '\ufffd'

export function readable(text: string): string {
  const isReadable = !text.includes('\0') && text.isWellFormed()
  return isReadable ? text : text.replaceAll('\0', UNREADABLE).toWellFormed()
}

/** The same for all texts and names in a value. */
export function readableValue(value: unknown): unknown {
  if (typeof value === 'string') return readable(value)
  if (Array.isArray(value)) return value.map(readableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [readable(name), readableValue(item)]))
}

/** The same for JSON, where such characters may be escaped. What is no JSON is not mended here. */
export function readableJson(text: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return readable(text)
  try {
    return JSON.stringify(readableValue(JSON.parse(text)))
  } catch {
    return readable(text)
  }
}

/** The same for a text that comes in pieces: a character may be spread over two of them. */
export function readablePieces(): { more(id: string, piece: string): string; rest(id: string): string } {
  const halves = new Map<string, string>()
  return {
    more(id, piece) {
      const text = (halves.get(id) ?? '') + piece
      const [half = ''] = /[\ud800-\udbff]$/.exec(text) ?? []
      halves.set(id, half)
      return readable(text.slice(0, text.length - half.length))
    },
    rest(id) {
      const half = halves.get(id) ?? ''
      halves.delete(id)
      return readable(half)
    },
  }
}
