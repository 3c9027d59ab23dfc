import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Notification, NotificationKind } from '../../../../src/modules/notifications/notification.schema.ts'
import { Icon, type IconName } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import type { RowPlace } from '../parts/long-list.tsx'
import { useDesk } from '../shell/console-context.ts'
import { placeOf } from './place.ts'
import { sentenceOf } from './sentence.ts'
import { notificationsWords } from './words/notifications-words.ts'

const ICONS: Record<NotificationKind, IconName> = {
  assigned: 'user',
  completed: 'check',
  rescheduled: 'calendar',
  urgent: 'alert',
  deleted: 'trash',
  commented: 'comment',
  approval: 'question',
  sign_in: 'key',
  workflow_off: 'flow',
}

interface NotificationRowProps {
  notification: Notification
  place: RowPlace
  onRead(): void
}

/** What one was told. The row leads to what it is about, unless that is gone. */
export function NotificationRow({ notification, place, onRead }: NotificationRowProps): ReactNode {
  const words = useWords(notificationsWords)
  const desk = useDesk()
  const to = placeOf(notification, desk.id)
  const isUnread = notification.readAt === null
  const face = {
    'data-index': place.index,
    onFocus: place.onFocus,
    onClick: onRead,
    className: 'flex h-full min-w-0 flex-1 items-center gap-3 pl-4 text-left outline-offset-[-3px] lg:pl-6',
  }
  return (
    <div
      className={`flex h-full items-center border-b border-line pr-1 lg:pr-3 ${place.isCurrent ? 'bg-sunken' : 'hover:bg-sunken'}`}
    >
      {to ? (
        <Link {...to} {...face}>
          <Face notification={notification} />
        </Link>
      ) : (
        <button type="button" {...face}>
          <Face notification={notification} />
        </button>
      )}
      <div className="size-11 shrink-0">
        {isUnread ? (
          <IconButton icon="check" isSoft label={words.read(titleOf(notification))} onClick={onRead} />
        ) : null}
      </div>
    </div>
  )
}

/** For a sign-in, where it came from. */
const titleOf = ({ task, approval, details }: Notification): string =>
  task?.title ?? approval?.question ?? textIn(details, 'workflowName') ?? textIn(details, 'network') ?? ''

const textIn = (details: Notification['details'], name: string): string | undefined =>
  typeof details[name] === 'string' ? details[name] : undefined

function Face({ notification }: { notification: Notification }): ReactNode {
  const words = useWords(notificationsWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const { kind, task, approval, createdAt, readAt } = notification
  const isUnread = readAt === null
  const isAnswered = approval !== null && approval.status !== 'pending'
  const about = task ? [task.shortId, task.propertyName] : [isAnswered ? words.answered : null]
  const isUrgent = kind === 'urgent'
  return (
    <>
      <span
        className={`grid size-10 shrink-0 place-items-center rounded-full ${isUrgent ? 'bg-danger-ground text-danger-text' : isUnread ? 'bg-accent-ground text-accent-text' : 'bg-sunken text-soft'}`}
      >
        <Icon name={ICONS[kind] ?? 'bell'} className="size-5" />
      </span>
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <span className="flex items-center gap-2">
          {isUnread ? (
            <span className="size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{words.isUnread}</span>
            </span>
          ) : null}
          <span className={`truncate ${isUnread ? 'font-semibold' : ''}`}>{titleOf(notification)}</span>
          <time dateTime={createdAt} className="ml-auto shrink-0 pl-2 text-small text-soft">
            {format.recentAt(createdAt, timezone)}
          </time>
        </span>
        <span className="truncate text-small">{sentenceOf(notification, words, format)}</span>
        <span className="truncate text-small text-soft">
          <Joined parts={about} />
        </span>
      </span>
    </>
  )
}
