import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import { useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { LongList } from '../parts/long-list.tsx'
import { usePaged } from '../parts/paged.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { InboxFilterBar } from './inbox-filter-bar.tsx'
import { parseInbox, queryOf, type InboxFilters } from './inbox-filters.ts'
import { ThreadPane } from './thread-pane.tsx'
import { inboxWords } from './words/inbox-words.ts'

const route = getRouteApi('/$workspaceId/frame/inbox/{-$conversationId}')
const ROW_HEIGHT = 92

/** Everything that was said to us: the list, and beside it the conversation that is open. */
export function InboxPage(): ReactNode {
  const words = useWords(inboxWords)
  const { id } = useDesk()
  const navigate = useNavigate()
  const filters = parseInbox(route.useSearch())
  const { conversationId } = route.useParams()
  const go = (open: string | undefined, search: InboxFilters = filters): void =>
    void navigate({
      to: '/$workspaceId/inbox/{-$conversationId}',
      params: { workspaceId: id, conversationId: open },
      search,
      replace: open === conversationId,
    })
  useKeys(
    {
      '/': () => document.getElementById('inbox-search')?.focus(),
      ...(conversationId !== undefined && { Escape: () => go(undefined) }),
    },
    { '/': words.keys.search },
  )
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={`min-h-0 w-full flex-col border-line lg:w-80 lg:shrink-0 lg:border-r ${conversationId === undefined ? 'flex' : 'hidden lg:flex'}`}
      >
        <PageHeader
          title={words.title}
          isBeside={conversationId !== undefined}
          actions={
            <Link
              to="/$workspaceId/meetings/{-$meetingId}"
              params={{ workspaceId: id, meetingId: undefined }}
              className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-small font-semibold text-accent-text hover:bg-sunken"
            >
              {words.meetings.title}
            </Link>
          }
        />
        <InboxFilterBar filters={filters} onChange={(next) => go(conversationId, next)} />
        <ConversationList key={JSON.stringify(filters)} filters={filters} openId={conversationId} onOpen={go} />
      </div>
      {conversationId === undefined ? (
        <div className="hidden flex-1 lg:grid lg:place-items-center">
          <p className="max-w-xs text-center text-soft">{words.choose}</p>
        </div>
      ) : (
        <ThreadPane key={conversationId} conversationId={conversationId} onBack={() => go(undefined)} />
      )}
    </div>
  )
}

interface ConversationListProps {
  filters: InboxFilters
  openId: string | undefined
  onOpen(conversationId: string): void
}

function ConversationList({ filters, openId, onOpen }: ConversationListProps): ReactNode {
  const { id, desk, user } = useDesk()
  const words = useWords(inboxWords)
  const list = usePaged<Conversation>([id, 'conversations', 'list'], `${desk}/conversations`, {
    ...queryOf(filters, user.id),
  })
  const { title, text } = filters.view === 'waiting' ? words.nothingWaits : words.empty
  return (
    <LongList
      label={words.title}
      list={list}
      empty={<Empty icon="inbox" title={title} text={text} />}
      rowHeight={ROW_HEIGHT}
      className="h-[calc(100dvh-13rem)] border-t border-line bg-surface lg:h-auto"
      openId={openId}
      onOpen={(item) => onOpen(item.id)}
      renderRow={(item, place) => (
        <ConversationRow conversation={item} place={place} filters={filters} isOpen={item.id === openId} />
      )}
    />
  )
}
