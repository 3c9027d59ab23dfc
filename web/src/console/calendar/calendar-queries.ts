import { keepPreviousData, queryOptions, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CalendarHome } from '../../../../src/modules/tasks/calendar.schema.ts'
import { useDesk, type Desk } from '../shell/console-context.ts'
import type { Page } from '../shell/request.ts'
import type { CalendarView } from './calendar-view.ts'
import { findingsIn, type Findings } from './findings.ts'

const PAGE_SIZE = 100
const PAGES_MAX = 30

export interface PlannedHome extends CalendarHome {
  findings: Findings
}

interface Range {
  from: string
  to: string
}

function pageQuery({ id, api, desk }: Desk, { q, status }: CalendarView, range: Range, page: number) {
  return queryOptions({
    queryKey: [id, 'calendar', 'days', range, q ?? '', status ?? '', page],
    queryFn: ({ signal }) =>
      api.read<Page<CalendarHome>>(
        `${desk}/calendar`,
        { ...range, q, status, limit: PAGE_SIZE, offset: page * PAGE_SIZE },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
}

/** All homes by name, a page of them at a time: what is to look at may be at any of them. */
export function useCalendarHomes(view: CalendarView, range: Range, today: string) {
  const desk = useDesk()
  const first = useQuery(pageQuery(desk, view, range, 0))
  const total = first.data?.pagination.total
  const more = Math.min(Math.ceil((total ?? 0) / PAGE_SIZE), PAGES_MAX) - 1
  const pages = Array.from({ length: Math.max(more, 0) }, (_, index) => pageQuery(desk, view, range, index + 1))
  const rest = useQueries({ queries: pages, combine: joined })
  const homes = useMemo(
    () =>
      [...(first.data?.items ?? []), ...rest.items].map((home): PlannedHome => ({
        ...home,
        findings: findingsIn(home, today),
      })),
    [first.data, rest.items, today],
  )
  return { first, rest, total, homes, isWhole: total !== undefined && homes.length >= total }
}

function joined(results: readonly UseQueryResult<Page<CalendarHome>>[]) {
  const failed = results.filter(({ data, isError }) => isError && !data)
  return {
    items: results.flatMap(({ data, isPlaceholderData }) => (isPlaceholderData ? [] : (data?.items ?? []))),
    error: failed[0]?.error,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}
