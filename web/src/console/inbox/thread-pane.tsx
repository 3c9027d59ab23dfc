import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Conversation, Thread } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { useConversationChange, useRead, useReply, useWithReplies } from './conversation-changes.ts'
import { isDraftOf, messagesIn } from './conversation-face.ts'
import { threadQuery } from './inbox-queries.ts'
import { MessageList } from './message-list.tsx'
import { NewTaskSheet } from './new-task-sheet.tsx'
import { ReplyBox } from './reply-box.tsx'
import { ThreadAside } from './thread-aside.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { useDraft } from './use-draft.ts'
import { inboxWords } from './words/inbox-words.ts'

interface ThreadPaneProps {
  conversationId: string
  onBack(): void
}

/** One conversation: what was said, what is being written, and what there is to know. */
export function ThreadPane({ conversationId, onBack }: ThreadPaneProps): ReactNode {
  const desk = useDesk()
  const thread = useInfiniteQuery(threadQuery(desk, conversationId))
  const { data, isPending, error, refetch } = thread
  const first = data?.pages[0]
  if (isPending) return <Waiting />
  if (!first) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <OpenThread
      first={first}
      messages={messagesIn(data)}
      onEarlier={
        thread.hasNextPage && !thread.isFetchingNextPage
          ? () => void thread.fetchNextPage({ cancelRefetch: false })
          : undefined
      }
      onBack={onBack}
    />
  )
}

interface OpenThreadProps {
  first: Thread
  messages: readonly Message[]
  onEarlier: (() => void) | undefined
  onBack(): void
}

function OpenThread({ first, messages, onEarlier, onBack }: OpenThreadProps): ReactNode {
  const words = useWords(inboxWords)
  const { user } = useDesk()
  const { conversation, drafts } = first
  const draft = useDraft(conversation.id, drafts)
  const [taken, setTaken] = useState<string>()
  const [sheet, setSheet] = useState<'task' | 'aside'>()
  const change = useConversationChange()
  const mark = useRead(conversation)
  const { send, retry } = useReply(conversation.id, messages, draft)
  const shown = useWithReplies(conversation.id, messages)
  function answer(): void {
    send(drafts.some(({ id }) => id === taken) ? taken : undefined)
    setTaken(undefined)
  }
  const put = (text: string): void => {
    draft.edit(draft.text.trim() === '' ? text : `${draft.text.trimEnd()}\n\n${text}`)
    setSheet(undefined)
    document.getElementById('reply')?.focus()
  }
  const toggle = (): void => change(openedOrClosed(conversation, words))
  useKeys(
    {
      r: () => document.getElementById('reply')?.focus(),
      e: toggle,
      u: () => mark(false),
      t: () => setSheet('task'),
    },
    { r: words.keys.reply, e: words.keys.close, u: words.keys.unread, t: words.keys.task },
  )
  const aside = (
    <ThreadAside conversation={conversation} messages={messages} onPut={put} onTask={() => setSheet('task')} />
  )
  return (
    <>
      <section
        aria-label={conversation.contactName ?? words.unknown}
        className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto max-lg:h-[calc(100dvh-3.5rem)]"
      >
        <ThreadHeader
          conversation={conversation}
          onBack={onBack}
          onChange={change}
          onToggle={toggle}
          onUnread={() => mark(false)}
          onAside={() => setSheet('aside')}
        />
        <MessageList conversation={conversation} messages={shown} onEarlier={onEarlier} onRetry={retry} />
        <ReplyBox
          conversation={conversation}
          draft={draft}
          others={drafts.filter((each) => !isDraftOf(each, user.id))}
          onTake={({ id, text }) => {
            setTaken(id)
            put(text)
          }}
          onSend={answer}
        />
      </section>
      <aside aria-label={words.aside} className="hidden w-76 shrink-0 overflow-y-auto border-l border-line xl:block">
        {aside}
      </aside>
      {sheet === 'aside' ? (
        <Sheet title={words.aside} isOpen onClose={() => setSheet(undefined)}>
          {aside}
        </Sheet>
      ) : null}
      {sheet === 'task' ? (
        <NewTaskSheet
          conversation={conversation}
          about={messages.findLast(({ direction }) => direction === 'in')?.text ?? ''}
          onClose={() => setSheet(undefined)}
        />
      ) : null}
    </>
  )
}

/** Closed if it is not, and the other way round. */
function openedOrClosed(conversation: Conversation, words: { closedNow: string; openedNow: string }) {
  const isClosed = conversation.status === 'closed'
  return {
    conversation,
    changes: { status: isClosed ? ('open' as const) : ('closed' as const), snoozedUntil: null },
    said: isClosed ? words.openedNow : words.closedNow,
  }
}
