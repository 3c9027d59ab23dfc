import { Type, type Static } from 'typebox'
import { closed, Nullable, optional, Uuid } from '#core/schema.ts'

/** What comes with the file of a photo. */
export const PhotoForm = closed(
  optional({ caption: Nullable(Type.String({ maxLength: 2000 })), checklistItemId: Nullable(Uuid) }),
  { $id: 'PhotoForm' },
)
export type PhotoForm = Static<typeof PhotoForm>
