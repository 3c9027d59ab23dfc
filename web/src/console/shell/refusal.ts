import { useCallback } from 'react'
import { useWords } from '../../language/language.tsx'
import { useNotices } from './notice-list.tsx'
import { Problem, SignedOut, type Fault } from './problem.ts'
import type { ShellWords } from './words/en.ts'
import { shellWords } from './words/shell-words.ts'

interface Telling {
  /** What was refused, before the reason. */
  what?: string
  /** Of the sheet that it was sent from. */
  foot?: HTMLElement | undefined
  /** What people call a field of the form that it was sent from. */
  labelOf?: ((field: string) => string | undefined) | undefined
}

/** Says in a notice why something was refused; answers which notice it is. */
export function useRefusal(): (error: unknown, telling?: Telling) => number {
  const notices = useNotices()
  const words = useWords(shellWords)
  return useCallback(
    (error, { what, foot, labelOf } = {}) => {
      const reason = reasonOf(error, words, labelOf)
      const text = what === undefined ? reason : `${what} ${reason}`
      return notices.say({ tone: 'danger', text, foot, isOfSession: error instanceof SignedOut })
    },
    [notices, words],
  )
}

type ReasonWords = Pick<ShellWords, 'unreachable' | 'signedOut' | 'serverFailed' | 'faults'>

/** As a person reads it; `labelOf` is what they call a field. */
export function reasonOf(error: unknown, words: ReasonWords, labelOf?: Telling['labelOf']): string {
  if (!(error instanceof Problem)) return words.unreachable
  if (error instanceof SignedOut) return words.signedOut
  if (error.status === 500) return words.serverFailed
  const own = error.faults.map((fault) => faultText(fault, words))
  const faults = error.faults.map(({ field, message }, index) => {
    const text = own[index] ?? message
    return field === '' ? text : `${labelOf?.(field) ?? field}: ${text}`
  })
  // All of it can be said in the language of whoever reads it: the server's sentence says the same.
  if (own.length > 0 && !own.includes(undefined)) return faults.join(' ')
  // The sentence may name the field as the server does, with a slash before it.
  const sentence = error.message.replace(/^\//, '')
  const isSaid = ({ field, message }: Fault): boolean =>
    [message, `${field}: ${message}`].some((fault) => fault.endsWith(sentence) || sentence.endsWith(fault))
  const isNamed = error.faults.some(({ field }) => labelOf?.(field) !== undefined)
  // By the name that people know, where there is one.
  if (isNamed && error.faults.length === 1 && error.faults.every(isSaid)) return faults.join(' ')
  return [sentence, ...faults.filter((_, index) => !isSaid(error.faults[index] as Fault))].join(' ')
}

/** The usual ones in the reader's own language; the limit stands only in the server's sentence. */
function faultText({ code, message }: Fault, { faults }: Pick<ShellWords, 'faults'>): string | undefined {
  const limit = /-?\d+(?:\.\d+)?/.exec(message)?.[0]
  if (code === 'required' || code === 'blank') return faults.required
  if (code === 'wrong_format' || code === 'wrong_type') return faults.wrongFormat
  if (code === 'unknown_value') return faults.unknownValue
  if (limit === undefined) return undefined
  if (code === 'too_long') return faults.tooLong(limit)
  if (code === 'too_short') return faults.tooShort(limit)
  if (code !== 'out_of_range') return undefined
  if (message.includes('at least')) return faults.atLeast(limit)
  if (message.includes('at most')) return faults.atMost(limit)
  return message.includes('more than') ? faults.moreThan(limit) : faults.lessThan(limit)
}
