import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { BrokenPage, NotFound } from './shell/failures.tsx'
import { ConsoleFrame } from './shell/frame.tsx'
import { HomePage, SessionGate, Waiting, WorkspaceGate } from './shell/gate.tsx'
import { parseCalendarView } from './calendar/calendar-view.ts'
import { parsePeopleView } from './people/people-view.ts'
import { parseHomeFilters } from './properties/home-filters.ts'
import { parseFilters } from './tasks/filters.ts'
import { parseNewTask } from './tasks/new-task.ts'

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
    validateSearch: parseNewTask,
    component: lazyRouteComponent(() => import('./tasks/new-task-page.tsx'), 'NewTaskPage'),
  }),
  // Properties, calendar, people.
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
  // Inbox, agents, knowledge.
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
