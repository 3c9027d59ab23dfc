import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseInbox } from './inbox/inbox-filters.ts'
import { parseArticleView, parseKnowledge } from './knowledge/knowledge-filters.ts'
import { BrokenPage, NotFound } from './shell/failures.tsx'
import { ConsoleFrame } from './shell/frame.tsx'
import { HomePage, SessionGate, Waiting, WorkspaceGate } from './shell/gate.tsx'
import { parseFilters } from './tasks/filters.ts'

const root = createRootRoute({ component: SessionGate })
const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage })
const workspace = createRoute({ getParentRoute: () => root, path: '$workspaceId', component: WorkspaceGate })
const frame = createRoute({ getParentRoute: () => workspace, id: 'frame', component: ConsoleFrame })
const inFrame = { getParentRoute: () => frame } as const

/** Every page. What it needs is loaded with its first visit. */
const pages = [
  createRoute({
    ...inFrame,
    path: 'today',
    validateSearch: (search: Record<string, unknown>) => dayIn(search),
    component: lazyRouteComponent(() => import('./today/today-page.tsx'), 'TodayPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'tasks',
    validateSearch: parseFilters,
    component: lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'tasks/$taskId',
    component: lazyRouteComponent(() => import('./tasks/task-page.tsx'), 'TaskPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'new-task',
    validateSearch: ({ parentTaskId }: Record<string, unknown>): { parentTaskId?: string } =>
      typeof parentTaskId === 'string' ? { parentTaskId } : {},
    component: lazyRouteComponent(() => import('./tasks/new-task-page.tsx'), 'NewTaskPage'),
  }),
  // Properties, calendar, people.
  // Inbox, agents, knowledge.
  createRoute({
    ...inFrame,
    path: 'inbox/{-$conversationId}',
    validateSearch: parseInbox,
    component: lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'meetings/{-$meetingId}',
    component: lazyRouteComponent(() => import('./inbox/meetings-page.tsx'), 'MeetingsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'assistant/{-$sessionId}',
    component: lazyRouteComponent(() => import('./assistant/assistant-page.tsx'), 'AssistantPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'knowledge',
    validateSearch: parseKnowledge,
    component: lazyRouteComponent(() => import('./knowledge/knowledge-page.tsx'), 'KnowledgePage'),
  }),
  createRoute({
    ...inFrame,
    path: 'knowledge/$articleId',
    validateSearch: parseArticleView,
    component: lazyRouteComponent(() => import('./knowledge/article-page.tsx'), 'ArticlePage'),
  }),
  createRoute({
    ...inFrame,
    path: 'new-article',
    component: lazyRouteComponent(() => import('./knowledge/new-article-page.tsx'), 'NewArticlePage'),
  }),
  // Workflows.
  // Settings.
  createRoute({
    ...inFrame,
    path: 'settings/keys',
    component: lazyRouteComponent(() => import('./settings/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'settings/members',
    component: lazyRouteComponent(() => import('./settings/members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'notifications/preferences',
    component: lazyRouteComponent(() => import('./settings/preferences-page.tsx'), 'PreferencesPage'),
  }),
] as const

function dayIn({ date, by }: Record<string, unknown>): { date?: string; by?: 'property' } {
  return {
    ...(typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? { date } : {}),
    ...(by === 'property' ? { by } : {}),
  }
}

const routeTree = root.addChildren([home, workspace.addChildren([frame.addChildren(pages)])])

export function openRouter(base: string) {
  return createRouter({
    routeTree,
    basepath: `${base}/w`,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: BrokenPage,
    defaultPendingComponent: Waiting,
    defaultPreload: 'intent',
    notFoundMode: 'fuzzy',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
