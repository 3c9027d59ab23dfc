import { useCallback } from 'react'
import { useWords } from '../../language/language.tsx'
import { useNotices } from './notice-list.tsx'
import { Problem, SignedOut } from './problem.ts'
import type { ShellWords } from './words/en.ts'
import { shellWords } from './words/shell-words.ts'

interface Telling {
  /** What was refused, before the reason. */
  what?: string
  /** Of the sheet that it was sent from. */
  foot?: HTMLElement | undefined
}

/** Says in a notice why something was refused; answers which notice it is. */
export function useRefusal(): (error: unknown, telling?: Telling) => number {
  const notices = useNotices()
  const words = useWords(shellWords)
  return useCallback(
    (error, { what, foot } = {}) => {
      const reason = reasonOf(error, words)
      const text = what === undefined ? reason : `${what} ${reason}`
      return notices.say({ tone: 'danger', text, foot, isOfSession: error instanceof SignedOut })
    },
    [notices, words],
  )
}

/** As a person reads it. */
export function reasonOf(error: unknown, words: Pick<ShellWords, 'unreachable' | 'signedOut'>): string {
  if (!(error instanceof Problem)) return words.unreachable
  if (error instanceof SignedOut) return words.signedOut
  const faults = error.faults.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`))
  // The sentence may name the field as the server does, with a slash before it.
  const sentence = error.message.replace(/^\//, '')
  return [sentence, ...faults.filter((fault) => !fault.endsWith(sentence) && !sentence.endsWith(fault))].join(' ')
}
