import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '../shell/frame-route.tsx'
import { parseAgentsView } from './agents/agent-draft.ts'
import { parseUsageView } from './ai/usage-view.ts'
import { parseAuditFilters } from './audit/audit-filters.ts'
import { parseInboundFilters } from './deliveries/inbound-filters.ts'

const settings = createRoute({
  getParentRoute: () => frame,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings-frame.tsx'), 'SettingsFrame'),
})
const inSettings = { getParentRoute: () => settings } as const

const pages = [
  createRoute({
    ...inSettings,
    path: '/',
    component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'keys',
    component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'members',
    component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'departments',
    component: lazyRouteComponent(() => import('./departments/departments-page.tsx'), 'DepartmentsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'templates',
    component: lazyRouteComponent(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'templates/$templateId',
    component: lazyRouteComponent(() => import('./templates/template-page.tsx'), 'TemplatePage'),
  }),
  createRoute({
    ...inSettings,
    path: 'agents',
    validateSearch: parseAgentsView,
    component: lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'agents/$agentId',
    component: lazyRouteComponent(() => import('./agents/agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'models',
    component: lazyRouteComponent(() => import('./models/models-page.tsx'), 'ModelsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'rules',
    component: lazyRouteComponent(() => import('./templates/rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'tags',
    component: lazyRouteComponent(() => import('./tags/tags-page.tsx'), 'TagsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'secrets',
    component: lazyRouteComponent(() => import('./secrets/secrets-page.tsx'), 'SecretsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'audit',
    validateSearch: parseAuditFilters,
    component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'ai',
    validateSearch: parseUsageView,
    component: lazyRouteComponent(() => import('./ai/ai-page.tsx'), 'AiPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'hooks',
    component: lazyRouteComponent(() => import('./deliveries/hooks-page.tsx'), 'HooksPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'hooks/$hookId',
    component: lazyRouteComponent(() => import('./deliveries/hook-page.tsx'), 'HookPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'deliveries',
    validateSearch: parseInboundFilters,
    component: lazyRouteComponent(() => import('./deliveries/inbound-page.tsx'), 'InboundPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'deliveries/$deliveryId',
    component: lazyRouteComponent(() => import('./deliveries/inbound-delivery-page.tsx'), 'InboundDeliveryPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'dead-letters',
    validateSearch: ({ replayed }: Record<string, unknown>): { replayed?: true } =>
      replayed === true ? { replayed } : {},
    component: lazyRouteComponent(() => import('./deliveries/dead-letters-page.tsx'), 'DeadLettersPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'integrations',
    component: lazyRouteComponent(() => import('./integrations/integrations-page.tsx'), 'IntegrationsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'locks',
    component: lazyRouteComponent(() => import('./locks/locks-page.tsx'), 'LocksPage'),
  }),
] as const

export const settingsRoutes = settings.addChildren(pages)
