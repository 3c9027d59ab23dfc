import type { InfiniteData } from '@tanstack/react-query'
import type { Conversation, Thread } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Draft } from '../../../../src/modules/conversations/draft.schema.ts'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import type { Page } from '../shell/request.ts'

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

/** Written by this person, not by a program for them. */
export function isDraftOf({ author }: Draft, userId: string): boolean {
  return author.id === userId && author.kind === 'user' && !author.byProgram
}

/** The thread with what this person has written as it is kept now; undefined when there is none any more. */
export function withDraft(data: ThreadData | undefined, userId: string, draft: Draft | undefined) {
  return (
    data && {
      ...data,
      pages: data.pages.map((page, index) =>
        index === 0
          ? { ...page, drafts: [...page.drafts.filter((each) => !isDraftOf(each, userId)), ...(draft ? [draft] : [])] }
          : page,
      ),
    }
  )
}

/** All of it, oldest first. */
export function messagesIn(data: ThreadData): Message[] {
  return data.pages.toReversed().flatMap(({ messages }) => messages)
}
