import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { CalendarPage, CalendarQuery } from './calendar.schema.ts'
import { listCalendar, range_inapplicable } from './calendar.service.ts'

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
  errors: [range_inapplicable],
  run: (ctx, query) => listCalendar(ctx, query),
})
