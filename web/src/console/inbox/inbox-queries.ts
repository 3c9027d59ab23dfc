import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ConversationTask } from '../../../../src/modules/conversations/conversation-task.schema.ts'
import type { Thread } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { KnowledgeAnswer } from '../../../../src/modules/knowledge/search.schema.ts'
import type { Participant } from '../../../../src/modules/conversations/participant.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import type { Desk } from '../shell/console-context.ts'
import type { Page } from '../shell/request.ts'

type Asker = Pick<Desk, 'id' | 'api' | 'desk'>

/** The newest messages first; each further page is what was said before. */
export function threadQuery({ id, api, desk }: Asker, conversationId: string) {
  return infiniteQueryOptions({
    queryKey: [id, 'conversation', conversationId, 'thread'],
    queryFn: ({ pageParam, signal }) =>
      api.read<Thread>(
        `${desk}/conversations/${conversationId}/thread`,
        pageParam === '' ? {} : { beforeMessageId: pageParam },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ hasEarlier, messages }) => (hasEarlier ? messages[0]?.id : undefined),
  })
}

export function conversationTasksQuery({ id, api, desk }: Asker, conversationId: string) {
  return queryOptions({
    // Among the tasks: it is old when one of them changes.
    queryKey: [id, 'tasks', 'conversation', conversationId],
    queryFn: ({ signal }) =>
      api.read<Page<ConversationTask>>(`${desk}/conversations/${conversationId}/tasks`, { limit: 50 }, signal),
  })
}

const PARTICIPANTS_MAX = 100

/** Who has said something, in all of it and not only in what is loaded. */
export function participantsQuery({ id, api, desk }: Asker, conversationId: string) {
  return queryOptions({
    queryKey: [id, 'conversation', conversationId, 'participants'],
    queryFn: ({ signal }) =>
      api.read<Page<Participant>>(
        `${desk}/conversations/${conversationId}/participants`,
        { limit: PARTICIPANTS_MAX },
        signal,
      ),
  })
}

export function stayQuery({ id, api, desk }: Asker, reservationId: string) {
  return queryOptions({
    queryKey: [id, 'reservation', reservationId],
    queryFn: ({ signal }) => api.read<Reservation>(`${desk}/reservations/${reservationId}`, {}, signal),
  })
}

const WORDS_MAX = 400

/** Published answers that fit the words. */
export function answersQuery({ id, api, desk }: Asker, words: string, propertyId: string | null) {
  return queryOptions({
    queryKey: [id, 'articles', 'found', words, propertyId],
    queryFn: ({ signal }) =>
      api.read<KnowledgeAnswer>(
        `${desk}/knowledge/search`,
        { q: words.slice(0, WORDS_MAX), limit: 5, ...(propertyId !== null && { propertyId }) },
        signal,
      ),
    enabled: words.trim() !== '',
  })
}
