import { Type, type Static } from 'typebox'
import { closed, Nullable, optional, readBy, Uuid } from '#core/schema.ts'

/** What comes with the file of a photo. */
export const PhotoForm = closed(
  optional({
    caption: readBy(['technician'], Nullable(Type.String({ maxLength: 2000 }))),
    checklistItemId: readBy(['technician'], Nullable(Uuid)),
  }),
  { $id: 'PhotoForm' },
)
export type PhotoForm = Static<typeof PhotoForm>
