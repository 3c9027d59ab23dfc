import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../src/modules/conversations/draft.schema.ts'
import { readText, removeText, writeText } from '../../offline/small-storage.ts'
import { useDesk } from '../shell/console-context.ts'

const PAUSE_MILLIS = 700

type DraftState = 'idle' | 'saving' | 'kept' | 'failed'

export interface DraftBox {
  text: string
  state: DraftState
  edit(text: string): void
  /** It is being sent, which drops it. Answers when nothing of it is on its way to be kept any more. */
  sent(): Promise<void>
}

/**
 * What is being written. The browser keeps every letter until the server has it, so that neither a reload nor a lost
 * connection costs a word.
 */
export function useDraft(conversationId: string, saved: Draft | undefined): DraftBox {
  const { api, desk, user } = useDesk()
  const place = `console-draft ${user.id} ${conversationId}`
  const [text, setText] = useState(() => readText(place) ?? saved?.text ?? '')
  const [state, setState] = useState<DraftState>(saved ? 'kept' : 'idle')
  const work = useRef({ text, kept: saved?.text ?? '', draftId: saved?.id, line: Promise.resolve() })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function save(): Promise<void> {
    const { text: now, kept, draftId } = work.current
    if (now === kept) return
    setState('saving')
    try {
      const path = `${desk}/conversations/${conversationId}`
      if (now.trim() !== '') {
        const { id } = await api.send<Draft>(`${path}/draft`, { method: 'PUT', body: { text: now } })
        work.current.draftId = id
      } else if (draftId !== undefined) {
        await api.send(`${path}/drafts/${draftId}`, { method: 'DELETE' }).catch(() => {})
        work.current.draftId = undefined
      }
      work.current.kept = now
      if (work.current.text !== now) return
      removeText(place)
      setState(now.trim() === '' ? 'idle' : 'kept')
    } catch {
      setState('failed')
    }
  }
  /** One after the other: the last that is written is the last that is kept. */
  const inLine = useRef(() => {})
  useEffect(() => {
    inLine.current = () => {
      clearTimeout(timer.current)
      work.current.line = work.current.line.then(save)
    }
  })
  useEffect(() => {
    const now = (): void => inLine.current()
    // What an earlier visit could not send.
    now()
    window.addEventListener('online', now)
    return () => {
      window.removeEventListener('online', now)
      now()
    }
  }, [])

  return {
    text,
    state,
    edit(next) {
      setText(next)
      work.current.text = next
      writeText(place, next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => inLine.current(), PAUSE_MILLIS)
    },
    sent() {
      clearTimeout(timer.current)
      setText('')
      setState('idle')
      work.current = { ...work.current, text: '', kept: '', draftId: undefined }
      removeText(place)
      return work.current.line
    },
  }
}
