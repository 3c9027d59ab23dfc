import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Activity } from '../../../../src/modules/tasks/activity.schema.ts'
import type { Dependency } from '../../../../src/modules/tasks/dependency.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { ShareLink } from '../../../../src/modules/links/share-link.schema.ts'
import { useDesk, type Desk } from '../shell/console-context.ts'
import type { Page } from '../shell/request.ts'
import type { Filters } from './filters.ts'
import { withUnderWay } from './under-way.ts'

export const PAGE_SIZE = 100
const LIST_PARTS = 'assignees,tags'
const ALL_PARTS = 'assignees,tags,checklist,costItems,attachments,comments'

type Asker = Pick<Desk, 'id' | 'api' | 'desk' | 'open'>

export function taskPage({ id, api, desk }: Asker, filters: Filters, page: number) {
  return queryOptions({
    queryKey: [id, 'tasks', 'list', filters, page],
    async queryFn({ signal }): Promise<Page<Task>> {
      const query = { ...filters, include: LIST_PARTS, limit: PAGE_SIZE, offset: page * PAGE_SIZE }
      return withUnderWay(await api.read<Page<Task>>(`${desk}/tasks`, query, signal))
    },
    placeholderData: keepPreviousData,
  })
}

/** The pages of the list that are in sight, and how long it is. */
export function useTaskPages(filters: Filters, pages: readonly number[]) {
  const desk = useDesk()
  const first = useQuery(taskPage(desk, filters, 0))
  const others = useQueries({ queries: pages.filter((page) => page > 0).map((page) => taskPage(desk, filters, page)) })
  const byPage = new Map<number, readonly Task[]>([[0, first.data?.items ?? []]])
  pages
    .filter((page) => page > 0)
    .forEach((page, index) => {
      // What stands there from another page while this one is on its way would be a lie.
      const found = others[index]
      if (found?.data && !found.isPlaceholderData) byPage.set(page, found.data.items)
    })
  return {
    first,
    total: first.data?.pagination.total,
    taskAt: (index: number): Task | undefined => byPage.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
  }
}

export function taskQuery({ id, api, open }: Asker, taskId: string) {
  return queryOptions({
    queryKey: [id, 'task', taskId, 'whole'],
    queryFn: async ({ signal }) =>
      withUnderWay(await api.read<Task>(`${open}/tasks/${taskId}`, { include: ALL_PARTS }, signal)),
  })
}

export function activityQuery({ id, api, desk }: Asker, taskId: string) {
  return queryOptions({
    queryKey: [id, 'task', taskId, 'activity'],
    queryFn: ({ signal }) => api.read<Page<Activity>>(`${desk}/tasks/${taskId}/activity`, { limit: 100 }, signal),
  })
}

/** What the task came of; a task that nobody asked for in a message has none. */
export function taskConversationsQuery({ id, api, desk }: Asker, taskId: string) {
  return queryOptions({
    queryKey: [id, 'conversations', 'task', taskId],
    queryFn: ({ signal }) => api.read<Page<Conversation>>(`${desk}/conversations`, { taskId, limit: 10 }, signal),
  })
}

export function linksQuery({ id, api, desk }: Asker, taskId: string) {
  return queryOptions({
    queryKey: [id, 'task', taskId, 'links'],
    queryFn: ({ signal }) =>
      api.read<Page<Omit<ShareLink, 'url'>>>(`${desk}/tasks/${taskId}/share-links`, { limit: 100 }, signal),
  })
}

export function dependenciesQuery({ id, api, desk }: Asker, taskId: string) {
  return queryOptions({
    queryKey: [id, 'task', taskId, 'dependencies'],
    queryFn: ({ signal }) => api.read<Page<Dependency>>(`${desk}/tasks/${taskId}/dependencies`, { limit: 100 }, signal),
  })
}

export function subtasksQuery({ id, api, desk }: Asker, taskId: string) {
  return queryOptions({
    queryKey: [id, 'tasks', 'parts', taskId],
    queryFn: ({ signal }) =>
      api.read<Page<Task>>(`${desk}/tasks`, { parentTaskId: taskId, sort: 'createdAt', limit: PAGE_SIZE }, signal),
  })
}
