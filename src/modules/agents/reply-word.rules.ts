import type { Interaction, ResolveRequest } from './interaction.schema.ts'

type Question = Pick<Interaction, 'kind' | 'options'>

/** Without the letters that are taken for others. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const WORD_LETTERS = 8

/** Forty bits, in two halves that can be typed on a phone. */
export function wordOf(bytes: Uint8Array): string {
  const bits = [...bytes.subarray(0, 5)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = Array.from({ length: WORD_LETTERS }, (_, index) =>
    LETTERS.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)),
  )
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

const FIRST = /^\s*([0-9a-z]{4})-?([0-9a-z]{4})\b[\s:,.-]*([^\n]*)/i

/**
 * The word that a message begins with, and what is said behind it. Only there: what stands further down may be our own
 * question, as many programs put it under an answer.
 */
export function wordIn(text: string): { word: string; said: string } | undefined {
  const [, left = '', right = '', said = ''] = FIRST.exec(text) ?? []
  const typed = `${left}-${right}`.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return left === '' ? undefined : { word: typed, said: said.trim() }
}

/** How a question is answered in words, where there is nothing to press; undefined where words are not enough. */
export function instructionOf({ kind, options }: Question, word: string): string | undefined {
  const lead = 'To decide, answer with one of these as your first line:'
  if (kind === 'tool_approval') return `${lead}\n${word} approve\n${word} decline`
  if (kind === 'choice') return [lead, ...options.map(({ id, label }) => `${word} ${id} (${label})`)].join('\n')
  if (kind === 'question') return `To answer, write behind this word in your first line:\n${word}`
  return undefined
}

/** What was decided; undefined when that cannot be told from it. */
export function decisionIn({ kind, options }: Question, said: string): ResolveRequest | undefined {
  if (kind === 'question') return said === '' ? undefined : { decision: 'respond', payload: { answer: said } }
  const first = /^[\p{L}\d]+/u.exec(said)?.[0].toLowerCase() ?? ''
  if (kind === 'choice') {
    const chosen = options.find(({ id }) => id === first)
    return chosen && { decision: 'respond', payload: { option: chosen.id } }
  }
  if (kind !== 'tool_approval') return undefined
  if (first === 'approve' || first === 'approved' || first === 'yes') return { decision: 'approve' }
  return first === 'decline' || first === 'declined' || first === 'no' ? { decision: 'reject' } : undefined
}
