import { useEffect, useRef, useState } from 'react'
import { readText, removeText } from '../../offline/small-storage.ts'
import { useDesk } from '../shell/console-context.ts'
import { isPassing } from '../shell/problem.ts'
import { beginSending, bringBack, endSending, firstText, takeOver, written, type Sent } from './draft-storage.ts'

export interface KeptText {
  text: string
  /** Ahead of what is drawn. */
  now(): string
  edit(text: string): void
  /** The server has it: the browser need not. */
  saved(): void
  /** It leaves the box; the browser has it until it has arrived. Answers what to send. */
  sent(about?: string): Sent
  arrived(sent: Sent): void
  /** It could not be sent: before what was written since. */
  putBack(sent: Sent, error: unknown): void
}

/** The boxes on the screen: what comes back late comes into the one that is there now. */
const boxes = new Map<string, Pick<KeptText, 'now'> & { show(text: string): void }>()

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
  useEffect(() => {
    const box = {
      now: () => typed.current,
      show(next: string) {
        typed.current = next
        setText(next)
      },
    }
    boxes.set(place, box)
    return () => {
      if (boxes.get(place) === box) boxes.delete(place)
    }
  }, [place])
  function show(next: string): void {
    typed.current = next
    setText(next)
  }
  return {
    text,
    now: () => typed.current,
    edit(next) {
      show(next)
      written(place, next)
    },
    saved: () => removeText(place),
    sent(about) {
      const sent = beginSending(place, typed.current.trim(), about)
      show('')
      return sent
    },
    arrived: (sent) => endSending(place, sent),
    putBack(sent, error) {
      const box = boxes.get(place)
      const now = box?.now() ?? readText(place) ?? ''
      const next = bringBack(place, now, sent, isPassing(error))
      box?.show(next)
    },
  }
}
