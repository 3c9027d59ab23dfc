import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { Spinner } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import type { Api, Page } from '../shell/request.ts'
import { shellWords } from '../shell/words/shell-words.ts'

const PAGE_SIZE = 50

/** A list that grows as one reads on. */
export interface Paged<Item> {
  /** undefined until the first page is there. */
  items: readonly Item[] | undefined
  total: number | undefined
  error: unknown
  retry(): void
  /** undefined at the end. */
  more: (() => void) | undefined
}

export function usePaged<Item extends { id: string }>(
  queryKey: QueryKey,
  path: string,
  query: NonNullable<Parameters<Api['read']>[1]> = {},
): Paged<Item> {
  const { api } = useDesk()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery({
      queryKey: [...queryKey, query],
      queryFn: ({ pageParam, signal }) =>
        api.read<Page<Item>>(path, { ...query, limit: PAGE_SIZE, offset: pageParam }, signal),
      initialPageParam: 0,
      getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.offset + pagination.limit : undefined),
    })
  const all = data?.pages.flatMap(({ items }) => items)
  return {
    // What came in between moves the others onto the next page: each is shown once.
    items: all && [...new Map(all.map((item) => [item.id, item])).values()],
    total: data?.pages[0]?.pagination.total,
    error: data && !isFetchNextPageError ? null : error,
    retry: () => void (data ? fetchNextPage() : refetch()),
    more:
      hasNextPage && !isFetchNextPageError ? () => void (isFetchingNextPage ? undefined : fetchNextPage()) : undefined,
  }
}

/** The foot of a list: asks for more when it comes into sight. */
export function More({ onSeen }: { onSeen: (() => void) | undefined }): ReactNode {
  const words = useWords(shellWords)
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = foot.current
    if (!element || !onSeen) return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(), { rootMargin: '400px' })
    watch.observe(element)
    return () => watch.disconnect()
  }, [onSeen])
  if (!onSeen) return null
  return (
    <div ref={foot} className="grid min-h-16 place-items-center text-soft">
      <Spinner />
      <span className="sr-only">{words.loading}</span>
    </div>
  )
}
