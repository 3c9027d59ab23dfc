import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type {
  Conversation,
  ConversationUpdate,
  Thread,
} from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Message } from '../../../../src/modules/conversations/message.schema.ts'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import type { Sent } from '../parts/draft-storage.ts'
import { pending, usePending, type Pending } from '../parts/pending.ts'
import { useIsVisible } from '../parts/visible.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import type { Page } from '../shell/request.ts'
import { inList, inThread, withMessage } from './conversation-face.ts'
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

/** An answer on its way, as it stands in the thread. */
interface Reply extends Sent, Pending {
  /** Before that a draft of it may still be on its way. */
  ready: Promise<void>
}

/** Answers, and tries again what was not delivered. */
export function useReply(conversationId: string, messages: readonly Message[], draft: DraftBox) {
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const path = `${desk}/conversations/${conversationId}/messages`
  const place = replyPlace(conversationId)
  const key = [id, 'conversation', conversationId, 'thread']
  const update = (message: Message): void =>
    void client.setQueriesData<InfiniteData<Thread>>({ queryKey: key }, (data) => withMessage(data, message))
  const again = (): void => {
    void client.invalidateQueries({ queryKey: [id, 'conversation', conversationId] })
    void client.invalidateQueries({ queryKey: [id, 'conversations'] })
  }
  const send = useChange<Reply, Message>({
    // The guest reads them in the order in which they were written.
    line: () => place,
    show: (reply) => pending.begin(place, reply),
    async send({ text, about: draftId, ready }, key) {
      await ready
      return api.send(path, { method: 'POST', body: { text, ...(draftId !== undefined && { draftId }) }, key })
    },
    onDone(message, reply) {
      update(message)
      pending.end(place, reply.id)
      draft.arrived(reply)
      again()
    },
    onFailed: draft.putBack,
  })
  const retry = useChange<Message, Message>({
    show(message) {
      update({ ...message, state: 'queued', error: null, errorCode: null })
      return () => update(message)
    },
    send: ({ id: messageId }, key) => api.send(`${path}/${messageId}/retry`, { method: 'POST', key }),
    onDone: again,
  })
  return {
    /** Sends what is in the box; `draftId` is somebody else's draft that it was. */
    send(draftId: string | undefined): void {
      const sent = draft.sent(draftId)
      const shown = { id: newKey(), createdAt: new Date().toISOString(), after: messages.at(-1)?.id }
      send.mutate(change({ ...sent, ...shown }, sent.key))
    },
    retry: (message: Message) => retry.mutate(change(message)),
  }
}

const replyPlace = (conversationId: string): string => `reply ${conversationId}`

/** All of the thread, with what this person has written and is not there yet at its end. */
export function useWithReplies(conversationId: string, messages: readonly Message[]): readonly Message[] {
  const { user } = useDesk()
  const isMine = ({ direction, author }: Message): boolean => direction === 'out' && author.id === user.id
  const replies = usePending(replyPlace(conversationId), messages, messages.filter(isMine))
  const about = {
    conversationId,
    direction: 'out' as const,
    state: 'queued' as const,
    author: { kind: 'user' as const, id: user.id, name: user.fullName, byProgram: false },
    attachments: [],
    errorCode: null,
    error: null,
    sentAt: null,
  }
  return [...messages, ...replies.map(({ id, text, createdAt }) => ({ ...about, id, text, createdAt }))]
}
