import type { SchemaRun, Seen, SchemaNode } from './json-schema-run.ts'
import { counted, every, keyOf, listed, type Spot, type Word } from './json-schema-word.ts'

function countLimit(keyword: 'maxItems' | 'minItems'): Word {
  const isMost = keyword === 'maxItems'
  return (spot, value) => {
    const limit = counted(spot, value)
    const message = `must NOT have ${isMost ? 'more' : 'fewer'} than ${limit} items`
    return (run, data, path) =>
      !Array.isArray(data) ||
      (isMost ? data.length <= limit : data.length >= limit) ||
      run.fault(keyword, path, { limit }, message)
  }
}

/** Compares by content key, so a long list takes linear time. */
const uniqueItems: Word = ({ source, place }, value) => {
  if (typeof value !== 'boolean') source.refuse(place, 'must be boolean')
  if (!value) return undefined
  return (run, data, path) => {
    if (!Array.isArray(data)) return true
    const known = new Map<unknown, number>()
    for (const [i, item] of data.entries()) {
      const key = keyOf(item)
      const j = known.get(key)
      const same = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`
      if (j !== undefined) return run.fault('uniqueItems', path, { i, j }, same)
      known.set(key, i)
    }
    return true
  }
}

function nodesAt({ source, resource, ...spot }: Spot, value: unknown): SchemaNode[] {
  const schemas = listed({ source, resource, ...spot }, value)
  return schemas.map((schema, at) => source.nodeOf(schema, `${spot.place}/${at}`, resource))
}

function fitEach(run: SchemaRun, nodes: readonly SchemaNode[], data: unknown[], path: string): boolean {
  return every(run, nodes.slice(0, data.length).entries(), ([at, node]) =>
    run.fits(node, data[at], `${path}/${at}`, undefined),
  )
}

const prefixItems: Word = (spot, value) => {
  if (spot.source.draft === '7') return undefined
  const nodes = nodesAt(spot, value)
  return (run, data, path, seen) => {
    if (!Array.isArray(data)) return true
    if (seen) seen.first = Math.max(seen.first, nodes.length)
    return fitEach(run, nodes, data, path)
  }
}

/** Checks all items from index `first` on. */
function rest(node: SchemaNode, isNone: boolean, first: number, keyword: string): ReturnType<Word> {
  const message = `must NOT have more than ${first} items`
  return (run, data, path, seen) => {
    if (!Array.isArray(data)) return true
    if (seen) seen.first = Infinity
    if (isNone && first > 0) return data.length <= first || run.fault(keyword, path, { limit: first }, message)
    return fitsFrom(run, node, data, path, first)
  }
}

function fitsFrom(run: SchemaRun, node: SchemaNode, data: unknown[], path: string, first: number): boolean {
  let isGood = true
  for (let at = first; at < data.length; at++) {
    if (run.fits(node, data[at], `${path}/${at}`, undefined)) continue
    isGood = false
    if (!run.isThorough) break
  }
  return isGood
}

const items: Word = (spot, value) => {
  const { source, schema, place, resource } = spot
  if (source.draft === '7' && Array.isArray(value)) {
    const nodes = nodesAt(spot, value)
    return (run, data, path, seen) => {
      if (!Array.isArray(data)) return true
      if (seen) seen.first = Math.max(seen.first, nodes.length)
      return fitEach(run, nodes, data, path)
    }
  }
  const before = schema['prefixItems']
  const first = source.draft === '2020-12' && Array.isArray(before) ? before.length : 0
  return rest(source.nodeOf(value, place, resource), value === false, first, 'items')
}

const additionalItems: Word = ({ source, schema, place, resource }, value) => {
  if (source.draft !== '7') return undefined
  const node = source.nodeOf(value, place, resource)
  const before = schema['items']
  return Array.isArray(before) ? rest(node, value === false, before.length, 'additionalItems') : undefined
}

const contains: Word = (spot, value) => {
  const { source, schema, place, resource } = spot
  const node = source.nodeOf(value, place, resource)
  const bound = (word: string): number | undefined =>
    source.draft === '2020-12' && Object.hasOwn(schema, word) ? counted(spot, schema[word]) : undefined
  const minContains = bound('minContains') ?? 1
  const maxContains = bound('maxContains')
  const most = maxContains === undefined ? '' : ` and no more than ${maxContains}`
  const message = `must contain at least ${minContains}${most} valid item(s)`
  return (run, data, path, seen) => {
    if (!Array.isArray(data)) return true
    let count = 0
    for (const [at, item] of data.entries()) {
      if (!run.fitsQuietly(node, item, `${path}/${at}`, undefined)) continue
      count += 1
      seen?.items.add(at)
    }
    if (count >= minContains && count <= (maxContains ?? Infinity)) return true
    return run.fault('contains', path, { minContains, ...(maxContains === undefined ? {} : { maxContains }) }, message)
  }
}

/** Must run after every keyword that evaluates items. */
const unevaluatedItems: Word = ({ source, place, resource }, value) => {
  if (source.draft === '7') return undefined
  source.tracks()
  const node = source.nodeOf(value, place, resource)
  return (run, data, path, seen) => {
    if (!Array.isArray(data) || !seen) return true
    const open = data.keys().filter((at) => isOpen(seen, at))
    const limit = Math.min(seen.first, data.length)
    const isGood = every(run, open, (at) =>
      value === false
        ? run.fault('unevaluatedItems', path, { limit }, `must NOT have more than ${limit} items`)
        : run.fits(node, data[at], `${path}/${at}`, undefined),
    )
    seen.first = Infinity
    return isGood
  }
}

function isOpen({ first, items }: Seen, at: number): boolean {
  return at >= first && !items.has(at)
}

/** In the order faults are reported. */
export const ARRAY_WORDS: [string, Word][] = [
  ['maxItems', countLimit('maxItems')],
  ['minItems', countLimit('minItems')],
  ['uniqueItems', uniqueItems],
  ['prefixItems', prefixItems],
  ['items', items],
  ['additionalItems', additionalItems],
  ['contains', contains],
]

export const REST_OF_ITEMS: [string, Word] = ['unevaluatedItems', unevaluatedItems]
