import { useId, useState, type ChangeEvent, type ReactNode } from 'react'
import { useAnnounce } from '../design/announce.tsx'
import { buttonClass, type ButtonLook } from '../design/button.tsx'
import { Icon, type IconName } from '../design/icon.tsx'
import { StateLine } from '../design/note.tsx'
import { shrunk } from '../offline/shrink.ts'
import { useTask } from './task-context.ts'

/** The camera, or what is on the phone already. */
export function PhotoPicker({ itemId, title }: { itemId: string | null; title: string }): ReactNode {
  const { session, words } = useTask()
  const announce = useAnnounce()
  const [preparing, setPreparing] = useState(0)

  async function take({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const files = [...(target.files ?? [])]
    // The same photo chosen again is a change again.
    target.value = ''
    if (files.length === 0) return
    setPreparing((count) => count + files.length)
    announce(words.preparing)
    for (const file of files) {
      await session.act({ kind: 'photo', file: await shrunk(file), fileName: file.name || 'photo.jpg', itemId })
      setPreparing((count) => count - 1)
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <FileButton look="tinted" icon="camera" words={words.takePhoto} title={title} hasCamera onChange={take} />
        <FileButton look="secondary" icon="image" words={words.choosePhotos} title={title} onChange={take} />
      </div>
      {preparing > 0 ? (
        <StateLine tone="info" icon="spinner">
          {words.preparing}
        </StateLine>
      ) : null}
    </div>
  )
}

interface FileButtonProps {
  look: ButtonLook['look']
  icon: IconName
  words: string
  title: string
  hasCamera?: boolean
  onChange(event: ChangeEvent<HTMLInputElement>): Promise<void>
}

function FileButton({ look, icon, words, title, hasCamera = false, onChange }: FileButtonProps): ReactNode {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={`${buttonClass({ look })} relative flex-1 px-3 whitespace-nowrap has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
    >
      <Icon name={icon} className="size-5" />
      {words}
      <input
        id={id}
        type="file"
        accept="image/*"
        aria-label={`${words}: ${title}`}
        className="absolute inset-0 size-full cursor-[inherit] opacity-0 file:hidden"
        {...(hasCamera ? { capture: 'environment' } : { multiple: true })}
        onChange={(event) => void onChange(event)}
      />
    </label>
  )
}
