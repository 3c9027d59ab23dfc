import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import { Icon } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import type { RowPlace } from '../parts/long-list.tsx'
import { useDesk } from '../shell/console-context.ts'
import { channelIcon } from './channel-icon.ts'
import type { InboxFilters } from './inbox-filters.ts'
import { inboxWords } from './words/inbox-words.ts'

interface ConversationRowProps {
  conversation: Conversation
  place: RowPlace
  filters: InboxFilters
  isOpen: boolean
}

/** Who, what about, and how it stands: what has not been read is bold and has a dot. */
export function ConversationRow({ conversation, place, filters, isOpen }: ConversationRowProps): ReactNode {
  const { id: workspaceId, timezone } = useDesk()
  const words = useWords(inboxWords)
  const { format } = useLanguage()
  const {
    id,
    channel,
    contactName,
    subject,
    excerpt,
    propertyName,
    unreadCount,
    isWaiting,
    isUndelivered,
    lastMessageAt,
  } = conversation
  const isUnread = unreadCount > 0
  const ground = isOpen ? 'bg-accent-ground' : place.isCurrent ? 'bg-sunken' : 'hover:bg-sunken'
  return (
    <Link
      to="/$workspaceId/inbox/{-$conversationId}"
      params={{ workspaceId, conversationId: id }}
      search={filters}
      data-index={place.index}
      aria-current={isOpen ? 'true' : undefined}
      onFocus={place.onFocus}
      className={`grid h-full content-center gap-0.5 border-b border-line px-4 lg:px-6 outline-offset-[-3px] ${ground}`}
    >
      <span className="flex items-center gap-2">
        {isUnread ? <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" /> : null}
        <span className={`min-w-0 flex-1 truncate ${isUnread ? 'font-semibold' : 'font-medium'}`}>
          {contactName ?? words.unknown}
        </span>
        {isUnread ? <span className="sr-only">{words.unread(unreadCount)}</span> : null}
        <time dateTime={lastMessageAt} className="shrink-0 text-small text-soft">
          {format.recentAt(lastMessageAt, timezone)}
        </time>
      </span>
      <span className={`truncate text-small ${isUnread ? 'font-medium' : 'text-soft'}`}>
        <Joined parts={[subject, excerpt]} />
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-small text-soft">
        <Icon name={channelIcon(channel)} className="size-4" />
        <span className="min-w-0 truncate">
          <Joined parts={[words.channels[channel], propertyName]} />
        </span>
        {isUndelivered || (isWaiting && conversation.status !== 'closed') ? (
          <span
            className={`ml-auto flex shrink-0 items-center gap-1 font-medium ${isUndelivered ? 'text-danger-text' : 'text-warn-text'}`}
          >
            <Icon name={isUndelivered ? 'alert' : 'hourglass'} className="size-3.5" />
            {isUndelivered ? words.states.failed : words.waits}
          </span>
        ) : null}
      </span>
    </Link>
  )
}
