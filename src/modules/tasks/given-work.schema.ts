import { Type, type Static } from 'typebox'
import { closed, DateOnly, DateTime, Nullable, optional, Page, Paging, TimeOfDay, Uuid, Words } from '#core/schema.ts'
import { TaskPriority, TaskStatus } from './task.schema.ts'

const text = Nullable(Type.String())

/** A task as its vendor sees it: what a link to it shows, without how to get in. */
export const GivenWork = Type.Object(
  {
    id: Uuid,
    shortId: Type.String(),
    title: Type.String(),
    description: text,
    status: TaskStatus,
    priority: TaskPriority,
    scheduledDate: Nullable(DateOnly),
    scheduledTime: Nullable(TimeOfDay),
    estimatedDurationMinutes: Nullable(Type.Integer()),
    completedAt: Nullable(DateTime),
    property: Nullable(
      Type.Object(
        { name: Type.String(), address: text, city: text, postalCode: text },
        { description: 'Where it is.' },
      ),
    ),
  },
  { $id: 'GivenWork' },
)
export const GivenWorkPage = Page(GivenWork, { $id: 'GivenWorkPage' })
export const GivenWorkPath = closed({ taskId: Uuid })
export const GivenWorkQuery = closed({ ...optional({ q: Words(200) }), ...Paging })

export type GivenWork = Static<typeof GivenWork>
export type GivenWorkQuery = Static<typeof GivenWorkQuery>
