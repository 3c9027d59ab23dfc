import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { openSheets } from '../../design/open-sheets.ts'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import { joinLine, type Place } from './lines.ts'
import { useNotices } from './notice-list.tsx'
import { isPassing, Problem } from './problem.ts'
import { useRefusal } from './refusal.ts'
import { formInUse, labelIn, leadToField } from './refused-field.ts'
import { shellWords } from './words/shell-words.ts'

const TRIES_MAX = 5

export interface ChangeOptions<Input, Result> {
  /**
   * Changes of one line are sent one after the other, whichever page they come from: a try that is late cannot undo what
   * came after it, and two of mine that overtake each other would look like two people.
   */
  line?(input: Input): string
  /** Shows the change before the server has heard of it; answers how to take that back. */
  show?(input: Input): (() => void) | undefined
  /** The key is the same for every try. */
  send(input: Input, key: string): Promise<Result>
  onDone?(result: Result, input: Input): void
  /** What to say when it is done; nothing when the page shows it anyway. */
  said?(result: Result, input: Input): string | undefined
  /** The way back, where there is one. */
  undo?(result: Result, input: Input): (() => void) | undefined
  /** It did not arrive, for whatever reason: what was written goes back to where it can be sent from again. */
  onFailed?(input: Input, error: unknown): void
  /** For refusals that the page shows itself; true when it did. */
  onRefused?(problem: Problem, input: Input): boolean
}

/** Where each change stands, for all of its tries. */
const places = new WeakMap<object, Place>()

/** A change: seen at once, sent until it arrives, taken back with the reason when it is refused. */
export function useChange<Input, Result>(options: ChangeOptions<Input, Result>) {
  const notices = useNotices()
  const words = useWords(shellWords)
  const tell = useRefusal()
  const refusal = useRef<number>(undefined)
  return useMutation({
    async mutationFn(sent: { input: Input; key: string }) {
      await places.get(sent)?.turn
      return options.send(sent.input, sent.key)
    },
    // The key makes a second try harmless.
    retry: (count, error) => count < TRIES_MAX && isPassing(error),
    onMutate(sent) {
      const { input } = sent
      if (options.line) places.set(sent, joinLine(options.line(input)))
      // Whoever sends the form again has read it.
      if (refusal.current !== undefined) notices.drop(refusal.current)
      return { form: formInUse(), takeBack: options.show?.(input), sheet: openSheets.top() }
    },
    onError(error, { input }, begun) {
      begun?.takeBack?.()
      options.onFailed?.(input, error)
      if (error instanceof Problem && options.onRefused?.(error, input)) return
      // In the sheet that it was sent from, while that is open: the page is behind it.
      const foot = openSheets.feet().find((each) => each === begun?.sheet)
      const id = tell(error, { what: words.notChanged, foot, labelOf: labelIn(begun?.form) })
      leadToField(begun?.form, error)
      if (foot) refusal.current = id
    },
    onSuccess(result, { input }) {
      options.onDone?.(result, input)
      const text = options.said?.(result, input)
      if (text !== undefined) {
        const undo = options.undo?.(result, input)
        notices.say({ tone: 'plain', text, ...(undo ? { undo } : {}) })
      }
    },
    onSettled: (_result, _error, sent) => places.get(sent)?.leave(),
  })
}

export function change<Input>(input: Input, key = newKey()): { input: Input; key: string } {
  return { input, key }
}
