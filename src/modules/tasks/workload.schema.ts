import { Type, type Static } from 'typebox'
import { closed, DateOnly, Nullable, Page, Paging, Uuid } from '#core/schema.ts'
import { Person, PersonQuery } from '#modules/workforce/person.schema.ts'

const WorkloadDay = Type.Object({
  date: DateOnly,
  tasks: Type.Integer({ description: 'Scheduled on this day and not rejected or a draft, closed ones included.' }),
  openTasks: Type.Integer(),
  estimatedMinutes: Type.Integer({ description: 'Of the tasks that have an estimate.' }),
  tasksWithoutEstimate: Type.Integer(),
  availableMinutes: Nullable(Type.Integer(), {
    description: 'From shifts, days off and extra shifts; null for vendors and where nobody has said.',
  }),
})

/** What somebody has to do, against the time they have. */
export const Workload = Type.Object(
  { ...Type.Pick(Person, ['id', 'kind', 'name', 'membershipId']).properties, days: Type.Array(WorkloadDay) },
  { $id: 'Workload' },
)
export const WorkloadPage = Page(Workload, { $id: 'WorkloadPage' })
export const WorkloadQuery = closed({
  from: DateOnly,
  to: Type.String({ ...DateOnly, description: 'At most 31 days in all.' }),
  departmentId: Type.Optional(
    Type.String({
      ...Uuid,
      description: 'Those who work in it or are on a task of it in these days. All their tasks count.',
    }),
  ),
  ...Type.Pick(PersonQuery, ['id', 'kind', 'q']).properties,
  ...Paging,
})

export type Workload = Static<typeof Workload>
export type WorkloadDay = Static<typeof WorkloadDay>
export type WorkloadQuery = Static<typeof WorkloadQuery>
