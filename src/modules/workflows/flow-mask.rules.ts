/**
 * Finds texts inside a text however they were encoded on the way: percent- or plus-encoded, escaped as in JSON or HTML,
 * several times over, or with different line breaks. It searches the text with the escapes undone and remembers where
 * each byte came from.
 */

/** A text as bytes, with the position each byte came from. */
interface View {
  bytes: string
  /** Where each byte starts in the text, followed by the end of the last one. */
  starts: readonly number[] | undefined
}

const LAYERS_MAX = 3
/** Anything shorter occurs in texts by chance. */
export const LENGTH_MIN = 4
const MAY_BE_ESCAPED = /[%\\+&\r\n]|[^\0-\x7f]/
const SHORT: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  '\\': '\\',
  '/': '/',
  "'": "'",
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** One escape at this position: URL or form, JSON, or HTML. */
const ESCAPE =
  /%([\da-f]{2})|\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u([\da-f]{4})|\\x([\da-f]{2})|\\([nrtbf"\\/'])|&#x([\da-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);/iy

/** What to search for: the texts themselves, and the same texts with their own escapes undone. */
export function needlesOf(texts: readonly string[]): string[] {
  const all = texts.flatMap((text) => viewsOf(text).map(({ bytes }) => bytes))
  return [...new Set(all)].filter((bytes) => bytes.length >= LENGTH_MIN)
}

/** Replaces every occurrence of a needle in the text. */
export function masked(text: string, needles: readonly string[], instead: string): string {
  const ranges = viewsOf(text).flatMap((view) => needles.flatMap((needle) => rangesOf(view, needle)))
  if (ranges.length === 0) return text
  let rest = ''
  let from = 0
  for (const [start, end] of ranges.toSorted(([left], [right]) => left - right)) {
    if (start >= from) rest += text.slice(from, start) + instead
    from = Math.max(from, end)
  }
  return rest + text.slice(from)
}

function rangesOf({ bytes, starts }: View, needle: string): [number, number][] {
  const ranges: [number, number][] = []
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) {
    const end = at + needle.length
    ranges.push(starts ? [starts[at] ?? 0, starts[end] ?? 0] : [at, end])
  }
  return ranges
}

/** The text as it is, then with its escapes undone one layer at a time. */
function viewsOf(text: string): View[] {
  const plain: View = { bytes: text, starts: undefined }
  if (!MAY_BE_ESCAPED.test(text)) return [plain]
  const views = [unbroken(bytesOf(text))]
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const before = views.at(-1)
    const next = before && undone(before)
    if (!next || next.bytes === before.bytes) break
    views.push(next)
  }
  return views
}

function bytesOf(text: string): View {
  const parts: string[] = []
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    const bytes = Buffer.from(character).toString('latin1')
    parts.push(bytes)
    for (let nth = 0; nth < bytes.length; nth++) starts.push(at)
    at += character.length
  }
  return { bytes: parts.join(''), starts: [...starts, at] }
}

/** Without line breaks, which come and go on the way, for example in base64. */
function unbroken(view: View): View {
  return rebuilt(view, (bytes, at) => (bytes[at] === '\n' || bytes[at] === '\r' ? { length: 1, bytes: '' } : undefined))
}

function undone(view: View): View {
  return rebuilt(view, (bytes, at) => {
    const first = bytes[at]
    if (first === '+') return { length: 1, bytes: ' ' }
    if (first === '\n' || first === '\r') return { length: 1, bytes: '' }
    if (first !== '%' && first !== '\\' && first !== '&') return undefined
    ESCAPE.lastIndex = at
    const found = ESCAPE.exec(bytes)
    return found ? { length: found[0].length, bytes: meantBy(found).replaceAll(/[\r\n]/g, '') } : undefined
  })
}

function rebuilt(
  { bytes, starts = [] }: View,
  change: (bytes: string, at: number) => { length: number; bytes: string } | undefined,
): View {
  const parts: string[] = []
  const begins: number[] = []
  for (let at = 0; at < bytes.length;) {
    const changed = change(bytes, at)
    const part = changed ? changed.bytes : (bytes[at] ?? '')
    for (let nth = 0; nth < part.length; nth++) begins.push(starts[at] ?? 0)
    parts.push(part)
    at += changed?.length ?? 1
  }
  begins.push(starts[bytes.length] ?? 0)
  return { bytes: parts.join(''), starts: begins }
}

function meantBy([
  ,
  percent,
  high,
  low,
  unicode,
  hex,
  short,
  entityHex,
  entityNumber,
  entity,
]: RegExpExecArray): string {
  if (percent !== undefined) return String.fromCodePoint(Number.parseInt(percent, 16))
  if (short !== undefined) return SHORT[short] ?? SHORT[short.toLowerCase()] ?? short
  if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? ''
  if (high !== undefined && low !== undefined) return utf8(Number.parseInt(high, 16), Number.parseInt(low, 16))
  if (entityNumber !== undefined) return utf8(Number(entityNumber))
  return utf8(Number.parseInt(unicode ?? hex ?? entityHex ?? '0', 16))
}

function utf8(...units: number[]): string {
  const [first = 0] = units
  const text = first > 0x10_ff_ff ? '' : units.length > 1 ? String.fromCharCode(...units) : String.fromCodePoint(first)
  return Buffer.from(text).toString('latin1')
}
