import type { ReactNode } from 'react'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { TalkLog } from '../parts/talk-log.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { inboxWords } from './words/inbox-words.ts'

interface MessageListProps {
  conversation: Conversation
  messages: readonly Message[]
  onEarlier: (() => void) | undefined
  onRetry(message: Message): void
}

/** What was said, oldest first. */
export function MessageList({ conversation, messages, onEarlier, onRetry }: MessageListProps): ReactNode {
  const words = useWords(inboxWords)
  return (
    <TalkLog label={words.messages} entries={messages} className="grid grid-cols-1 content-start gap-3 py-4">
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
    </TalkLog>
  )
}
