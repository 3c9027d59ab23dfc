import { createRoute, createRouter } from '@tanstack/react-router'
import { parseInbox } from './inbox/inbox-filters.ts'
import { parseArticleView, parseKnowledge } from './knowledge/knowledge-filters.ts'
import { searchSwitch } from './parts/search-switch.ts'
import { settingsRoutes } from './settings/settings-routes.tsx'
import { BrokenPage, NotFound } from './shell/failures.tsx'
import { frame, root, workspace } from './shell/frame-route.tsx'
import { HomePage, Waiting } from './shell/gate.tsx'
import { page } from './shell/late-page.tsx'
import { parseFilters } from './tasks/filters.ts'
import { parseListFilters, parseWorkflowTab } from './workflows/list-filters.ts'
import { parseWhose } from './workflows/approvals/whose.ts'
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
    component: page(() => import('./today/today-page.tsx'), 'TodayPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'tasks',
    validateSearch: parseFilters,
    component: page(() => import('./tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'tasks/$taskId',
    component: page(() => import('./tasks/task-page.tsx'), 'TaskPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'new-task',
    validateSearch: parseNewTask,
    component: page(() => import('./tasks/new-task-page.tsx'), 'NewTaskPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'properties',
    validateSearch: parseHomeFilters,
    component: page(() => import('./properties/properties-page.tsx'), 'PropertiesPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'properties/$propertyId',
    component: page(() => import('./properties/property-page.tsx'), 'PropertyPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'properties/$propertyId/edit',
    component: page(() => import('./properties/edit-property-page.tsx'), 'EditPropertyPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'calendar',
    validateSearch: parseCalendarView,
    component: page(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'people',
    validateSearch: parsePeopleView,
    component: page(() => import('./people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    ...inFrame,
    path: 'people/$personId',
    component: page(() => import('./people/person-page.tsx'), 'PersonPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'people/vendors/$vendorId',
    component: page(() => import('./people/vendor-page.tsx'), 'VendorPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'inbox/{-$conversationId}',
    validateSearch: parseInbox,
    component: page(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'meetings/{-$meetingId}',
    component: page(() => import('./inbox/meetings-page.tsx'), 'MeetingsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'assistant/{-$sessionId}',
    component: page(() => import('./assistant/assistant-page.tsx'), 'AssistantPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'knowledge',
    validateSearch: parseKnowledge,
    component: page(() => import('./knowledge/knowledge-page.tsx'), 'KnowledgePage'),
  }),
  createRoute({
    ...inFrame,
    path: 'knowledge/$articleId',
    validateSearch: parseArticleView,
    component: page(() => import('./knowledge/article-page.tsx'), 'ArticlePage'),
  }),
  createRoute({
    ...inFrame,
    path: 'new-article',
    component: page(() => import('./knowledge/new-article-page.tsx'), 'NewArticlePage'),
  }),
  createRoute({
    ...inFrame,
    path: 'workflows',
    validateSearch: parseListFilters,
    component: page(() => import('./workflows/workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'workflows/new',
    component: page(() => import('./workflows/new-workflow-page.tsx'), 'NewWorkflowPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'workflows/$workflowId',
    validateSearch: parseWorkflowTab,
    component: page(() => import('./workflows/workflow-page.tsx'), 'WorkflowPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'runs',
    validateSearch: parseRunFilters,
    component: page(() => import('./workflows/runs/runs-page.tsx'), 'RunsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'runs/$runId',
    component: page(() => import('./workflows/runs/run-page.tsx'), 'RunPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'approvals',
    validateSearch: parseWhose,
    component: page(() => import('./workflows/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'approvals/$approvalId',
    component: page(() => import('./workflows/approvals/approval-page.tsx'), 'ApprovalPage'),
  }),
  settingsRoutes,
  createRoute({
    ...inFrame,
    path: 'notifications',
    validateSearch: searchSwitch('unread'),
    component: page(() => import('./notifications/notifications-page.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    ...inFrame,
    path: 'notifications/preferences',
    component: page(() => import('./settings/preferences-page.tsx'), 'PreferencesPage'),
  }),
  createRoute({ ...inFrame, path: '$', component: NotFound }),
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
