import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Attachment } from '../../../../src/modules/tasks/attachment.schema.ts'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import { shrunk } from '../../offline/shrink.ts'
import { useDesk } from '../shell/console-context.ts'
import { reasonOf, useRefusal } from '../shell/refusal.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { tasksWords } from './words/tasks-words.ts'

interface PhotoUpload {
  /** Also the key of the request: tried again it is still one photo. */
  key: string
  file: File
  itemId: string | undefined
  /** From 0 to 1. */
  share: number
  /** Why it was not sent. */
  failure?: string
}

export interface PhotoUploads {
  all: readonly PhotoUpload[]
  add(files: Iterable<File>, itemId?: string): void
  retry(upload: PhotoUpload): void
  drop(key: string): void
}

/** Photos on their way, one after the other. */
export function usePhotoUploads(taskId: string): PhotoUploads {
  const client = useQueryClient()
  const shell = useWords(shellWords)
  const words = useWords(tasksWords)
  const tell = useRefusal()
  const { id, api, desk } = useDesk()
  const [all, setAll] = useState<readonly PhotoUpload[]>([])
  const line = useRef(Promise.resolve())
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  // They go on behind other pages of the console, but not without it.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: all.some(({ failure }) => failure === undefined) })
  const change = (key: string, changes: Partial<PhotoUpload>): void =>
    setAll((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const drop = (key: string): void => setAll((before) => before.filter((each) => each.key !== key))

  async function send({ key, file, itemId }: PhotoUpload): Promise<void> {
    try {
      const form = new FormData()
      if (itemId !== undefined) form.append('checklistItemId', itemId)
      form.append('file', await shrunk(file), file.name || 'photo.jpg')
      await api.upload<Attachment>(`${desk}/tasks/${taskId}/photos`, form, key, (share) => change(key, { share }))
      await client.invalidateQueries({ queryKey: [id, 'task', taskId] })
      drop(key)
    } catch (error) {
      change(key, { failure: reasonOf(error, shell) })
      // Nobody is there to see it in its place.
      if (!isShown.current) tell(error, { what: `${words.upload.failed}: ${file.name}.` })
    }
  }
  const queue = (upload: PhotoUpload): void => void (line.current = line.current.then(() => send(upload)))
  return {
    all,
    drop,
    add(files, itemId) {
      const added = [...files].map((file) => ({ key: newKey(), file, itemId, share: 0 }))
      setAll((before) => [...before, ...added])
      added.forEach(queue)
    },
    retry(upload) {
      change(upload.key, { failure: undefined, share: 0 })
      queue(upload)
    },
  }
}
