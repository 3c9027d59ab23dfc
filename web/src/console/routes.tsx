import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseInbox } from './inbox/inbox-filters.ts'
import { parseArticleView, parseKnowledge } from './knowledge/knowledge-filters.ts'
import { BrokenPage, NotFound } from './shell/failures.tsx'
import { ConsoleFrame } from './shell/frame.tsx'
import { HomePage, SessionGate, Waiting, WorkspaceGate } from './shell/gate.tsx'
import { parseAgentsView } from './settings/agents/agent-draft.ts'
import { parseUsageView } from './settings/ai/usage-view.ts'
import { parseAuditFilters } from './settings/audit/audit-filters.ts'
import { parseInboundFilters } from './settings/deliveries/inbound-filters.ts'
import { parseFilters } from './tasks/filters.ts'
import { parseListFilters, parseWorkflowTab } from './workflows/list-filters.ts'
import { parseRunFilters } from './workflows/runs/run-filters.ts'
import { readTodaySearch } from './today/today-search.ts'
import { parseCalendarView } from './calendar/calendar-view.ts'
import { parsePeopleView } from './people/people-view.ts'
import { parseHomeFilters } from './properties/home-filters.ts'
import { parseNewTask } from './tasks/new-task.ts'

const root = createRootRoute({ component: SessionGate })
const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage })
const workspace = createRoute({ getParentRoute: () => root, path: '$workspaceId', component: WorkspaceGate })
const frame = createRoute({ getParentRoute: () => workspace, id: 'frame', component: ConsoleFrame })
const inFrame = { getParentRoute: () => frame } as const

const settings = createRoute({
  ...inFrame,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings/settings-frame.tsx'), 'SettingsFrame'),
})
const inSettings = { getParentRoute: () => settings } as const

const settingsPages = [
  createRoute({
    ...inSettings,
    path: '/',
    component: lazyRouteComponent(() => import('./settings/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'keys',
    component: lazyRouteComponent(() => import('./settings/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'members',
    component: lazyRouteComponent(() => import('./settings/members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'departments',
    component: lazyRouteComponent(() => import('./settings/departments/departments-page.tsx'), 'DepartmentsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'templates',
    component: lazyRouteComponent(() => import('./settings/templates/templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'templates/$templateId',
    component: lazyRouteComponent(() => import('./settings/templates/template-page.tsx'), 'TemplatePage'),
  }),
  createRoute({
    ...inSettings,
    path: 'agents',
    validateSearch: parseAgentsView,
    component: lazyRouteComponent(() => import('./settings/agents/agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'agents/$agentId',
    component: lazyRouteComponent(() => import('./settings/agents/agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'models',
    component: lazyRouteComponent(() => import('./settings/models/models-page.tsx'), 'ModelsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'rules',
    component: lazyRouteComponent(() => import('./settings/templates/rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'tags',
    component: lazyRouteComponent(() => import('./settings/tags/tags-page.tsx'), 'TagsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'secrets',
    component: lazyRouteComponent(() => import('./settings/secrets/secrets-page.tsx'), 'SecretsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'audit',
    validateSearch: parseAuditFilters,
    component: lazyRouteComponent(() => import('./settings/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'ai',
    validateSearch: parseUsageView,
    component: lazyRouteComponent(() => import('./settings/ai/ai-page.tsx'), 'AiPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'hooks',
    component: lazyRouteComponent(() => import('./settings/deliveries/hooks-page.tsx'), 'HooksPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'hooks/$hookId',
    component: lazyRouteComponent(() => import('./settings/deliveries/hook-page.tsx'), 'HookPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'deliveries',
    validateSearch: parseInboundFilters,
    component: lazyRouteComponent(() => import('./settings/deliveries/inbound-page.tsx'), 'InboundPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'deliveries/$deliveryId',
    component: lazyRouteComponent(
      () => import('./settings/deliveries/inbound-delivery-page.tsx'),
      'InboundDeliveryPage',
    ),
  }),
  createRoute({
    ...inSettings,
    path: 'dead-letters',
    validateSearch: ({ replayed }: Record<string, unknown>): { replayed?: true } =>
      replayed === true ? { replayed } : {},
    component: lazyRouteComponent(() => import('./settings/deliveries/dead-letters-page.tsx'), 'DeadLettersPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'integrations',
    component: lazyRouteComponent(() => import('./settings/integrations/integrations-page.tsx'), 'IntegrationsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'locks',
    component: lazyRouteComponent(() => import('./settings/locks/locks-page.tsx'), 'LocksPage'),
  }),
] as const

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
  settings.addChildren(settingsPages),
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
