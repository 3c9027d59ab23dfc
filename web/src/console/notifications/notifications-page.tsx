import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Notification } from '../../../../src/modules/notifications/notification.schema.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { LongList } from '../parts/long-list.tsx'
import { searchSwitch } from '../parts/search-switch.ts'
import { Segments } from '../parts/segments.tsx'
import { useDesk } from '../shell/console-context.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { useRead, useReadAll } from './notification-changes.ts'
import { unreadQuery, useNotifications } from './notification-queries.ts'
import { NotificationRow } from './notification-row.tsx'
import { placeOf } from './place.ts'
import { notificationsWords } from './words/notifications-words.ts'

const route = getRouteApi('/$workspaceId/frame/notifications')
const parseUnread = searchSwitch('unread')
const ROW_HEIGHT = 92

/** What one was told, the newest first. */
export function NotificationsPage(): ReactNode {
  const words = useWords(notificationsWords)
  const desk = useDesk()
  const navigate = useNavigate()
  const { unread: isUnreadOnly = false } = parseUnread(route.useSearch())
  const list = useNotifications(isUnreadOnly)
  const { data: unreadCount = 0 } = useQuery(unreadQuery(desk))
  const readAll = useReadAll()
  const newest = list.items?.[0]
  const params = { workspaceId: desk.id }
  const show = (which: 'all' | 'unread'): void =>
    void navigate({
      to: '/$workspaceId/notifications',
      params,
      search: which === 'unread' ? { unread: true } : {},
      replace: true,
    })
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            {newest && unreadCount > 0 ? (
              <Button icon="check" onClick={() => readAll(newest.createdAt)}>
                {words.readAll}
              </Button>
            ) : null}
            <Link
              to="/$workspaceId/notifications/preferences"
              params={params}
              className={buttonClass({ look: 'quiet' })}
            >
              <Icon name="gear" className="size-5" />
              <span className="max-sm:sr-only">{words.choose}</span>
            </Link>
          </>
        }
      />
      <div className="px-4 pb-3 sm:max-w-sm lg:px-6">
        <Segments
          label={words.which}
          value={isUnreadOnly ? 'unread' : 'all'}
          options={[
            { value: 'all', label: words.all },
            { value: 'unread', label: words.unread(unreadCount) },
          ]}
          onChoose={show}
        />
      </div>
      <List key={String(isUnreadOnly)} list={list} isUnreadOnly={isUnreadOnly} />
    </>
  )
}

interface ListProps {
  list: ReturnType<typeof useNotifications>
  isUnreadOnly: boolean
}

function List({ list, isUnreadOnly }: ListProps): ReactNode {
  const words = useWords(notificationsWords)
  const { id } = useDesk()
  const navigate = useNavigate()
  const read = useRead()
  function open(notification: Notification): void {
    read(notification)
    const to = placeOf(notification, id)
    if (to) void navigate(to)
  }
  return (
    <LongList
      label={words.title}
      list={list}
      empty={<Empty icon="bell" {...(isUnreadOnly ? words.noneUnread : words.none)} />}
      rowHeight={ROW_HEIGHT}
      className="h-[calc(100dvh-12rem)] border-t border-line bg-surface lg:h-auto"
      onOpen={open}
      renderRow={(notification, place) => (
        <NotificationRow notification={notification} place={place} onRead={() => read(notification)} />
      )}
    />
  )
}
