import { oneLine } from './plain-text.ts'

type Json = Record<string, unknown>

/** Longer and multi-line values go last, so that no field hides below pages of another. */
const SHORT_LENGTH_MAX = 200

/**
 * The question in words: the action and its target, who outside sees it immediately, and each field that changes. A
 * model writes the values, so none may pass for a line of ours: multi-line values and ones with our arrow are quoted
 * line by line, and invisible characters are spelled out.
 */
export function questionText({ action, about, before, after, readAtOnceBy = [] }: Json): string {
  const title = `${String(action)}${about ? `: ${seen(oneLine(String(about)))}` : ''}`
  const old = (before ?? {}) as Json
  const read = readAtOnceBy as string[]
  const told = read.length > 0 ? [`Outside the company this is read at once by ${seen(read.join(' and '))}.`] : []
  const fields = Object.entries((after ?? {}) as Json).map(([field, value]) => ({
    field,
    from: (old[field] ?? null) === null ? undefined : seen(text(old[field])),
    to: seen(text(value)),
  }))
  const lines = fields.map(lineOf)
  const isLong = (line: string): boolean => line.length > SHORT_LENGTH_MAX || line.includes('\n')
  return [title, ...told, ...lines.filter((line) => !isLong(line)), ...lines.filter(isLong)].join('\n')
}

function lineOf({ field, from, to }: { field: string; from: string | undefined; to: string }): string {
  const values = from === undefined ? [to] : [from, to]
  if (!values.some((value) => /[\n→]/.test(value))) return `${field}: ${values.join(' → ')}`
  return `${field}:\n${values.map(quoted).join('\n→\n')}`
}

function quoted(value: string): string {
  return value
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '—' : JSON.stringify(value)
}

/** Characters that are invisible or change the text direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u
const BLANKS = /[\p{Zs}\t]{20,}/gu
const EMPTY_LINES = /\n{4,}/g

/** The text with its invisible characters spelled out. */
function seen(value: string): string {
  let shown = ''
  let last = ''
  for (const sign of value.replace(/\r\n?/g, '\n')) {
    shown += UNSEEN.test(sign) && !isUsual(sign, last) ? named(sign) : sign
    last = sign
  }
  return shown
    .replace(BLANKS, ({ length }) => ` ⟨${length} blanks⟩ `)
    .replace(EMPTY_LINES, ({ length }) => `\n⟨${length - 1} empty lines⟩\n`)
}

const JOINERS = '\u200c\u200d'
const AS_PICTURE = '\ufe0f'

/** Joiners and variation selectors belong in emoji and many scripts; after Latin letters they only hide something. */
function isUsual(sign: string, last: string): boolean {
  if (sign === '\n' || sign === '\t') return true
  if (sign === AS_PICTURE) return /\p{Emoji}/u.test(last)
  return (
    JOINERS.includes(sign) &&
    (last === AS_PICTURE || /[^\P{L}\p{Script=Latin}]|\p{M}|\p{Emoji_Presentation}/u.test(last))
  )
}

function named(sign: string): string {
  return `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}
