import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type {
  Notification,
  NotificationPage,
  ReadAll,
} from '../../../../src/modules/notifications/notification.schema.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { listKey, unreadQuery } from './notification-queries.ts'

export function useRead(): (notification: Notification) => void {
  const client = useQueryClient()
  const desk = useDesk()
  const mutation = useChange<Notification, Notification>({
    show: ({ id }) => showRead(client, desk, (each) => each.id === id),
    send: ({ id }, key) => desk.api.send(`${desk.desk}/notifications/${id}/read`, { method: 'POST', key }),
  })
  return (notification) => {
    if (notification.readAt === null) mutation.mutate(change(notification))
  }
}

/** Up to the newest that was seen: what comes meanwhile is news. */
export function useReadAll(): (until: string) => void {
  const client = useQueryClient()
  const desk = useDesk()
  const mutation = useChange<string, ReadAll>({
    show: (until) => showRead(client, desk, ({ createdAt }) => createdAt <= until),
    send: (until, key) =>
      desk.api.send(`${desk.desk}/notifications/read-all?${new URLSearchParams({ until })}`, { method: 'POST', key }),
    onDone: ({ unreadCount }) => client.setQueryData(unreadQuery(desk).queryKey, unreadCount),
  })
  return (until) => mutation.mutate(change(until))
}

type Lists = InfiniteData<NotificationPage> | undefined

/** In every list and at the bell; answers how to take it back. */
function showRead(
  client: QueryClient,
  desk: Parameters<typeof unreadQuery>[0],
  isMeant: (notification: Notification) => boolean,
): () => void {
  const { queryKey: bell } = unreadQuery(desk)
  const queryKey = listKey(desk.id)
  const before = [...client.getQueriesData<Lists>({ queryKey }), [bell, client.getQueryData(bell)] as const]
  const readAt = new Date().toISOString()
  const marked = new Set<string>()
  const read = (each: Notification): Notification => {
    if (each.readAt !== null || !isMeant(each)) return each
    marked.add(each.id)
    return { ...each, readAt }
  }
  client.setQueriesData<Lists>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(read) })) },
  )
  client.setQueryData(bell, (count) => (count === undefined ? undefined : Math.max(0, count - marked.size)))
  return () => before.forEach(([key, data]) => client.setQueryData(key, data))
}
