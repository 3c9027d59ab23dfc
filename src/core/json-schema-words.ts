import { formats } from './formats.ts'
import { isRecord } from './json-record.ts'
import { REST_OF_FIELDS, OBJECT_WORDS } from './json-schema-fields.ts'
import { ARRAY_WORDS, REST_OF_ITEMS } from './json-schema-items.ts'
import type { Resource } from './json-schema-place.ts'
import { type SchemaCheck, type SchemaNode, Seen } from './json-schema-run.ts'
import {
  counted,
  every,
  keyOf,
  listed,
  named,
  patternOf,
  numbered,
  recorded,
  texted,
  type SchemaSource,
  type Spot,
  type Word,
} from './json-schema-word.ts'

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

export function checksOf(
  source: SchemaSource,
  schema: Record<string, unknown>,
  place: string,
  resource: Resource,
): SchemaCheck[] {
  if (Object.hasOwn(schema, '$async') && schema['$async'] !== false) source.refuse(place, 'must not have $async')
  const checks: SchemaCheck[] = []
  for (const [name, word] of WORDS) {
    if (!Object.hasOwn(schema, name)) continue
    const check = word({ source, schema, place: `${place}/${name}`, resource }, schema[name])
    if (check) checks.push(check)
  }
  return checks
}

function typed(word: 'string' | 'boolean' | 'array' | 'object'): Word {
  return ({ source, place }, value) => {
    const isGood = word === 'array' ? Array.isArray(value) : word === 'object' ? isRecord(value) : typeof value === word
    return isGood ? undefined : source.refuse(place, `must be ${word}`)
  }
}

/** Compiles each definition even if nothing refers to it, so that a broken one is refused. */
const definitions: Word = (spot, value) => {
  for (const [name, schema] of Object.entries(recorded(spot, value))) {
    spot.source.nodeOf(schema, `${spot.place}/${name}`, spot.resource)
  }
  return undefined
}

const type: Word = (spot, value) => {
  const { source, place, schema } = spot
  const names = Array.isArray(value) ? named(spot, value) : [value]
  if (names.length === 0) source.refuse(place, 'must NOT have fewer than 1 items')
  if (!names.every((name) => typeof name === 'string' && TYPES.includes(name))) {
    source.refuse(place, 'must be equal to one of the allowed values')
  }
  const allowed = new Set(schema['nullable'] === true ? [...names, 'null'] : names)
  const message = `must be ${names.join(',')}`
  return (run, data, path) => isOfType(allowed, data) || run.fault('type', path, { type: value }, message)
}

function isOfType(allowed: ReadonlySet<unknown>, data: unknown): boolean {
  if (data === null) return allowed.has('null')
  if (Array.isArray(data)) return allowed.has('array')
  if (typeof data !== 'number') return allowed.has(typeof data)
  return Number.isFinite(data) && (allowed.has('number') || (allowed.has('integer') && Number.isInteger(data)))
}

const reference: Word = (spot, value) => {
  const node = spot.source.referred(texted(spot, value), spot.place, spot.resource)
  return (run, data, path, seen) => run.fits(node, data, path, seen)
}

/** Resolves at run time to the outermost resource in scope that has a dynamic anchor of this name. */
const dynamicReference: Word = (spot, value) => {
  const { source, place, resource } = spot
  const text = texted(spot, value)
  const node = source.referred(text, place, resource)
  const name = text.slice(text.indexOf('#') + 1)
  const target = node.resource?.dynamicAnchors.get(name)
  const isDynamic = text.includes('#') && target !== undefined && source.nodeOf(target, place, resource) === node
  if (!isDynamic) return (run, data, path, seen) => run.fits(node, data, path, seen)
  return (run, data, path, seen) => {
    const outer = run.scope.find(({ dynamicAnchors }) => dynamicAnchors.has(name))
    const meant = outer ? source.nodeOf(outer.dynamicAnchors.get(name), place, outer) : node
    return run.fits(meant, data, path, seen)
  }
}

function limit(sign: '<=' | '>=' | '<' | '>', keyword: string, fits: (data: number, limit: number) => boolean): Word {
  return (spot, value) => {
    const bound = numbered(spot, value)
    return (run, data, path) =>
      typeof data !== 'number' ||
      fits(data, bound) ||
      run.fault(keyword, path, { comparison: sign, limit: bound }, `must be ${sign} ${bound}`)
  }
}

const multiple: Word = (spot, value) => {
  const multipleOf = numbered(spot, value)
  if (multipleOf <= 0) spot.source.refuse(spot.place, 'must be > 0')
  return (run, data, path) =>
    typeof data !== 'number' ||
    Number.isInteger(data / multipleOf) ||
    run.fault('multipleOf', path, { multipleOf }, `must be multiple of ${multipleOf}`)
}

function lengthLimit(keyword: 'maxLength' | 'minLength'): Word {
  const isMost = keyword === 'maxLength'
  return (spot, value) => {
    const bound = counted(spot, value)
    const message = `must NOT have ${isMost ? 'more' : 'fewer'} than ${bound} characters`
    return (run, data, path) =>
      typeof data !== 'string' ||
      (isMost ? charactersIn(data) <= bound : charactersIn(data) >= bound) ||
      run.fault(keyword, path, { limit: bound }, message)
  }
}

/** Counts code points: a surrogate pair is one character. */
function charactersIn(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at++) if ((text.codePointAt(at) ?? 0) > 0xff_ff) count -= 1
  return count
}

