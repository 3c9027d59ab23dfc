import type { WorkspaceCtx } from '#core/context.ts'
import type { Listed } from '#core/paging.ts'
import { listProperties } from '#modules/properties/property.service.ts'
import { assertRange, failures as availabilityFailures } from '#modules/workforce/availability.service.ts'
import { calendarOf } from './calendar.queries.ts'
import type { CalendarHome, CalendarQuery } from './calendar.schema.ts'

const DAYS_MAX = 62

export const { range_inapplicable } = availabilityFailures

/** A page of properties by name, each with its stays and its work in these days. */
export async function listCalendar(ctx: WorkspaceCtx, query: CalendarQuery): Promise<Listed<CalendarHome>> {
  const { from, to, ...homes } = query
  assertRange({ from, to }, DAYS_MAX)
  const { items, pagination } = await listProperties(ctx, { sort: 'name', ...homes })
  const calendar = await calendarOf(
    ctx,
    items.map(({ id }) => id),
    { from, to },
  )
  const stays = Map.groupBy(calendar.stays, ({ propertyId }) => propertyId)
  const work = Map.groupBy(calendar.work, ({ propertyId }) => propertyId)
  return {
    items: items.map((home) => ({ ...home, stays: stays.get(home.id) ?? [], work: work.get(home.id) ?? [] })),
    pagination,
  }
}
