import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type {
  Conversation,
  ConversationUpdate,
  Thread,
} from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import { useWords } from '../../language/language.tsx'
import { useIsVisible } from '../parts/visible.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import type { Page } from '../shell/request.ts'
import { inList, inThread, withMessage, withoutMessage } from './conversation-face.ts'
import { inboxWords } from './words/inbox-words.ts'
import type { DraftBox } from './use-draft.ts'

interface ConversationChange {
  conversation: Conversation
  changes: ConversationUpdate
  /** What to say when it is done. */
  said: string
  isUndo?: boolean
}

function show(client: QueryClient, workspaceId: string, id: string, face: Partial<Conversation>): void {
  client.setQueriesData<InfiniteData<Page<Conversation>>>(
    { queryKey: [workspaceId, 'conversations', 'list'] },
    (data) => inList(data, id, face),
  )
  client.setQueriesData<InfiniteData<Thread>>({ queryKey: [workspaceId, 'conversation', id, 'thread'] }, (data) =>
    inThread(data, face),
  )
}

/** The one way the inbox changes a conversation: seen at once, with a way back. */
export function useConversationChange() {
  const client = useQueryClient()
  const words = useWords(inboxWords)
  const { id, api, desk } = useDesk()
  const mutation = useChange<ConversationChange, Conversation>({
    // What was done last is done last, and is what is taken back first.
    line: () => 'conversations',
    show({ conversation, changes }) {
      const face = changes as Partial<Conversation>
      const before = pick(conversation, changes)
      show(client, id, conversation.id, face)
      return () => show(client, id, conversation.id, before)
    },
    send: ({ conversation, changes }, key) =>
      api.send(`${desk}/conversations/${conversation.id}`, { method: 'PATCH', body: changes, key }),
    onDone(result) {
      show(client, id, result.id, result)
      void client.invalidateQueries({ queryKey: [id, 'conversations'] })
    },
    said: (_, { said, isUndo }) => (isUndo ? words.takenBack : said),
    undo: (result, { conversation, changes, isUndo }) =>
      isUndo
        ? undefined
        : () =>
            mutate({
              conversation: result,
              changes: pick(conversation, changes),
              said: '',
              isUndo: true,
            }),
  })
  const mutate = (input: ConversationChange): void => mutation.mutate(change(input))
  return mutate
}

function pick(conversation: Conversation, changes: ConversationUpdate): Partial<Conversation> {
  const fields = Object.keys(changes).map((field) => [field, conversation[field as keyof Conversation]])
  return Object.fromEntries(fields) as Partial<Conversation>
}

/** Whoever opens a conversation has read it, and what comes while they look. */
export function useRead(conversation: Conversation | undefined): (isRead: boolean) => void {
  const client = useQueryClient()
  const { id: workspaceId, api, desk } = useDesk()
  const { id, unreadCount = 0 } = conversation ?? {}
  const isVisible = useIsVisible()
  const seen = useRef('')
  const mark = useChange<{ id: string; isRead: boolean }, Conversation>({
    show: ({ id, isRead }) => {
      show(client, workspaceId, id, { unreadCount: isRead ? 0 : 1 })
      return () => show(client, workspaceId, id, { unreadCount: isRead ? 1 : 0 })
    },
    send: ({ id, isRead }, key) =>
      api.send(`${desk}/conversations/${id}/${isRead ? 'read' : 'unread'}`, { method: 'POST', key }),
    // A mark that is not kept is no news.
    onRefused: () => true,
  })
  const { mutate } = mark
  useEffect(() => {
    // Once for each time it is opened, and for what comes while it is: not after it was marked as unread.
    const state = `${id} ${unreadCount}`
    if (
      !isVisible ||
      id === undefined ||
      unreadCount === 0 ||
      seen.current === state ||
      seen.current === `${id} unread`
    )
      return
    seen.current = state
    mutate(change({ id, isRead: true }))
  }, [isVisible, id, unreadCount, mutate])
  return (isRead) => {
    if (id === undefined) return
    seen.current = isRead ? '' : `${id} unread`
    mutate(change({ id, isRead }))
  }
}

export interface Reply {
  text: string
  /** Somebody else's draft that this was. */
  draftId?: string | undefined
}

/** Answers, and tries again what was not delivered. */
export function useReply(conversationId: string, draft: Pick<DraftBox, 'arrived' | 'putBack'>) {
  const client = useQueryClient()
  const { id, api, desk, user } = useDesk()
  const path = `${desk}/conversations/${conversationId}/messages`
  const key = [id, 'conversation', conversationId, 'thread']
  const update = (how: (data: InfiniteData<Thread> | undefined) => InfiniteData<Thread> | undefined): void =>
    void client.setQueriesData<InfiniteData<Thread>>({ queryKey: key }, how)
  const again = (): void => {
    void client.invalidateQueries({ queryKey: [id, 'conversation', conversationId] })
    void client.invalidateQueries({ queryKey: [id, 'conversations'] })
  }
  const send = useChange<Reply & { shownId: string }, Message>({
    show({ text, shownId }) {
      const author = { kind: 'user' as const, id: user.id, name: user.fullName, byProgram: false }
      const about = { conversationId, attachments: [], errorCode: null, error: null, sentAt: null }
      const createdAt = new Date().toISOString()
      update((data) =>
        withMessage(data, { id: shownId, direction: 'out', state: 'queued', author, text, createdAt, ...about }),
      )
      return () => update((data) => withoutMessage(data, shownId))
    },
    send: ({ text, draftId }, key) =>
      api.send(path, { method: 'POST', body: { text, ...(draftId !== undefined && { draftId }) }, key }),
    onDone(message, reply) {
      update((data) => withMessage(withoutMessage(data, reply.shownId), message))
      draft.arrived(reply.text)
      again()
    },
    onFailed: ({ text }) => draft.putBack(text),
  })
  const retry = useChange<Message, Message>({
    show(message) {
      update((data) => withMessage(data, { ...message, state: 'queued', error: null, errorCode: null }))
      return () => update((data) => withMessage(data, message))
    },
    send: ({ id: messageId }, key) => api.send(`${path}/${messageId}/retry`, { method: 'POST', key }),
    onDone: again,
  })
  return {
    send: (reply: Reply) => send.mutate(change({ ...reply, shownId: `new-${Date.now()}` })),
    retry: (message: Message) => retry.mutate(change(message)),
  }
}
