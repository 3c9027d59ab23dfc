import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type ParsedNode,
  type Scalar,
  type YAMLError,
} from 'yaml'
import { canonicalJson } from '#core/canonical-json.ts'
import { sha256 } from '#core/crypto.ts'
import { isExact } from '#core/exact-number.ts'
import { unstorableText } from '#core/json.ts'
import { escapePointer } from '#core/json-pointer.ts'
import { flawIn } from '#core/json-scan.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { ProblemList, type Problems } from './problem.rules.ts'

export type DocumentFormat = 'json' | 'yaml'

const DOCUMENT_BYTES_MAX = 256 * 1024
const DEPTH_MAX = 100
const REPEATED = 'This name is given twice.'

/** A text read as data. Without a value it could not be read, and the problems say why. */
export interface ReadDocument extends Problems {
  value: Json | undefined
  /** Adds line and column to what was found later. */
  placed(found: Problems): Problems
}

type Places = Map<string, number>

/** The same as plain data, which can pass between threads. */
export interface DocumentParts extends Problems {
  value: Json | undefined
  /** The position of each value, by its JSON pointer. */
  places: Places
  lineStarts: number[]
}

interface Reading {
  lines: LineCounter
  places: Places
  list: ProblemList
}

export function readDocument(text: string, format: DocumentFormat): ReadDocument {
  return fromParts(partsOf(text, format))
}

export function partsOf(text: string, format: DocumentFormat): DocumentParts {
  const lines = new LineCounter()
  const reading: Reading = { lines, places: new Map(), list: new ProblemList() }
  const value = Buffer.byteLength(text) > DOCUMENT_BYTES_MAX ? tooLarge(reading) : read(text, format, reading)
  const { places, list } = reading
  return { ...list.result(), value: list.isEmpty ? value : undefined, places, lineStarts: lines.lineStarts }
}

export function fromParts({ value, problems, count, places, lineStarts }: DocumentParts): ReadDocument {
  const lines = new LineCounter()
  lines.lineStarts = lineStarts
  const placed = (found: Problems): Problems => ({
    ...found,
    problems: found.problems.map((problem) => ({ ...problem, ...placeOf({ lines, places }, problem.pointer) })),
  })
  return { ...placed({ problems, count }), value, placed }
}

function tooLarge({ list }: Reading): undefined {
  list.add('', 'too_large', `A document has at most ${DOCUMENT_BYTES_MAX / 1024} KiB.`)
}

function read(text: string, format: DocumentFormat, reading: Reading): Json | undefined {
  try {
    if (format === 'json' && !isJson(text, reading)) return undefined
    // The parser would compare each name with all before it, which takes minutes for a text made of names.
    const options = { lineCounter: reading.lines, uniqueKeys: false, merge: false, prettyErrors: false, strict: true }
    const document = parseDocument(text, { ...options, version: '1.2', schema: 'core', stringKeys: false })
    // After the first, the parser only guesses.
    const [first] = [...document.errors, ...document.warnings]
    if (first) return addError(reading, first)
    return document.contents ? valueOf(document.contents, '', 0, reading) : null
  } catch (error) {
    // So many brackets that the parser runs out of stack.
    if (!(error instanceof RangeError)) throw error
    reading.list.add('', 'too_deep', 'It is nested too deep.')
  }
}

function isJson(text: string, { list, places, lines }: Reading): boolean {
  const flaw = flawIn(text)
  if (!flaw) return true
  if ('repeated' in flaw) {
    list.add(flaw.repeated, 'repeated_name', REPEATED)
    return false
  }
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  places.set('', flaw.at)
  list.add('', 'not_readable', 'It is not valid JSON from here on.')
  return false
}

function addError({ list, places }: Reading, { code, message, pos }: YAMLError): undefined {
  places.set('', pos[0])
  if (code === 'RESOURCE_EXHAUSTION') list.add('', 'too_deep', 'It is nested too deep.')
  else list.add('', 'not_readable', `${message}.`)
}

function valueOf(node: ParsedNode, pointer: string, depth: number, reading: Reading): Json {
  const { list, places } = reading
  if (!places.has(pointer)) places.set(pointer, node.range[0])
  if (depth > DEPTH_MAX) {
    list.add(pointer, 'too_deep', `At most ${DEPTH_MAX} levels of nesting.`)
    return null
  }
  if (isAlias(node)) {
    list.add(pointer, 'alias_not_supported', 'Aliases (*name) are not supported: write the value out.')
    return null
  }
  if (node.tag !== undefined && !JSON_TAG.test(node.tag)) {
    list.add(pointer, 'not_readable', `The tag ${node.tag.replace(/^tag:yaml\.org,2002:/, '!!')} is not supported.`)
    return null
  }
  if (isSeq(node)) return node.items.map((item, at) => valueOf(item, `${pointer}/${at}`, depth + 1, reading))
  if (isMap(node)) return recordOf(node, pointer, depth, reading)
  return isScalar(node) ? scalarOf(node, pointer, list) : null
}

/** The tags JSON also has. Others, such as `!!omap`, produce different nodes. */
const JSON_TAG = /^tag:yaml\.org,2002:(?:map|seq|str|int|float|bool|null)$/

function recordOf(
  node: Extract<ParsedNode, { items: unknown }>,
  pointer: string,
  depth: number,
  reading: Reading,
): Json {
  const record: JsonObject = {}
  for (const pair of node.items) {
    const { key, value } = pair as { key: ParsedNode; value: ParsedNode | null }
    const name = isScalar(key) && key.value !== null ? (key.source ?? String(key.value)) : undefined
    if (name === undefined || name === '__proto__') {
      reading.list.add(pointer, 'not_readable', 'A name in it is none: names are plain texts.')
      continue
    }
    // Where it stands is told by what is around it: the name itself cannot be told.
    if (!isStorable(name, pointer, reading.list)) continue
    const inner = `${pointer}/${escapePointer(name)}`
    reading.places.set(inner, key.range[0])
    if (Object.hasOwn(record, name)) reading.list.add(inner, 'repeated_name', REPEATED)
    else record[name] = value ? valueOf(value, inner, depth + 1, reading) : null
  }
  return record
}

function scalarOf({ value, source }: Pick<Scalar, 'value' | 'source'>, pointer: string, list: ProblemList): Json {
  if (typeof value === 'string') return isStorable(value, pointer, list) ? value : null
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number' && isKept(value, source)) return value
  list.add(
    pointer,
    'number_not_supported',
    'The number is too large, would be rounded, or is none. Write it as a text.',
  )
  return null
}

function isKept(value: number, source = String(value)): boolean {
  return OTHER_BASE.test(source) ? Number.isSafeInteger(value) : isExact(source)
}
const OTHER_BASE = /^0[xo]/

/** An escape can stand for a character that no run could ever write down. */
function isStorable(text: string, pointer: string, list: ProblemList): boolean {
  const fault = unstorableText(text, { pointer })
  if (fault) list.add(pointer, 'wrong_format', fault.message)
  return fault === undefined
}

/** Of the value, or of the nearest around it when it is not there. */
function placeOf(
  { lines, places }: Omit<Reading, 'list'>,
  pointer: string,
): { line: number; column: number } | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const offset = places.get(at)
    if (offset !== undefined) {
      const { line, col } = lines.linePos(offset)
      return line > 0 ? { line, column: col } : undefined
    }
    if (at === '') return undefined
  }
}

export function documentHash(document: Json): string {
  return sha256(canonicalJson(document)).toString('hex')
}
