import { Type, type Static } from 'typebox'
import { closed, CustomFields, DateTime, Nullable, oneOf, Page, Paging, Uuid } from '#core/schema.ts'

export const Activity = Type.Object(
  {
    id: Uuid,
    action: Type.String({ examples: ['task.updated'] }),
    actor: Type.Object({
      kind: oneOf(['user', 'key', 'link', 'system']),
      id: Nullable(Uuid),
      name: Nullable(Type.String()),
    }),
    details: CustomFields,
    createdAt: DateTime,
  },
  { $id: 'Activity' },
)
export const ActivityPage = Page(Activity, { $id: 'ActivityPage' })
export const ActivityQuery = closed(Paging)

export type Activity = Static<typeof Activity>
export type ActivityQuery = Static<typeof ActivityQuery>

/** What became of a side effect of a change to a task, as its history shows it. */
export interface Effect {
  effect: string
  /** The event that it followed. */
  event: string
  outcome: 'done' | 'skipped' | 'retrying' | 'failed'
  error?: string
  [detail: string]: unknown
}
