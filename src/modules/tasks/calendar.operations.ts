import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { failures } from '#modules/workforce/availability.service.ts'
import { CalendarPage, CalendarQuery } from './calendar.schema.ts'
import { listCalendar } from './calendar.service.ts'

export const getCalendar = operation({
  id: 'getCalendar',
  summary: 'Read who stays at each property and what is done there, day by day',
  description: 'Properties by name.',
  tag: 'Properties',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/calendar' },
  params: WorkspacePath,
  query: CalendarQuery,
  reply: CalendarPage,
  errors: [failures.range_inapplicable],
  run: (ctx, query) => listCalendar(ctx, query),
})
