import { MARKS, type SearchMethod } from './search.schema.ts'

/** How much the first places weigh against the later ones; 60 is what the method's authors found to work. */
const RANK_DAMPING = 60

/** A word that was perhaps meant says less than one that was typed: alone it comes after every other hit. */
const TRUST: Record<SearchMethod, number> = { fulltext: 1, meaning: 1, typo: 0.5 }

/** The words of a text in small letters. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

export interface Ranked {
  method: SearchMethod
  /** Keys of passages, the best first. */
  keys: readonly string[]
}

/** Reciprocal rank fusion: places in lists can be added up, unlike scores of different kinds. */
export function fused(lists: readonly Ranked[]): { key: string; score: number; methods: SearchMethod[] }[] {
  const hits = new Map<string, { key: string; score: number; methods: SearchMethod[] }>()
  for (const { method, keys } of lists) {
    for (const [index, key] of keys.entries()) {
      const hit = hits.get(key) ?? { key, score: 0, methods: [] }
      hit.score += TRUST[method] / (RANK_DAMPING + index + 1)
      hit.methods.push(method)
      hits.set(key, hit)
    }
  }
  return [...hits.values()].toSorted((left, right) => right.score - left.score || (left.key < right.key ? -1 : 1))
}

/** The snippet as a reader sees it, and where the words found are. */
export function markedSnippet(headline: string): { snippet: string; marks: { from: number; to: number }[] } {
  const marks: { from: number; to: number }[] = []
  let snippet = ''
  for (const [index, part] of headline.split(MARKS.start).entries()) {
    const [found = '', ...rest] = index === 0 ? ['', part] : part.split(MARKS.end)
    if (found !== '') marks.push({ from: snippet.length, to: snippet.length + found.length })
    snippet += found + rest.join('')
  }
  return { snippet, marks }
}

/** Passages by how near their meaning is to the question's; those that have little to do with it are left out. */
export function nearest(
  question: Float32Array,
  passages: readonly { key: string; embedding: Int8Array }[],
  { similarityMin, limit }: { similarityMin: number; limit: number },
): string[] {
  const scored = passages.map(({ key, embedding }) => ({ key, similarity: similarityOf(question, embedding) }))
  return scored
    .filter(({ similarity }) => similarity >= similarityMin)
    .toSorted((left, right) => right.similarity - left.similarity)
    .slice(0, limit)
    .map(({ key }) => key)
}

/** The cosine. The question has length 1. */
function similarityOf(question: Float32Array, embedding: Int8Array): number {
  let product = 0
  let square = 0
  for (let index = 0; index < embedding.length; index++) {
    const value = embedding[index] ?? 0
    product += (question[index] ?? 0) * value
    square += value * value
  }
  return square === 0 ? 0 : product / Math.sqrt(square)
}

/** A direction in signed bytes: a quarter of the room, and the order of passages is the same but for near ties. */
export function packed(vector: Float32Array): Buffer {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const bytes = Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * 127)))
  return Buffer.from(bytes.buffer)
}
