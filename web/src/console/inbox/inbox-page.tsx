import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Message } from '../../design/message.tsx'
import { useWords } from '../../language/language.tsx'
import { LongList } from '../parts/long-list.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { InboxFilterBar } from './inbox-filter-bar.tsx'
import { parseInbox, type InboxFilters } from './inbox-filters.ts'
import { conversationsQuery } from './inbox-queries.ts'
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
  const desk = useDesk()
  const words = useWords(inboxWords)
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    conversationsQuery(desk, filters),
  )
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  // What came in between moves the others onto the next page: each is shown once.
  const items = [...new Map(data.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
  if (items.length === 0) {
    const { title, text } = filters.view === 'waiting' ? words.nothingWaits : words.empty
    return <Message icon="inbox" title={title} text={text} />
  }
  return (
    <LongList
      label={words.title}
      items={items}
      total={data.pages[0]?.pagination.total ?? items.length}
      rowHeight={ROW_HEIGHT}
      className="h-[calc(100dvh-13rem)] border-t border-line bg-surface lg:h-auto"
      openIndex={items.findIndex((item) => item.id === openId)}
      onMore={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
      onOpen={(item) => onOpen(item.id)}
      renderRow={(item, place) => (
        <ConversationRow conversation={item} place={place} filters={filters} isOpen={item.id === openId} />
      )}
    />
  )
}
