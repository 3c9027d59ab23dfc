import type { WorkspaceCtx } from '#core/context.ts'
import { DAY_MILLIS } from '#core/days.ts'
import type { Listed } from '#core/paging.ts'
import {
  assertRange,
  availabilityOf,
  failures as availabilityFailures,
} from '#modules/workforce/availability.service.ts'
import { listPeople } from '#modules/workforce/person.service.ts'
import { assigneesIn, loadsOf } from './workload.queries.ts'
import type { Workload, WorkloadQuery } from './workload.schema.ts'

const DAYS_MAX = 31
const IDLE = { tasks: 0, openTasks: 0, estimatedMinutes: 0, tasksWithoutEstimate: 0 }

export const { range_inapplicable } = availabilityFailures

/** A page of people by name, each with every day of the range. */
export async function listWorkload(ctx: WorkspaceCtx, query: WorkloadQuery): Promise<Listed<Workload>> {
  const { from, to, departmentId, ...rest } = query
  const range = { from, to }
  assertRange(range, DAYS_MAX)
  const alsoIds = departmentId === undefined ? [] : await assigneesIn(ctx, departmentId, range)
  const filter = departmentId === undefined ? rest : { ...rest, departmentId }
  const { items: people, pagination } = await listPeople(ctx, filter, alsoIds)
  const loads = await loadsOf(
    ctx,
    people.map(({ id }) => id),
    range,
  )
  const members = people.flatMap(({ membershipId }) => membershipId ?? [])
  const availability = await availabilityOf(ctx, members, range)

  const loadOn = new Map(loads.map(({ id, date, ...load }) => [`${id} ${date}`, load]))
  const hoursOf = new Map(availability.map((each) => [each.membershipId, each]))
  const items = people.map(({ id, kind, name, membershipId }) => {
    const hours = hoursOf.get(membershipId ?? '')
    const minutes = new Map(hours?.isKnown ? hours.days.map((day) => [day.date, day.minutes]) : [])
    const days = datesOf(range).map((date) => ({
      date,
      ...(loadOn.get(`${id} ${date}`) ?? IDLE),
      availableMinutes: minutes.get(date) ?? null,
    }))
    return { id, kind, name, membershipId, days }
  })
  return { items, pagination }
}

function datesOf({ from, to }: { from: string; to: string }): string[] {
  const dates: string[] = []
  const last = Date.parse(to)
  for (let day = Date.parse(from); day <= last; day += DAY_MILLIS) {
    dates.push(new Date(day).toISOString().slice(0, 10))
  }
  return dates
}
