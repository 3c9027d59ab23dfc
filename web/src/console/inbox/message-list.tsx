import { useEffect, useRef, type ReactNode } from 'react'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { inboxWords } from './words/inbox-words.ts'

interface MessageListProps {
  conversation: Conversation
  messages: readonly Message[]
  onEarlier: (() => void) | undefined
  onRetry(message: Message): void
}

/** What was said, oldest first. Opens at the end, and stays there while new things come, unless one reads back. */
export function MessageList({ conversation, messages, onEarlier, onRetry }: MessageListProps): ReactNode {
  const words = useWords(inboxWords)
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const seen = useRef({ first: '', last: '', height: 0 })
  const { id: first = '' } = messages[0] ?? {}
  const { id: last = '' } = messages.at(-1) ?? {}
  useEffect(() => {
    const element = box.current
    if (!element) return
    const { first: firstBefore, last: lastBefore, height } = seen.current
    if (last !== lastBefore && isAtEnd.current) element.scrollTop = element.scrollHeight
    // What is put above what one reads must not move it.
    else if (first !== firstBefore) element.scrollTop += element.scrollHeight - height
    seen.current = { first, last, height: element.scrollHeight }
  }, [first, last])
  return (
    <div
      ref={box}
      role="log"
      aria-label={words.messages}
      // Scrolled by the keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="grid min-h-0 flex-1 grid-cols-1 content-start gap-3 overflow-y-auto px-4 py-4 outline-offset-[-3px] lg:px-6"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40
        seen.current.height = scrollHeight
      }}
    >
      {onEarlier ? (
        <div className="grid justify-items-center">
          <Button look="quiet" onClick={onEarlier}>
            {words.earlier}
          </Button>
        </div>
      ) : null}
      {messages.map((message) => (
        <MessageBubble
          key={message.id}
          message={message}
          isCall={conversation.channel === 'voice'}
          onRetry={() => onRetry(message)}
        />
      ))}
    </div>
  )
}
