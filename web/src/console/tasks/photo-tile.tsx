import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Attachment } from '../../../../src/modules/tasks/attachment.schema.ts'
import { Button } from '../../design/button.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useConsole, useDesk, useRole } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { showTask } from './task-changes.ts'
import { tasksWords } from './words/tasks-words.ts'

interface PhotoTileProps {
  taskId: string
  photo: Attachment
  name: string
}

/** A photo small; the whole one is a press away. Who answers for the work can delete it. */
export function PhotoTile({ taskId, photo, name }: PhotoTileProps): ReactNode {
  const words = useWords(tasksWords)
  const { base } = useConsole()
  const { may } = useRole()
  const [isAsking, setAsking] = useState(false)
  const address = hereOf(base, photo)
  return (
    <li className="grid content-start">
      <a href={address} target="_blank" rel="noreferrer noopener">
        <img
          src={address}
          alt={name}
          loading="lazy"
          className="aspect-4/3 w-full rounded-control border border-line bg-sunken object-cover"
        />
      </a>
      <div className="flex min-h-8 items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-small text-soft">{name}</span>
        {may('manager') ? (
          <IconButton icon="trash" label={words.dropPhoto(name)} isSoft onClick={() => setAsking(true)} />
        ) : null}
      </div>
      {isAsking ? <DropSheet taskId={taskId} photo={photo} onClose={() => setAsking(false)} /> : null}
    </li>
  )
}

/** There is no way back, so it is asked. */
function DropSheet({ taskId, photo, onClose }: Omit<PhotoTileProps, 'name'> & { onClose(): void }): ReactNode {
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const drop = useChange<Attachment, unknown>({
    show(gone) {
      showTask(client, id, taskId, ({ attachments = [] }) => ({
        attachments: attachments.filter((each) => each.id !== gone.id),
      }))
      return () =>
        showTask(client, id, taskId, ({ attachments = [] }) => ({
          attachments: [...attachments, gone].toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)),
        }))
    },
    send: (gone, key) => api.send(`${desk}/tasks/${taskId}/attachments/${gone.id}`, { method: 'DELETE', key }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'task', taskId] }),
  })
  return (
    <Sheet title={words.dropPhotoTitle} isOpen onClose={onClose}>
      <p>{words.dropPhotoText}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="danger"
          onClick={() => {
            onClose()
            drop.mutate(change(photo))
          }}
        >
          {words.dropPhotoYes}
        </Button>
        <Button onClick={onClose}>{shell.cancel}</Button>
      </div>
    </Sheet>
  )
}

/** The address of our copy at the host that this page came from, which is the only one its policy allows. */
function hereOf(base: string, { internalUrl }: Attachment): string {
  return internalUrl?.replace(/^.*?(?=\/api\/v1\/files\/)/, base) ?? ''
}
