import { useEffect, useRef, useState } from 'react'
import { removeText, writeText } from '../../offline/small-storage.ts'
import { useDesk } from '../shell/console-context.ts'
import { beginSending, endSending, firstText, joined, takeOver } from './draft-storage.ts'

export interface KeptText {
  text: string
  /** Ahead of what is drawn. */
  now(): string
  edit(text: string): void
  /** The server has it: the browser need not. */
  saved(): void
  /** It leaves the box; the browser has it until it has arrived. Answers what to send. */
  sent(): string
  arrived(text: string): void
  /** It could not be sent: before what was written since. */
  putBack(text: string): void
}

/**
 * What somebody writes and has not sent. The browser keeps every letter, so that neither a reload nor the end of the
 * session costs a word. Theirs alone: whoever else signs in here has a box of their own.
 */
export function useKeptText(what: string, known = ''): KeptText {
  const { user } = useDesk()
  const place = `console-draft ${user.id} ${what}`
  const [text, setText] = useState(() => firstText(place, known))
  const typed = useRef(text)
  const first = useRef(known)
  useEffect(() => takeOver(place, typed.current, first.current), [place])
  function show(next: string): void {
    typed.current = next
    setText(next)
  }
  function edit(next: string): void {
    show(next)
    writeText(place, next)
  }
  return {
    text,
    now: () => typed.current,
    edit,
    saved: () => removeText(place),
    sent() {
      const sending = typed.current.trim()
      beginSending(place, sending)
      show('')
      return sending
    },
    arrived: (done) => endSending(place, done),
    putBack(back) {
      endSending(place, back)
      edit(joined([back, typed.current]))
    },
  }
}
