import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject } from './document.schema.ts'
import type { Node, Operator } from './expression-syntax.rules.ts'

/** The value is of a kind whose handling, or whose fault, is left to jq. */
export class AskJq extends Error {}

export type Lookup = (name: string) => Json | undefined

/** Counts work: a value that is looked at or made is one. */
type Spend = (amount: number) => void

/** Nothing here can be stopped, so what takes more is left to jq, which can. */
const WORK_MAX = 50_000
const CHARACTERS_PER_VALUE = 20

function limited(): Spend {
  let left = WORK_MAX
  return (amount) => {
    left -= amount
    if (left < 0) throw new AskJq()
  }
}

function spendText(spend: Spend, ...texts: string[]): void {
  spend(texts.reduce((total, { length }) => total + length, 0) / CHARACTERS_PER_VALUE)
}

/** The value of a simple expression, exactly as jq has it. */
export function simpleValue(node: Node, data: Json, lookup: Lookup, spend: Spend = limited()): Json {
  spend(1)
  const of = (inner: Node, given = data): Json => simpleValue(inner, given, lookup, spend)
  switch (node.kind) {
    case 'identity':
      return data
    case 'literal':
      return node.value
    case 'variable': {
      const value = lookup(node.name)
      if (value === undefined) throw new AskJq()
      return value
    }
    case 'index':
      return indexed(of(node.of), of(node.by))
    case 'text': {
      const parts = node.parts.map((part) => (typeof part === 'string' ? part : written(of(part))))
      spendText(spend, ...parts)
      return parts.join('')
    }
    case 'list':
      return node.items.map((item) => of(item))
    case 'record':
      return recordOf(node.entries, of)
    case 'pipe':
      return of(node.second, of(node.first))
    case 'function':
      return node.name === 'not' ? !isTruthy(data) : lengthOf(data, spend)
    case 'binary':
      return binary(node.operator, node.left, node.right, of, spend)
  }
}

type Of = (node: Node) => Json

export function isTruthy(value: Json): boolean {
  return value !== null && value !== false
}

function recordOf(entries: readonly { name: Node; value: Node }[], of: Of): JsonObject {
  const record: JsonObject = {}
  for (const { name, value } of entries) {
    const key = of(name)
    if (typeof key !== 'string' || key === '__proto__') throw new AskJq()
    record[key] = of(value)
  }
  return record
}

function indexed(of: Json, by: Json): Json {
  if (typeof by === 'string') {
    if (of === null) return null
    if (typeof of !== 'object' || Array.isArray(of)) throw new AskJq()
    return Object.hasOwn(of, by) ? (of[by] ?? null) : null
  }
  if (typeof by !== 'number' || !Number.isInteger(by)) throw new AskJq()
  if (of === null) return null
  if (!Array.isArray(of)) throw new AskJq()
  return of.at(by) ?? null
}

/** In a text. Numbers and what holds them are written in jq's own way. */
function written(value: Json): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value)
  throw new AskJq()
}

function lengthOf(value: Json, spend: Spend): Json {
  if (value === null) return 0
  if (typeof value === 'string') {
    spendText(spend, value)
    return Array.from(value).length
  }
  if (Array.isArray(value)) return value.length
  if (typeof value === 'object') return Object.keys(value).length
  throw new AskJq()
}

function binary(operator: Operator, left: Node, right: Node, of: Of, spend: Spend): Json {
  switch (operator) {
    case 'and':
      return isTruthy(of(left)) && isTruthy(of(right))
    case 'or':
      return isTruthy(of(left)) || isTruthy(of(right))
    case '//':
      return alternative(of(left), right, of)
    case '+':
      return sum(of(left), of(right), spend)
    default:
      return compared(operator, order(of(left), of(right), spend))
  }
}

function alternative(value: Json, right: Node, of: Of): Json {
  return isTruthy(value) ? value : of(right)
}

function compared(operator: '==' | '!=' | '<=' | '>=' | '<' | '>', order: number): boolean {
  switch (operator) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '<=':
      return order <= 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '>':
      return order > 0
  }
}

function sum(left: Json, right: Json, spend: Spend): Json {
  if (left === null) return right
  if (right === null) return left
  if (typeof left === 'number' && typeof right === 'number' && Number.isFinite(left + right)) return left + right
  if (typeof left === 'string' && typeof right === 'string') {
    spendText(spend, left, right)
    return left + right
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    spend(left.length + right.length)
    return [...left, ...right]
  }
  if (isRecord(left) && isRecord(right)) {
    spend(Object.keys(left).length + Object.keys(right).length)
    return { ...left, ...right }
  }
  throw new AskJq()
}

const RANK = ['null', 'false', 'true', 'number', 'string', 'list', 'record']
function rank(value: Json): number {
  if (value === null) return 0
  if (typeof value === 'boolean') return value ? 2 : 1
  return RANK.indexOf(Array.isArray(value) ? 'list' : typeof value === 'object' ? 'record' : typeof value)
}

const unlimited: Spend = () => {}

/** jq's order of all values: null, false, true, numbers, texts by code points, lists, records. */
export function order(left: Json, right: Json, spend: Spend = unlimited): number {
  if (left === right) return 0
  spend(1)
  const ranks = rank(left) - rank(right)
  if (ranks !== 0) return ranks
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return orderOfTexts(left, right, spend)
  if (Array.isArray(left) && Array.isArray(right)) return orderOfLists(left, right, spend)
  if (isRecord(left) && isRecord(right)) return orderOfRecords(left, right, spend)
  return 0
}

function orderOfTexts(left: string, right: string, spend: Spend): number {
  spendText(spend, left, right)
  const [ours, theirs] = [Array.from(left), Array.from(right)]
  for (let at = 0; at < Math.min(ours.length, theirs.length); at++) {
    const difference = (ours[at]?.codePointAt(0) ?? 0) - (theirs[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return ours.length - theirs.length
}

function orderOfLists(left: Json[], right: Json[], spend: Spend): number {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = order(left[at] ?? null, right[at] ?? null, spend)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function orderOfRecords(left: JsonObject, right: JsonObject, spend: Spend): number {
  const namesOf = (record: JsonObject) => Object.keys(record).toSorted((one, other) => order(one, other, spend))
  const [ours, theirs] = [namesOf(left), namesOf(right)]
  const names = orderOfLists(ours, theirs, spend)
  if (names !== 0) return names
  for (const name of ours) {
    const difference = order(left[name] ?? null, right[name] ?? null, spend)
    if (difference !== 0) return difference
  }
  return 0
}
