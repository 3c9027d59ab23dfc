import { Type, type Static } from 'typebox'
import {
  closed,
  DateOnly,
  DateTime,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  Uuid,
  WorkspaceId,
  LASTS_OVER,
} from '#core/schema.ts'
import { ClockTime } from './work-profile.schema.ts'

const time = (description: string) => Nullable(ClockTime, { description })

const writable = {
  kind: oneOf(['DAY_OFF', 'EXTRA_SHIFT'], {
    description: 'DAY_OFF: no usual shift begins on these days. EXTRA_SHIFT: one more on each of them.',
  }),
  firstDate: DateOnly,
  lastDate: Type.String({ ...DateOnly, description: 'The same day unless sent.' }),
  startsAt: time('Of an extra shift.'),
  endsAt: time('Of an extra shift. Not after startsAt: on the next day.'),
  reason: Nullable(Line(500), { examples: ['Holiday'] }),
}
const fixed = { id: Uuid, createdAt: DateTime, updatedAt: DateTime }

/** Days on which a member works otherwise than usual; the address says who. */
export const WorkException = Type.Object({ ...fixed, ...writable }, { $id: 'WorkException' })
export const WorkExceptionPage = Page(WorkException, { $id: 'WorkExceptionPage' })
export const WorkExceptionQuery = closed({
  from: Type.Optional(
    Type.String({ ...DateOnly, [LASTS_OVER]: true, description: 'Those that last to this day or beyond.' }),
  ),
  to: Type.Optional(Type.String({ ...DateOnly, description: 'Those that have begun by this day.' })),
  ...Paging,
})
export const WorkExceptionsPath = closed({ workspaceId: WorkspaceId, membershipId: Uuid })
export const WorkExceptionPath = closed({ workspaceId: WorkspaceId, membershipId: Uuid, exceptionId: Uuid })
export const WorkExceptionCreate = closed(
  { ...optional(writable), kind: writable.kind, firstDate: writable.firstDate },
  {
    $id: 'WorkExceptionCreate',
    examples: [{ kind: 'DAY_OFF', firstDate: '2026-12-24', lastDate: '2026-12-26', reason: 'Holiday' }],
  },
)
export const WorkExceptionUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'WorkExceptionUpdate',
  examples: [{ lastDate: '2026-12-27' }],
})

export const WORK_EXCEPTION_FIXED = fixed
export const WORK_EXCEPTION_FIELDS = Object.keys(WorkException.properties)

export type WorkException = Static<typeof WorkException>
export type WorkExceptionCreate = Static<typeof WorkExceptionCreate>
export type WorkExceptionUpdate = Static<typeof WorkExceptionUpdate>
export type WorkExceptionQuery = Static<typeof WorkExceptionQuery>