const pattern: Word = (spot, value) => {
  const expression = patternOf(spot, value)
  const message = `must match pattern "${String(value)}"`
  return (run, data, path) =>
    typeof data !== 'string' || expression.test(data) || run.fault('pattern', path, { pattern: value }, message)
}

/** An unknown format is only an annotation. */
const format: Word = (spot, value) => {
  const name = texted(spot, value)
  const known = spot.source.formats && Object.hasOwn(formats, name) ? formats[name] : undefined
  if (!known) return undefined
  const message = `must match format "${name}"`
  return (run, data, path) =>
    typeof data !== 'string' || known.test(data) || run.fault('format', path, { format: value }, message)
}

const constant: Word = (_spot, value) => {
  const key = keyOf(value)
  return (run, data, path) =>
    keyOf(data) === key || run.fault('const', path, { allowedValue: value }, 'must be equal to constant')
}

const enumeration: Word = (spot, value) => {
  const allowedValues = listed(spot, value)
  if (allowedValues.length === 0) spot.source.refuse(spot.place, 'must NOT have fewer than 1 items')
  const keys = new Set(allowedValues.map(keyOf))
  return (run, data, path) =>
    keys.has(keyOf(data)) || run.fault('enum', path, { allowedValues }, 'must be equal to one of the allowed values')
}

const not: Word = ({ source, place, resource }, value) => {
  const node = source.nodeOf(value, place, resource)
  return (run, data, path) =>
    !run.fitsQuietly(node, data, path, undefined) || run.fault('not', path, {}, 'must NOT be valid')
}

function nodesIn(spot: Spot, value: unknown): SchemaNode[] {
  const schemas = listed(spot, value)
  if (schemas.length === 0) spot.source.refuse(spot.place, 'must NOT have fewer than 1 items')
  return schemas.map((schema, at) => spot.source.nodeOf(schema, `${spot.place}/${at}`, spot.resource))
}

const anyOf: Word = (spot, value) => {
  const nodes = nodesIn(spot, value)
  return (run, data, path, seen) => {
    const before = run.faults.length
    let isGood = false
    for (const node of nodes) {
      isGood = run.fits(node, data, path, seen) || isGood
      // When tracking, every branch that fits marks what it evaluated.
      if (isGood && !seen) break
    }
    if (isGood) run.forget(before)
    return isGood || run.fault('anyOf', path, {}, 'must match a schema in anyOf')
  }
}

const oneOf: Word = (spot, value) => {
  const nodes = nodesIn(spot, value)
  return (run, data, path, seen) => {
    const before = run.faults.length
    const passing: number[] = []
    for (const [at, node] of nodes.entries()) {
      const own = seen && new Seen()
      if (!run.fits(node, data, path, own)) continue
      passing.push(at)
      if (passing.length > 1) break
      if (own) seen.add(own)
    }
    if (passing.length > 0) run.forget(before)
    const passingSchemas = passing.length === 0 ? null : passing
    return (
      passing.length === 1 || run.fault('oneOf', path, { passingSchemas }, 'must match exactly one schema in oneOf')
    )
  }
}

const allOf: Word = (spot, value) => {
  const nodes = nodesIn(spot, value)
  return (run, data, path, seen) => every(run, nodes, (node) => run.fits(node, data, path, seen))
}

const condition: Word = (spot, value) => {
  const { source, schema, place, resource } = spot
  const node = source.nodeOf(value, place, resource)
  const branch = (word: 'then' | 'else') =>
    Object.hasOwn(schema, word) ? source.nodeOf(schema[word], `${place.slice(0, -2)}${word}`, resource) : undefined
  const [whenGood, whenNot] = [branch('then'), branch('else')]
  return (run, data, path, seen) => {
    const isGood = run.fitsQuietly(node, data, path, seen)
    const next = isGood ? whenGood : whenNot
    if (!next || run.fits(next, data, path, seen)) return true
    const failingKeyword = isGood ? 'then' : 'else'
    return run.fault('if', path, { failingKeyword }, `must match "${failingKeyword}" schema`)
  }
}

const notSupported: Word = ({ source, place }) => source.refuse(place, 'is not supported, use "$id"')

/** In the order faults are reported. */
const WORDS = new Map<string, Word>([
  ['id', notSupported],
  ...(['$id', '$schema', '$anchor', '$dynamicAnchor', '$comment', 'title', 'description'] as const).map(
    (name): [string, Word] => [name, typed('string')],
  ),
  ...(['nullable', 'readOnly', 'writeOnly', 'deprecated'] as const).map((name): [string, Word] => [
    name,
    typed('boolean'),
  ]),
  ['examples', typed('array')],
  ['definitions', definitions],
  ['$defs', definitions],
  ['type', type],
  ['maximum', limit('<=', 'maximum', (data, most) => data <= most)],
  ['minimum', limit('>=', 'minimum', (data, least) => data >= least)],
  ['exclusiveMaximum', limit('<', 'exclusiveMaximum', (data, most) => data < most)],
  ['exclusiveMinimum', limit('>', 'exclusiveMinimum', (data, least) => data > least)],
  ['multipleOf', multiple],
  ['maxLength', lengthLimit('maxLength')],
  ['minLength', lengthLimit('minLength')],
  ['pattern', pattern],
  ['format', format],
  ['$ref', reference],
  ['$dynamicRef', dynamicReference],
  ['const', constant],
  ['enum', enumeration],
  ['not', not],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['allOf', allOf],
  ['if', condition],
  ...ARRAY_WORDS,
  ...OBJECT_WORDS,
  REST_OF_ITEMS,
  REST_OF_FIELDS,
])
