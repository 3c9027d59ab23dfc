import type { ReactNode } from 'react'
import type { Attachment } from '../../../../src/modules/tasks/attachment.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Section } from '../../design/card.tsx'
import { useWords } from '../../language/language.tsx'
import { useConsole } from '../shell/console-context.ts'
import { PhotoButton, UploadList } from './photo-uploads.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'
import { tasksWords } from './words/tasks-words.ts'

interface PhotosProps {
  task: Task
  uploads: PhotoUploads
}

/** The photos of the task. More are dropped on the page, pasted or chosen. */
export function Photos({ task, uploads }: PhotosProps): ReactNode {
  const words = useWords(tasksWords)
  const { base } = useConsole()
  const isOver = useDroppedFiles((files) => uploads.add(files))
  const photos = task.attachments?.filter(({ internalUrl }) => internalUrl !== null) ?? []
  return (
    <Section title={words.photos} aside={<p className="text-soft">{photos.length}</p>}>
      {photos.length === 0 ? null : (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
          {photos.map((photo, index) => {
            const address = hereOf(base, photo)
            const name = photo.caption ?? photo.fileName ?? words.photoNumber(index + 1)
            return (
              <li key={photo.id}>
                <a href={address} target="_blank" rel="noreferrer noopener" className="grid gap-1">
                  <img
                    src={address}
                    alt={name}
                    loading="lazy"
                    className="aspect-4/3 w-full rounded-control border border-line bg-sunken object-cover"
                  />
                  <span className="truncate text-small text-soft">{name}</span>
                </a>
              </li>
            )
          })}
        </ul>
      )}
      <UploadList uploads={uploads} />
      <div
        className={`flex flex-wrap items-center gap-3 rounded-card border-2 border-dashed p-4 ${isOver ? 'border-accent bg-accent-ground text-accent-text' : 'border-line text-soft'}`}
      >
        <PhotoButton label={words.upload.choose} onFiles={(files) => uploads.add(files)} />
        <p className="text-small">{isOver ? words.upload.drop : words.upload.hint}</p>
      </div>
    </Section>
  )
}

/** The address of our copy at the host that this page came from, which is the only one its policy allows. */
function hereOf(base: string, { internalUrl }: Attachment): string {
  return internalUrl?.replace(/^.*?(?=\/api\/v1\/files\/)/, base) ?? ''
}
