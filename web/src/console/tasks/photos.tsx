import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Section } from '../../design/card.tsx'
import { useWords } from '../../language/language.tsx'
import { PhotoTile } from './photo-tile.tsx'
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
  const isOver = useDroppedFiles((files) => uploads.add(files))
  const photos = task.attachments?.filter(({ internalUrl }) => internalUrl !== null) ?? []
  return (
    <Section title={words.photos} aside={<p className="text-soft">{photos.length}</p>}>
      {photos.length === 0 ? null : (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.id}
              taskId={task.id}
              photo={photo}
              name={photo.caption ?? photo.fileName ?? words.photoNumber(index + 1)}
            />
          ))}
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
