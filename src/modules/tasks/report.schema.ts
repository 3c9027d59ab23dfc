import { Type, type Static } from 'typebox'
import { closed, Line, optional, Uuid, Words } from '#core/schema.ts'
import { TaskPriority } from './task.schema.ts'

/** A problem that somebody outside the company reports. */
export const Report = closed(
  {
    title: Line(200, { description: 'What is wrong, in a few words.' }),
    ...optional({
      description: Words(5000),
      priority: TaskPriority,
      propertyName: Line(200, { description: 'The home, as they call it.' }),
    }),
  },
  { $id: 'Report' },
)
export const Reported = Type.Object({ id: Uuid, shortId: Type.String(), title: Type.String() }, { $id: 'Reported' })

export type Report = Static<typeof Report>
