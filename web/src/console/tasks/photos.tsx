import type { ReactNode } from 'react'
import type { Attachment } from '../../../../src/modules/tasks/attachment.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Section } from '../../design/card.tsx'
import { useWords } from '../../language/language.tsx'
import { useConsole } from '../shell/console-context.ts'
import { tasksWords } from './words/tasks-words.ts'

/** Photos that were sent from the field or by other systems. */
export function Photos({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const { base } = useConsole()
  const photos = task.attachments?.filter(({ internalUrl }) => internalUrl !== null) ?? []
  if (photos.length === 0) return null
  return (
    <Section title={words.photos} aside={<p className="text-soft">{photos.length}</p>}>
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
    </Section>
  )
}

/** The address of our copy at the host that this page came from, which is the only one its policy allows. */
function hereOf(base: string, { internalUrl }: Attachment): string {
  return internalUrl?.replace(/^.*?(?=\/api\/v1\/files\/)/, base) ?? ''
}
