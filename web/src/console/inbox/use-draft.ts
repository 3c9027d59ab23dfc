import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Thread } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Draft } from '../../../../src/modules/conversations/draft.schema.ts'
import type { Sent } from '../parts/draft-storage.ts'
import { useKeptText } from '../parts/use-kept-text.ts'
import { useDesk } from '../shell/console-context.ts'
import { isDraftOf, withDraft } from './conversation-face.ts'

const PAUSE_MILLIS = 700

type DraftState = 'idle' | 'saving' | 'kept' | 'failed'

export interface DraftBox {
  text: string
  state: DraftState
  edit(text: string): void
  /** It is being sent, which drops it. */
  sent(about?: string): Sent & { /** When nothing of it is on its way to be kept any more. */ ready: Promise<void> }
  arrived(sent: Sent): void
  /** It could not be sent: before what was written since. */
  putBack(sent: Sent, error: unknown): void
}

/**
 * What is being written. The browser keeps every letter until the server has it, so that neither a reload nor a lost
 * connection costs a word.
 */
export function useDraft(conversationId: string, drafts: readonly Draft[]): DraftBox {
  const { api, desk, user } = useDesk()
  const remember = useRemembering(conversationId)
  const saved = drafts.find((each) => isDraftOf(each, user.id))
  const box = useKeptText(conversationId, saved?.text)
  const [state, setState] = useState<DraftState>(saved ? 'kept' : 'idle')
  const work = useRef({ kept: saved?.text ?? '', draftId: saved?.id, line: Promise.resolve() })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function save(): Promise<void> {
    const mine = work.current
    const { kept, draftId } = mine
    const now = box.now()
    if (now === kept) return
    setState('saving')
    try {
      const path = `${desk}/conversations/${conversationId}`
      if (now.trim() !== '') {
        const draft = await api.send<Draft>(`${path}/draft`, { method: 'PUT', body: { text: now } })
        // Sent meanwhile.
        if (work.current !== mine) return
        mine.draftId = draft.id
        remember(draft)
      } else if (draftId !== undefined) {
        await api.send(`${path}/drafts/${draftId}`, { method: 'DELETE' }).catch(() => {})
        mine.draftId = undefined
        remember(undefined)
      }
      mine.kept = now
      if (box.now() !== now) return
      box.saved()
      setState(now.trim() === '' ? 'idle' : 'kept')
    } catch {
      if (work.current === mine) setState('failed')
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

  function saveSoon(): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => inLine.current(), PAUSE_MILLIS)
  }
  function edit(next: string): void {
    box.edit(next)
    saveSoon()
  }
  return {
    text: box.text,
    state,
    edit,
    sent(about) {
      clearTimeout(timer.current)
      const sent = box.sent(about)
      setState('idle')
      work.current = { ...work.current, kept: '', draftId: undefined }
      remember(undefined)
      return { ...sent, ready: work.current.line }
    },
    arrived: box.arrived,
    putBack(sent, error) {
      box.putBack(sent, error)
      saveSoon()
    },
  }
}

/** Whoever comes back to the conversation sees what is kept, not what was when it was loaded. */
function useRemembering(conversationId: string): (draft: Draft | undefined) => void {
  const client = useQueryClient()
  const { id, user } = useDesk()
  const queryKey = [id, 'conversation', conversationId, 'thread']
  return (draft) =>
    void client.setQueriesData<InfiniteData<Thread>>({ queryKey }, (data) => withDraft(data, user.id, draft))
}
