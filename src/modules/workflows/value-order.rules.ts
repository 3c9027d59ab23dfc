import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject } from './document.schema.ts'

export function isTruthy(value: Json): boolean {
  return value !== null && value !== false
}

const RANK = ['null', 'false', 'true', 'number', 'string', 'list', 'record']
function rank(value: Json): number {
  if (value === null) return 0
  if (typeof value === 'boolean') return value ? 2 : 1
  return RANK.indexOf(Array.isArray(value) ? 'list' : typeof value === 'object' ? 'record' : typeof value)
}

/** jq's ordering of all values: null, false, true, numbers, strings by code point, arrays, objects. */
export function order(left: Json, right: Json): number {
  if (left === right) return 0
  const ranks = rank(left) - rank(right)
  if (ranks !== 0) return ranks
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return orderOfTexts(left, right)
  if (Array.isArray(left) && Array.isArray(right)) return orderOfLists(left, right)
  if (isRecord(left) && isRecord(right)) return orderOfRecords(left, right)
  return 0
}

function orderOfTexts(left: string, right: string): number {
  const [ours, theirs] = [Array.from(left), Array.from(right)]
  for (let at = 0; at < Math.min(ours.length, theirs.length); at++) {
    const difference = (ours[at]?.codePointAt(0) ?? 0) - (theirs[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return ours.length - theirs.length
}

function orderOfLists(left: Json[], right: Json[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = order(left[at] ?? null, right[at] ?? null)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function orderOfRecords(left: JsonObject, right: JsonObject): number {
  const namesOf = (record: JsonObject) => Object.keys(record).toSorted(order)
  const [ours, theirs] = [namesOf(left), namesOf(right)]
  const names = orderOfLists(ours, theirs)
  if (names !== 0) return names
  for (const name of ours) {
    const difference = order(left[name] ?? null, right[name] ?? null)
    if (difference !== 0) return difference
  }
  return 0
}
