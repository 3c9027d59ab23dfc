import { wholeEnd } from './plain-text.ts'

type Json = Record<string, unknown>

/** About 8,000 tokens: more than that a client cuts off by itself, or a model forgets what it was asked. */
export const ANSWER_CHARS_MAX = 32_000
/** A text of so many characters is never cut. */
export const WHOLE_CHARS = 200
const NAMED_MAX = 10
/** More than any record of ours has; what a workflow was answered may have thousands. */
const FIELDS_MAX = 50
const ALL = Number.POSITIVE_INFINITY

interface Bounds {
  chars: number
  items: number
}

/** Texts are cut before lists: the beginnings of all rows tell more than some rows in full. */
const BOUNDS: readonly Bounds[] = [
  ...[16_000, 8000, 4000, 2000, 1000, 500, WHOLE_CHARS].map((chars) => ({ chars, items: ALL })),
  ...[400, 200, 100, 50, 20, 10, 5, 1].map((items) => ({ chars: WHOLE_CHARS, items })),
]

/**
 * The answer as far as a model can carry it. What had to be cut is named in `truncated`, so that nobody takes a part
 * for the whole.
 */
export function fitted(answer: Json): Json {
  if (sizeOf(answer) <= ANSWER_CHARS_MAX) return answer
  let fitting: Json = { truncated: ['All of it: the answer is too large.'] }
  // The widest bounds that fit, by halves: each try goes through all of the answer.
  for (let [from, to] = [0, BOUNDS.length]; from < to;) {
    const middle = Math.floor((from + to) / 2)
    const kept = cutBy(BOUNDS[middle] as Bounds, answer)
    if (sizeOf(kept) <= ANSWER_CHARS_MAX) [fitting, to] = [kept, middle]
    else from = middle + 1
  }
  return fitting
}

function cutBy(bounds: Bounds, answer: Json): Json {
  const cuts: string[] = []
  const kept = cutTo(bounds, answer, '', cuts) as Json
  return { ...kept, truncated: namedOf(cuts) }
}

function sizeOf(answer: Json): number {
  return JSON.stringify(answer).length
}

function cutTo(bounds: Bounds, value: unknown, at: string, cuts: string[]): unknown {
  const { chars, items } = bounds
  if (typeof value === 'string') {
    if (value.length <= chars) return value
    const end = wholeEnd(value, chars)
    cuts.push(`${at}: ${end} of ${value.length} characters`)
    return `${value.slice(0, end)}…`
  }
  if (Array.isArray(value)) {
    const isHistory = isOldestFirst(value)
    if (value.length > items) cuts.push(`${at}: ${isHistory ? 'the last ' : ''}${items} of ${value.length}`)
    const kept = isHistory ? value.slice(-items) : value.slice(0, items)
    return kept.map((each, index) => cutTo(bounds, each, `${at}/${index}`, cuts))
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  const most = Math.max(items, FIELDS_MAX)
  if (fields.length > most) cuts.push(`${at}: ${most} of ${fields.length} fields`)
  return Object.fromEntries(
    fields.slice(0, most).map(([name, each]) => [name, cutTo(bounds, each, `${at}/${name}`, cuts)]),
  )
}

/** Of comments and messages the newest count. */
function isOldestFirst(list: readonly unknown[]): boolean {
  const [first, last] = [list[0], list.at(-1)].map((each) => (each as Json | null | undefined)?.['createdAt'])
  return typeof first === 'string' && typeof last === 'string' && first < last
}

function namedOf(cuts: readonly string[]): string[] {
  const left = cuts.length - NAMED_MAX
  return left > 0 ? [...cuts.slice(0, NAMED_MAX), `and ${left} more`] : [...cuts]
}
