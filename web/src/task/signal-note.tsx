import { useEffect, useRef, type ReactNode } from 'react'
import { useAnnounce } from '../design/announce.tsx'
import { Note } from '../design/note.tsx'
import { useTask } from './task-context.ts'

/** Whether what was done has arrived. Silent while all is well. */
export function SignalNote(): ReactNode {
  const { snapshot, words } = useTask()
  const announce = useAnnounce()
  const waiting = snapshot.entries.filter(({ refusal }) => !refusal).length
  const isUnsaved = snapshot.entries.some((entry) => entry.isUnsaved)
  const hadWaiting = useRef(false)
  useEffect(() => {
    if (!snapshot.hasSignal) announce(words.noSignal)
  }, [snapshot.hasSignal, announce, words])
  useEffect(() => {
    if (hadWaiting.current && waiting === 0) announce(words.allSent)
    hadWaiting.current = waiting > 0
  }, [waiting, announce, words])
  if (snapshot.hasSignal) return null
  const title = waiting > 0 ? `${words.noSignal} · ${words.waitingCount(waiting)}` : words.noSignal
  return (
    <Note tone="warn" icon="noSignal" title={title}>
      <p>{isUnsaved ? words.unsaved : words.noSignalText}</p>
    </Note>
  )
}
