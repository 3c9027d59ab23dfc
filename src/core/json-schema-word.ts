import { canonicalJson } from './canonical-json.ts'
import { isRecord } from './json-record.ts'
import type { Resource } from './json-schema-place.ts'
import type { SchemaCheck, SchemaNode, SchemaRun } from './json-schema-run.ts'

/** What a keyword needs from the schema around it. */
export interface SchemaSource {
  readonly draft: '7' | '2020-12'
  readonly formats: boolean
  nodeOf(schema: unknown, place: string, around: Resource): SchemaNode
  referred(reference: string, place: string, from: Resource): SchemaNode
  /** Turns on tracking of evaluated fields and items. */
  tracks(): void
  refuse(place: string, what: string): never
}

/** Where a keyword appears. */
export interface Spot {
  source: SchemaSource
  schema: Record<string, unknown>
  /** Pointer to the keyword itself. */
  place: string
  resource: Resource
}

/** Compiles a keyword's value into a check; undefined if there is nothing to check. */
export type Word = (spot: Spot, value: unknown) => SchemaCheck | undefined

export function counted({ source, place }: Spot, value: unknown): number {
  if (!Number.isInteger(value)) source.refuse(place, 'must be integer')
  if ((value as number) < 0) source.refuse(place, 'must be >= 0')
  return value as number
}

export function texted({ source, place }: Pick<Spot, 'source' | 'place'>, value: unknown): string {
  return typeof value === 'string' ? value : source.refuse(place, 'must be string')
}

export function numbered({ source, place }: Spot, value: unknown): number {
  return typeof value === 'number' ? value : source.refuse(place, 'must be number')
}

export function listed({ source, place }: Spot, value: unknown): unknown[] {
  return Array.isArray(value) ? value : source.refuse(place, 'must be array')
}

export function recorded({ source, place }: Spot, value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : source.refuse(place, 'must be object')
}

export function named(spot: Spot, value: unknown): string[] {
  const names = listed(spot, value)
  const other = names.findIndex((name) => typeof name !== 'string')
  if (other >= 0) spot.source.refuse(`${spot.place}/${other}`, 'must be string')
  if (new Set(names).size < names.length) spot.source.refuse(spot.place, 'must NOT have duplicate items')
  return names as string[]
}

export function patternOf({ source, place }: Pick<Spot, 'source' | 'place'>, value: unknown): RegExp {
  try {
    return new RegExp(texted({ source, place }, value), 'u')
  } catch (error) {
    if (typeof value !== 'string') throw error
    return source.refuse(place, `must match format "regex" (${error instanceof Error ? error.message : ''})`)
  }
}

/** Equal for values with equal content. */
export function keyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? `\u0000${canonicalJson(value)}` : value
}

/** Like Array.every, but a thorough run goes on after the first failure to collect all faults. */
export function every<T>({ isThorough }: SchemaRun, list: Iterable<T>, fits: (each: T) => boolean): boolean {
  let isGood = true
  for (const each of list) {
    if (fits(each)) continue
    if (!isThorough) return false
    isGood = false
  }
  return isGood
}
