import type { InfiniteData } from '@tanstack/react-query'
import type { Conversation, Thread } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import type { Page } from './inbox-queries.ts'

type ListData = InfiniteData<Page<Conversation>>
type ThreadData = InfiniteData<Thread>

/** The list with some fields of a conversation as they are shown. */
export function inList(data: ListData | undefined, conversationId: string, face: Partial<Conversation>) {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => (item.id === conversationId ? { ...item, ...face } : item)),
      })),
    }
  )
}

export function inThread(data: ThreadData | undefined, face: Partial<Conversation>) {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, conversation: { ...page.conversation, ...face } })),
    }
  )
}

/** The thread with a message at its end, or that message as it is now. */
export function withMessage(data: ThreadData | undefined, message: Message) {
  if (!data) return undefined
  const isThere = data.pages.some(({ messages }) => messages.some(({ id }) => id === message.id))
  const pages = data.pages.map((page, index) => {
    if (isThere) return { ...page, messages: page.messages.map((each) => (each.id === message.id ? message : each)) }
    return index === 0 ? { ...page, messages: [...page.messages, message] } : page
  })
  return { ...data, pages }
}

export function withoutMessage(data: ThreadData | undefined, messageId: string) {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, messages: page.messages.filter(({ id }) => id !== messageId) })),
    }
  )
}

/** All of it, oldest first. */
export function messagesIn(data: ThreadData): Message[] {
  return data.pages.toReversed().flatMap(({ messages }) => messages)
}
