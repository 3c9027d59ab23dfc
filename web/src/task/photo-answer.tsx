import type { ReactNode } from 'react'
import type { AnswerProps } from './checklist-item.tsx'
import { isPending } from './outlook.ts'
import { PhotoGrid, type ShownPhoto } from './photo-grid.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { useTask } from './task-context.ts'

export const itemOf = (photo: ShownPhoto): string | null =>
  isPending<'photo'>(photo) ? photo.action.itemId : photo.checklistItemId

/** Answered by a photo, taken on the spot. */
export function PhotoAnswer({ item, disabled }: AnswerProps): ReactNode {
  const { outlook } = useTask()
  return (
    <>
      <PhotoGrid photos={outlook.photos.filter((photo) => itemOf(photo) === item.id)} />
      {disabled ? null : <PhotoPicker itemId={item.id} title={item.title} />}
    </>
  )
}
