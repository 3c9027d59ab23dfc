import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseInbox } from './inbox/inbox-filters.ts'
import { parseArticleView, parseKnowledge } from './knowledge/knowledge-filters.ts'
import { settingsRoutes } from './settings/settings-routes.tsx'
import { BrokenPage, NotFound } from './shell/failures.tsx'
import { frame, root, workspace } from './shell/frame-route.tsx'
import { HomePage, Waiting } from './shell/gate.tsx'
import { parseFilters } from './tasks/filters.ts'
import { parseListFilters, parseWorkflowTab } from './workflows/list-filters.ts'
import { parseRunFilters } from './workflows/runs/run-filters.ts'
import { readTodaySearch } from './today/today-search.ts'
import { parseCalendarView } from './calendar/calendar-view.ts'
import { parsePeopleView } from './people/people-view.ts'
import { parseHomeFilters } from './properties/home-filters.ts'
import { parseNewTask } from './tasks/new-task.ts'

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage })
const inFrame = { getParentRoute: () => frame } as const

/** Every page. What it needs is loaded with its first visit. */
const pages = [
  createRoute({
    ...inFrame,
    path: 'today',
    validateSearch: readTodaySearch,
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
    validateSearch: parseNewTask,
    component: lazyRouteComponent(() => import('./tasks/new-task-page.tsx'), 'NewTaskPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'properties',
    validateSearch: parseHomeFilters,
    component: lazyRouteComponent(() => import('./properties/properties-page.tsx'), 'PropertiesPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'properties/$propertyId',
    component: lazyRouteComponent(() => import('./properties/property-page.tsx'), 'PropertyPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'properties/$propertyId/edit',
    component: lazyRouteComponent(() => import('./properties/edit-property-page.tsx'), 'EditPropertyPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'calendar',
    validateSearch: parseCalendarView,
    component: lazyRouteComponent(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'people',
    validateSearch: parsePeopleView,
    component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    ...inFrame,
    path: 'people/$personId',
    component: lazyRouteComponent(() => import('./people/person-page.tsx'), 'PersonPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'people/vendors/$vendorId',
    component: lazyRouteComponent(() => import('./people/vendor-page.tsx'), 'VendorPage'),
  }),
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
  createRoute({
    ...inFrame,
    path: 'workflows',
    validateSearch: parseListFilters,
    component: lazyRouteComponent(() => import('./workflows/workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'workflows/new',
    component: lazyRouteComponent(() => import('./workflows/new-workflow-page.tsx'), 'NewWorkflowPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'workflows/$workflowId',
    validateSearch: parseWorkflowTab,
    component: lazyRouteComponent(() => import('./workflows/workflow-page.tsx'), 'WorkflowPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'runs',
    validateSearch: parseRunFilters,
    component: lazyRouteComponent(() => import('./workflows/runs/runs-page.tsx'), 'RunsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'runs/$runId',
    component: lazyRouteComponent(() => import('./workflows/runs/run-page.tsx'), 'RunPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'approvals',
    validateSearch: ({ whose }: Record<string, unknown>): { whose?: 'all' | 'over' } =>
      whose === 'all' || whose === 'over' ? { whose } : {},
    component: lazyRouteComponent(() => import('./workflows/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'approvals/$approvalId',
    component: lazyRouteComponent(() => import('./workflows/approvals/approval-page.tsx'), 'ApprovalPage'),
  }),
  settingsRoutes,
  createRoute({
    ...inFrame,
    path: 'notifications',
    validateSearch: ({ unread }: Record<string, unknown>): { unread?: true } =>
      unread === true || unread === 'true' ? { unread: true } : {},
    component: lazyRouteComponent(() => import('./notifications/notifications-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'notifications/preferences',
    component: lazyRouteComponent(() => import('./settings/preferences-page.tsx'), 'PreferencesPage'),
  }),
] as const

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
