import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Page } from '../shell/request.ts'

/** Shows one of a paged list changed before the server has heard of it; answers how to take that back. */
export function showChanged<Item extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  fields: Partial<Item>,
): () => void {
  const before = client.getQueriesData<InfiniteData<Page<Item>>>({ queryKey })
  client.setQueriesData<InfiniteData<Page<Item>>>({ queryKey }, (data) => {
    // Under the same beginning there may be single ones too.
    if (!data || !('pages' in data)) return data
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => (item.id === id ? { ...item, ...fields } : item)),
    }))
    return { ...data, pages }
  })
  return () => before.forEach(([key, data]) => client.setQueryData(key, data))
}
