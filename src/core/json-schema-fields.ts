import { isRecord } from './json-record.ts'
import { escapePointer } from './json-pointer.ts'
import type { SchemaNode } from './json-schema-run.ts'
import { counted, every, named, patternOf, recorded, type Spot, type Word } from './json-schema-word.ts'

function countLimit(keyword: 'maxProperties' | 'minProperties'): Word {
  const isMost = keyword === 'maxProperties'
  return (spot, value) => {
    const limit = counted(spot, value)
    const message = `must NOT have ${isMost ? 'more' : 'fewer'} than ${limit} properties`
    return (run, data, path) => {
      if (!isRecord(data)) return true
      const count = Object.keys(data).length
      return (isMost ? count <= limit : count >= limit) || run.fault(keyword, path, { limit }, message)
    }
  }
}

const required: Word = (spot, value) => {
  const names = named(spot, value)
  return (run, data, path) =>
    !isRecord(data) ||
    every(
      run,
      names,
      (missingProperty) =>
        has(data, missingProperty) ||
        run.fault('required', path, { missingProperty }, `must have required property '${missingProperty}'`),
    )
}

/** Ignores inherited properties such as `toString`. */
function has(data: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(data, name) && data[name] !== undefined
}

const propertyNames: Word = ({ source, place, resource }, value) => {
  const node = source.nodeOf(value, place, resource)
  return (run, data, path) =>
    !isRecord(data) ||
    every(
      run,
      Object.keys(data),
      (propertyName) =>
        run.fits(node, propertyName, path, undefined) ||
        run.fault('propertyNames', path, { propertyName }, 'property name must be valid'),
    )
}

function patternsIn(spot: Spot, value: unknown): [RegExp, unknown][] {
  return Object.entries(recorded(spot, value)).map(([text, schema]) => [
    patternOf({ ...spot, place: `${spot.place}/${escapePointer(text)}` }, text),
    schema,
  ])
}

const additionalProperties: Word = (spot, value) => {
  const { source, schema, place, resource } = spot
  const node = source.nodeOf(value, place, resource)
  const { properties: fields, patternProperties: patterns } = schema
  const names = new Set(isRecord(fields) ? Object.keys(fields) : [])
  const expressions = patterns === undefined ? [] : patternsIn(spot, patterns).map(([expression]) => expression)
  return (run, data, path, seen) => {
    if (!isRecord(data)) return true
    if (seen) seen.isAllNames = true
    return every(run, Object.keys(data), (name) => {
      if (names.has(name) || expressions.some((expression) => expression.test(name))) return true
      if (value !== false) return run.fits(node, data[name], `${path}/${escapePointer(name)}`, undefined)
      const params = { additionalProperty: name }
      return run.fault('additionalProperties', path, params, 'must NOT have additional properties')
    })
  }
}

const properties: Word = (spot, value) => {
  const { source, place, resource } = spot
  const fields = Object.entries(recorded(spot, value)).map(([name, schema]): [string, string, SchemaNode] => {
    const escaped = escapePointer(name)
    return [name, escaped, source.nodeOf(schema, `${place}/${escaped}`, resource)]
  })
  return (run, data, path, seen) =>
    !isRecord(data) ||
    every(run, fields, ([name, escaped, node]) => {
      if (!has(data, name)) return true
      seen?.names.add(name)
      return run.fits(node, data[name], `${path}/${escaped}`, undefined)
    })
}

const patternProperties: Word = (spot, value) => {
  const { source, place, resource } = spot
  const patterns = patternsIn(spot, value).map(([expression, schema]): [RegExp, SchemaNode] => [
    expression,
    source.nodeOf(schema, `${place}/${escapePointer(expression.source)}`, resource),
  ])
  return (run, data, path, seen) =>
    !isRecord(data) ||
    every(run, patterns, ([expression, node]) =>
      every(run, Object.keys(data), (name) => {
        if (!expression.test(name)) return true
        seen?.names.add(name)
        return run.fits(node, data[name], `${path}/${escapePointer(name)}`, undefined)
      }),
    )
}

function together(property: string, names: readonly string[]): ReturnType<Word> {
  const deps = names.join(', ')
  const message = `must have ${names.length === 1 ? 'property' : 'properties'} ${deps} when property ${property} is present`
  return (run, data, path) =>
    !isRecord(data) ||
    !has(data, property) ||
    every(run, names, (missingProperty) => {
      const params = { property, missingProperty, depsCount: names.length, deps }
      return has(data, missingProperty) || run.fault('dependencies', path, params, message)
    })
}

function when(property: string, node: SchemaNode): ReturnType<Word> {
  return (run, data, path, seen) => !isRecord(data) || !has(data, property) || run.fits(node, data, path, seen)
}

/** What each field requires when present: a list of names or a schema. */
function dependent(isList: (value: unknown) => boolean): Word {
  return (spot, value) => {
    const { source, place, resource } = spot
    const checks = Object.entries(recorded(spot, value)).map(([property, asked]) => {
      const at = `${place}/${escapePointer(property)}`
      return isList(asked)
        ? together(property, named({ ...spot, place: at }, asked))
        : when(property, source.nodeOf(asked, at, resource))
    })
    return (run, data, path, seen) => every(run, checks, (check) => check?.(run, data, path, seen) ?? true)
  }
}

function from2020(word: Word): Word {
  return (spot, value) => (spot.source.draft === '7' ? undefined : word(spot, value))
}

/** Must run after every keyword that evaluates fields. */
const unevaluatedProperties: Word = ({ source, place, resource }, value) => {
  source.tracks()
  const node = source.nodeOf(value, place, resource)
  return (run, data, path, seen) => {
    if (!isRecord(data) || !seen || seen.isAllNames) return true
    const open = Object.keys(data).filter((name) => !seen.names.has(name))
    const isGood = every(run, open, (name) => {
      if (value !== false) return run.fits(node, data[name], `${path}/${escapePointer(name)}`, undefined)
      const params = { unevaluatedProperty: name }
      return run.fault('unevaluatedProperties', path, params, 'must NOT have unevaluated properties')
    })
    seen.isAllNames = true
    return isGood
  }
}

/** In the order faults are reported. */
export const OBJECT_WORDS: [string, Word][] = [
  ['maxProperties', countLimit('maxProperties')],
  ['minProperties', countLimit('minProperties')],
  ['required', required],
  ['dependentRequired', from2020(dependent(() => true))],
  ['propertyNames', propertyNames],
  ['additionalProperties', additionalProperties],
  ['dependencies', dependent(Array.isArray)],
  ['properties', properties],
  ['patternProperties', patternProperties],
  ['dependentSchemas', from2020(dependent(() => false))],
]

export const REST_OF_FIELDS: [string, Word] = ['unevaluatedProperties', from2020(unevaluatedProperties)]
