import { useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../shell/console-context.ts'
import type { Problem } from '../shell/problem.ts'
import { useChange } from '../shell/use-change.ts'

interface Saving<Item> {
  /** The beginning of the keys of the lists that show it. */
  list: string
  /** Behind the path of the workspace. */
  path: string
  said?(item: Item): string
  onDone?(item: Item): void
  /** For refusals that the form shows itself; true when it did. */
  onRefused?(problem: Problem): boolean
}

/** Makes one, or changes the one there is; the lists that show it are asked for again. */
export function useSave<Body, Item>(item: { id: string } | undefined, { list, path, onDone, ...rest }: Saving<Item>) {
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  return useChange<Body, Item>({
    send: (body, key) =>
      item
        ? api.send(`${desk}/${path}/${item.id}`, { method: 'PATCH', body, key })
        : api.send(`${desk}/${path}`, { method: 'POST', body, key }),
    onDone(saved) {
      void client.invalidateQueries({ queryKey: [id, list] })
      onDone?.(saved)
    },
    ...rest,
  })
}

/** Takes one away for good. */
export function useRemoval<Item extends { id: string }>({ list, path, said, onDone }: Saving<Item>) {
  const { id, api, desk } = useDesk()
  const client = useQueryClient()
  return useChange<Item, unknown>({
    send: (item, key) => api.send(`${desk}/${path}/${item.id}`, { method: 'DELETE', key }),
    onDone(_, item) {
      void client.invalidateQueries({ queryKey: [id, list] })
      onDone?.(item)
    },
    ...(said ? { said: (_, item) => said(item) } : {}),
  })
}
