import { escapePointer } from '#core/json-pointer.ts'
import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject } from './document.schema.ts'

/** Something done, as both engines can say it. */
export interface SaidEffect {
  kind: string
  target: string | null
  fields: JsonObject
}

export interface PatchStep {
  op: 'add' | 'remove' | 'replace'
  path: string
  value?: Json
}

/** As they are compared: without what is never the same, and in an order that does not depend on who came first. */
export function normalised(effects: readonly SaidEffect[], ignored: readonly string[]): SaidEffect[] {
  const out = new Set(ignored)
  const plain = effects.map(({ kind, target, fields }) => ({
    kind,
    target,
    fields: without(fields, out) as JsonObject,
  }))
  return plain
    .map((effect) => ({ effect, text: JSON.stringify(effect) }))
    .toSorted((left, right) => (left.text < right.text ? -1 : Number(left.text > right.text)))
    .map(({ effect }) => effect)
}

/** Names in their order, so that equal values are equal texts. */
function without(value: Json, ignored: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((inner) => without(inner, ignored))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name, inner]) => !ignored.has(name) && inner !== null)
  const sorted = kept.toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, inner]) => [name, without(inner, ignored)]))
}

/** The JSON Patch (RFC 6902) that makes one value of the other. */
export function patchOf(before: Json, after: Json, path = ''): PatchStep[] {
  if (Array.isArray(before) && Array.isArray(after)) return listPatch(before, after, path)
  if (isRecord(before) && isRecord(after)) return recordPatch(before, after, path)
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ op: 'replace', path, value: after }]
}

function listPatch(before: Json[], after: Json[], path: string): PatchStep[] {
  const both = Math.min(before.length, after.length)
  const changed = before.slice(0, both).flatMap((value, at) => patchOf(value, after[at] ?? null, `${path}/${at}`))
  // From the end, so that no place moves before its turn.
  const removed = before
    .slice(both)
    .map((_, at) => ({ op: 'remove' as const, path: `${path}/${before.length - 1 - at}` }))
  const added = after.slice(both).map((value) => ({ op: 'add' as const, path: `${path}/-`, value }))
  return [...changed, ...removed, ...added]
}

function recordPatch(before: JsonObject, after: JsonObject, path: string): PatchStep[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name): PatchStep[] => {
    const here = `${path}/${escapePointer(name)}`
    const [old, value] = [ownIn(before, name), ownIn(after, name)]
    if (value === undefined) return [{ op: 'remove', path: here }]
    return old === undefined ? [{ op: 'add', path: here, value }] : patchOf(old, value, here)
  })
}

/** Not what every object has, such as `toString`. */
function ownIn(record: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
