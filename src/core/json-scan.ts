import { isExact } from './exact-number.ts'
import { escapePointer } from './json-pointer.ts'

/** What is wrong with a text as JSON, as far as `JSON.parse` does not say. */
type Flaw = { at: number } | { repeated: string }

interface Cursor {
  readonly text: string
  at: number
  /** The first name that an object has twice. */
  repeated?: string
  /** Pointer to the first number that a double would round. */
  inexact?: string
}

type Open = { kind: 'list'; index: number } | { kind: 'object'; names: Set<string>; name: string }

const BLANK = /[ \t\n\r]*/y
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const NUMBER_START = /^[-\d]/
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
// oxlint-disable-next-line no-control-regex -- just these are what JSON does not allow in a text
const PLAIN = /[^"\\\u0000-\u001f]*/y

/** Reads a text slowly and by the book: the first place that is no JSON, else the first name that an object has twice. */
export function flawIn(text: string): Flaw | undefined {
  return read({ text, at: 0 })
}

/**
 * The start of a number that a double might round: one with many digits or an exponent. It must follow something that
 * can precede a number, which skips quoted ids.
 */
const SUSPECT = /(?:^|[[:,\s])-?\d(?:[\d.]{15}|[\d.]*[eE])/

/** Pointer to the first number that JSON.parse would round; undefined if all stay exact. */
export function inexactIn(text: string): string | undefined {
  if (!SUSPECT.test(text)) return undefined
  const cursor: Cursor = { text, at: 0 }
  read(cursor)
  return cursor.inexact
}

function read(cursor: Cursor): Flaw | undefined {
  const { text } = cursor
  const around: Open[] = []
  do {
    const begun = beginValue(cursor, around)
    if (begun === 'broken') return { at: cursor.at }
    if (begun === 'opened') continue
    if (!endValues(cursor, around)) return { at: cursor.at }
  } while (around.length > 0)
  const { at, repeated } = cursor
  if (at < text.length) return { at }
  return repeated === undefined ? undefined : { repeated }
}

/** A value, or the beginning of one that holds others. */
function beginValue(cursor: Cursor, around: Open[]): 'broken' | 'opened' | 'complete' {
  eat(cursor, BLANK)
  const first = cursor.text[cursor.at]
  if (first !== '{' && first !== '[') {
    const whole = first === '"' ? eatText(cursor) : eat(cursor, WORD)
    const isNumber = first !== '"' && whole !== undefined && NUMBER_START.test(whole)
    if (isNumber && cursor.inexact === undefined && !isExact(whole)) cursor.inexact = pointerOf(around)
    return whole === undefined ? 'broken' : 'complete'
  }
  cursor.at += 1
  eat(cursor, BLANK)
  if (eatOne(cursor, first === '[' ? ']' : '}')) return 'complete'
  const open: Open = first === '[' ? { kind: 'list', index: 0 } : { kind: 'object', names: new Set(), name: '' }
  around.push(open)
  return open.kind === 'list' || eatName(cursor, open) ? 'opened' : 'broken'
}

/** Behind a complete value: a comma, or the ends of what is around it. False where neither is. */
function endValues(cursor: Cursor, around: Open[]): boolean {
  for (;;) {
    eat(cursor, BLANK)
    const open = around.at(-1)
    if (!open) return true
    if (open.kind === 'object' && open.names.has(open.name)) cursor.repeated ??= pointerOf(around)
    if (open.kind === 'object') open.names.add(open.name)
    if (eatOne(cursor, ',')) {
      if (open.kind === 'object') return eatName(cursor, open)
      open.index += 1
      return true
    }
    if (!eatOne(cursor, open.kind === 'list' ? ']' : '}')) return false
    around.pop()
  }
}

/** The name of a field and its colon. */
function eatName(cursor: Cursor, open: Open & { kind: 'object' }): boolean {
  eat(cursor, BLANK)
  const name = cursor.text[cursor.at] === '"' ? eatText(cursor) : undefined
  if (name === undefined) return false
  open.name = name
  eat(cursor, BLANK)
  return eatOne(cursor, ':')
}

function eatText(cursor: Cursor): string | undefined {
  const from = cursor.at
  cursor.at += 1
  for (eat(cursor, PLAIN); cursor.text[cursor.at] === '\\'; eat(cursor, PLAIN)) {
    if (eat(cursor, ESCAPE) === undefined) return undefined
  }
  return eatOne(cursor, '"') ? (JSON.parse(cursor.text.slice(from, cursor.at)) as string) : undefined
}

function eatOne(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) return false
  cursor.at += 1
  return true
}

function eat(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0]
  cursor.at += found?.length ?? 0
  return found
}

function pointerOf(around: readonly Open[]): string {
  return around.map((open) => `/${open.kind === 'list' ? open.index : escapePointer(open.name)}`).join('')
}
