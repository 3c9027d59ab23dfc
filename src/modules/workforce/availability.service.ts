import type { WorkspaceCtx } from '#core/context.ts'
import { DAY_MILLIS } from '#core/days.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { failures as memberFailures } from '#modules/identity/member.service.ts'
import type { Availability, DateRange } from './availability.schema.ts'
import { exceptionsOf } from './work-exception.queries.ts'
import { wallClock, workingDays, type WallClock } from './working-hours.ts'
import { schedulesOf } from './work-profile.queries.ts'

const DAYS_MAX = 62

export const failures = {
  member_not_found: memberFailures.member_not_found,
  ...defineFailures({ range_inapplicable: { status: 422, text: 'The days from and to cannot be applied.' } }),
}

export async function getAvailability(
  ctx: WorkspaceCtx,
  membershipId: string,
  range: DateRange,
): Promise<Availability> {
  assertRange(range, DAYS_MAX)
  const [availability] = await availabilityOf(ctx, [membershipId], range)
  return availability ?? fail(failures.member_not_found)
}

/** Refuses more days than can be answered at once; those in the wrong order no door lets in. */
export function assertRange({ from, to }: DateRange, daysMax: number): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLIS + 1
  if (days <= daysMax) return
  const message = `from and to may span ${daysMax} days.`
  fail(failures.range_inapplicable, {
    detail: message,
    errors: [{ parameter: 'to', code: 'inapplicable', message }],
  })
}

/** Of those who are members now. */
export async function availabilityOf(
  ctx: WorkspaceCtx,
  membershipIds: readonly string[],
  range: DateRange,
): Promise<Availability[]> {
  if (membershipIds.length === 0) return []
  const schedules = await schedulesOf(ctx, membershipIds)
  const exceptions = await exceptionsOf(ctx, membershipIds, range)
  const clocks = new Map<string, WallClock>()
  return schedules.map(({ membershipId, timezone, shifts }) => {
    const clock = clocks.get(timezone) ?? wallClock(timezone)
    clocks.set(timezone, clock)
    const own = exceptions.filter((exception) => exception.membershipId === membershipId)
    const days = workingDays({ timezone, shifts: shifts ?? [], exceptions: own }, range, clock)
    return { membershipId, timezone, isKnown: shifts !== null, days }
  })
}
