import type { ReactNode } from 'react'
import { Card, Section } from '../design/card.tsx'
import { itemOf } from './photo-answer.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { useTask } from './task-context.ts'

/** Where the rule "a photo is needed" leads to. */
export const PHOTOS_ID = 'photos'

/** Photos of the task as a whole; those that answer an item stand with it. */
export function Photos(): ReactNode {
  const { outlook, canAdd, words } = useTask()
  const photoItems = new Set(outlook.task.checklist.filter(({ kind }) => kind === 'PHOTO').map(({ id }) => id))
  const photos = outlook.photos.filter((photo) => !photoItems.has(itemOf(photo) ?? ''))
  if (!canAdd && photos.length === 0) return null
  return (
    <Section title={words.photos}>
      <Card className="grid gap-4 p-4">
        <div id={PHOTOS_ID} tabIndex={-1} className="grid gap-4 outline-none">
          {photos.length > 0 ? <PhotoGrid photos={photos} /> : <p className="text-label text-soft">{words.noPhotos}</p>}
        </div>
        {canAdd ? <PhotoPicker itemId={null} title={words.photos} /> : null}
      </Card>
    </Section>
  )
}
