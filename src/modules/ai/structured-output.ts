import { readableValue } from './clean-text.ts'

export type Read = { value: unknown; repaired: 'none' | 'syntactic' } | { error: string }

const FENCE = '```'
const OPENING = /[[{]/

/** JSON out of what a model wrote: as it is, out of a fence or of the words around it, or mended. */
export async function readJson(text: string): Promise<Read> {
  const said = text.trim()
  const plain = parsed(said)
  if (plain) return { ...plain, repaired: 'none' }
  const bare = fencedJson(said) ?? said
  const fenced = parsed(bare)
  const isOnlyFence = said.startsWith(FENCE) && said.endsWith(FENCE)
  if (fenced) return { ...fenced, repaired: isOnlyFence ? 'none' : 'syntactic' }
  // A sentence is not broken JSON: mended, it would be a text and nothing else.
  const start = bare.search(OPENING)
  if (start === -1) return { error: 'There is no JSON in the answer.' }
  const first = beforeWords(bare, start)
  if (first) return { ...first, repaired: 'syntactic' }
  const { mendedJson } = await import('#core/mended-json.ts')
  const mended = parsed(mendedJson(bare.slice(start)) ?? '')
  return mended ? { ...mended, repaired: 'syntactic' } : { error: 'The answer is not valid JSON.' }
}

/** What is in the first fence, where that is to be the JSON: a fence may also stand in a text of the JSON, or after it. */
function fencedJson(text: string): string | undefined {
  const open = text.indexOf(FENCE)
  if (open === -1) return undefined
  const start = text.search(OPENING)
  if (start !== -1 && start < open && (endOfValue(text, start) ?? text.length) > open) return undefined
  const head = /[\w-]*[^\S\n]*/y
  head.lastIndex = open + FENCE.length
  head.test(text)
  // The last one: there may be fences in the texts of the JSON too.
  const close = text.lastIndexOf(FENCE)
  const inside = text.slice(head.lastIndex, close > open ? close : undefined).trim()
  return inside.search(OPENING) === 0 || parsed(inside) ? inside : undefined
}

/** The value that begins there, when what follows it is no more of it and no second one: that must not be dropped. */
function beforeWords(text: string, start: number): { value: unknown } | undefined {
  const end = endOfValue(text, start)
  if (end === undefined || /^\s*[[\]{}",:]/.test(text.slice(end))) return undefined
  return parsed(text.slice(start, end))
}

/** Whether the object or list in it does not come to its end. */
export function isUnended(text: string): boolean {
  const start = text.search(OPENING)
  return start !== -1 && endOfValue(text, start) === undefined
}

/** Where the object or list ends that begins there; undefined when it does not. Texts may be long: one pass. */
function endOfValue(text: string, start: number): number | undefined {
  const marks = /["\\[\]{}]/g
  marks.lastIndex = start
  let depth = 0
  let isInText = false
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found
    if (mark === '\\') marks.lastIndex++
    else if (mark === '"') isInText = !isInText
    else if (!isInText) depth += mark === '{' || mark === '[' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return undefined
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: readableValue(JSON.parse(text)) }
  } catch {
    return undefined
  }
}
