import { queryOptions } from '@tanstack/react-query'
import type { Notification, NotificationPage } from '../../../../src/modules/notifications/notification.schema.ts'
import { usePaged, type Paged } from '../parts/paged.tsx'
import { useDesk, type Desk } from '../shell/console-context.ts'

export function listKey(workspaceId: string) {
  return [workspaceId, 'notifications', 'list'] as const
}

/** How many one has not read. */
export function unreadQuery({ id, api, desk }: Pick<Desk, 'id' | 'api' | 'desk'>) {
  return queryOptions({
    queryKey: [id, 'notifications', 'unread'],
    async queryFn({ signal }) {
      const query = { unread: true, limit: 1 }
      return (await api.read<NotificationPage>(`${desk}/notifications`, query, signal)).unreadCount
    },
  })
}

export function useNotifications(isUnreadOnly: boolean): Paged<Notification> {
  const { id, desk } = useDesk()
  return usePaged(listKey(id), `${desk}/notifications`, isUnreadOnly ? { unread: true } : {})
}
