/** What every list answers. */
interface Page<Item> {
  items: Item[]
  pagination: { hasMore: boolean }
}

/** All of a list, read as far as it is asked for. */
export interface Listing<Item> extends AsyncIterable<Item> {
  /** The same, in arrays: what is new on each page. */
  pages(): AsyncIterable<Item[]>
}

const LIMIT = 100

type Item = Record<string, unknown>

export interface PagedRead {
  read(range: { limit: number; offset: number }): Promise<Page<Item>>
  /** The field by which an item is known. */
  id: string
  limit?: number | undefined
}

/**
 * Pages overlap by one item, which must be one that was seen before. If it is not, items before it have left the list
 * (because the caller closes tasks while it lists the open ones, say) and we go back until one was seen. What was seen
 * is not given twice. So each item that stays in a list with a lasting order is given exactly once, however the list
 * grows and shrinks meanwhile.
 */
async function* pagesOf({ read, id, limit = LIMIT }: PagedRead): AsyncGenerator<Item[]> {
  const range = { limit: Math.max(2, limit), offset: 0 }
  const seen = new Set<unknown>()
  for (;;) {
    const { items, pagination } = await read({ ...range })
    if (range.offset > 0 && !seen.has(items[0]?.[id])) {
      range.offset = Math.max(0, range.offset - range.limit + 1)
      continue
    }
    const fresh = items.filter((item) => !seen.has(item[id]))
    for (const item of fresh) seen.add(item[id])
    if (fresh.length > 0) yield fresh
    if (!pagination.hasMore) return
    range.offset += items.length - 1
  }
}

export function listingOf(paged: PagedRead): Listing<Item> {
  return {
    pages: () => pagesOf(paged),
    async *[Symbol.asyncIterator]() {
      for await (const page of pagesOf(paged)) yield* page
    },
  }
}
