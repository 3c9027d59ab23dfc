import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { WorkOrderReport } from '../../../../src/modules/tasks/work-order.schema.ts'
import { useDesk, type Desk } from '../shell/console-context.ts'
import type { Page } from '../shell/request.ts'
import type { Filters } from '../tasks/filters.ts'

const DAY_MAX = 1000
const PAGE_SIZE = 100

/** Everything of the day that is not a draft, whatever became of it. */
export function useDayTasks(date: string) {
  const desk = useDesk()
  return useQuery({
    queryKey: [desk.id, 'tasks', 'day', date],
    queryFn: async ({ signal }) => ({
      items: await allOf(desk, { scheduledDate: date, sort: 'scheduledDate' }, signal),
    }),
  })
}

const NONE: ReadonlySet<string> = new Set()

/** Which of the day's tasks wait for something else, whatever is done on them. */
export function useBlocked(date: string): ReadonlySet<string> {
  const desk = useDesk()
  const { data } = useQuery({
    queryKey: [desk.id, 'tasks', 'blocked', date],
    queryFn: async ({ signal }) =>
      (await allOf(desk, { scheduledDate: date, isBlocked: 'true', isOpen: 'true' }, signal)).map(({ id }) => id),
    select: (ids) => new Set(ids),
  })
  return data ?? NONE
}

/** What is late, wherever it is shown or counted. */
export const LATE = { isLate: true, sort: 'scheduledDate' } as const satisfies Filters

/** How many tasks should be over by now. Asked for anew when another one of the day is: the hours tell nobody. */
export function useLateCount(onDay: number): number {
  const desk = useDesk()
  const { data } = useQuery({
    queryKey: [desk.id, 'tasks', 'late', onDay],
    queryFn: ({ signal }) => desk.api.read<Page<Task>>(`${desk.desk}/tasks`, { ...LATE, limit: 1 }, signal),
    placeholderData: keepPreviousData,
  })
  return data?.pagination.total ?? 0
}

/** What nobody is on that day, as the list has it: who has left does no work. */
export const unassignedOn = (date: string) =>
  ({ isOpen: true, isUnassigned: true, scheduledDate: date }) as const satisfies Filters

export function useUnassignedCount(date: string): number {
  const desk = useDesk()
  const { data } = useQuery({
    queryKey: [desk.id, 'tasks', 'unassigned', date],
    queryFn: ({ signal }) =>
      desk.api.read<Page<Task>>(`${desk.desk}/tasks`, { ...unassignedOn(date), limit: 1 }, signal),
    placeholderData: keepPreviousData,
  })
  return data?.pagination.total ?? 0
}

export function useCosts(date: string) {
  const { id, api, open } = useDesk()
  return useQuery({
    queryKey: [id, 'work-orders', date],
    queryFn: ({ signal }) => api.read<WorkOrderReport>(`${open}/tasks/daily-work-orders`, { date }, signal),
  })
}

async function allOf({ api, desk }: Desk, filters: Record<string, string>, signal: AbortSignal): Promise<Task[]> {
  const all: Task[] = []
  while (all.length < DAY_MAX) {
    const query = { ...filters, include: 'assignees', limit: PAGE_SIZE, offset: all.length }
    const { items, pagination } = await api.read<Page<Task>>(`${desk}/tasks`, query, signal)
    all.push(...items)
    if (items.length === 0 || all.length >= pagination.total) break
  }
  return all
}
