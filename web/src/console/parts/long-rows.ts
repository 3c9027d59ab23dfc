import { keepPreviousData, queryOptions, useQueries, useQuery, type QueryKey } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState, type RefObject } from 'react'
import type { Page } from '../shell/request.ts'

const PAGE_SIZE = 100

interface LongRowsOptions<Item> {
  /** The scroll box. */
  box: RefObject<HTMLElement | null>
  rowHeight: number
  queryKey: QueryKey
  ask(range: { limit: number; offset: number }, signal: AbortSignal): Promise<Page<Item>>
}

/** As many rows as there are; only those in sight are on the page and asked for. */
export function useLongRows<Item>({ box, rowHeight, queryKey, ask }: LongRowsOptions<Item>) {
  const [pages, setPages] = useState<readonly number[]>([])
  const pageQuery = (page: number) =>
    queryOptions({
      queryKey: [...queryKey, page],
      queryFn: ({ signal }) => ask({ limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal),
      placeholderData: keepPreviousData,
    })
  const first = useQuery(pageQuery(0))
  const others = useQueries({ queries: pages.map(pageQuery) })
  const total = first.data?.pagination.total
  // The compiler leaves this hook alone, which costs nothing: only the rows in sight are made.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  useEffect(() => rows.measure(), [rows, rowHeight])
  const seen = rows.getVirtualItems()
  const range = `${Math.floor((seen[0]?.index ?? 0) / PAGE_SIZE)}-${Math.floor((seen.at(-1)?.index ?? 0) / PAGE_SIZE)}`
  useEffect(() => {
    const [from = 0, to = 0] = range.split('-').map(Number)
    setPages(Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((page) => page > 0))
  }, [range])
  function itemAt(index: number): Item | undefined {
    const page = Math.floor(index / PAGE_SIZE)
    if (page === 0) return first.data?.items[index]
    // What stands there from another page while this one is on its way would be a lie.
    const found = others[pages.indexOf(page)]
    return found?.isPlaceholderData ? undefined : found?.data?.items[index % PAGE_SIZE]
  }
  return {
    first,
    total,
    seen,
    height: rows.getTotalSize(),
    itemAt,
    scrollTo: (index: number) => rows.scrollToIndex(index),
  }
}
