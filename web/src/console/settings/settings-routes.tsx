import { createRoute } from '@tanstack/react-router'
import { searchSwitch } from '../parts/search-switch.ts'
import { frame } from '../shell/frame-route.tsx'
import { page } from '../shell/late-page.tsx'
import { parseAgentsView } from './agents/agent-draft.ts'
import { parseUsageView } from './ai/usage-view.ts'
import { parseAuditFilters } from './audit/audit-filters.ts'
import { parseInboundFilters } from './deliveries/inbound-filters.ts'

const settings = createRoute({
  getParentRoute: () => frame,
  path: 'settings',
  component: page(() => import('./settings-frame.tsx'), 'SettingsFrame'),
})
const inSettings = { getParentRoute: () => settings } as const

const pages = [
  createRoute({
    ...inSettings,
    path: '/',
    component: page(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'keys',
    component: page(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'members',
    component: page(() => import('./members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'departments',
    component: page(() => import('./departments/departments-page.tsx'), 'DepartmentsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'templates',
    component: page(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'templates/$templateId',
    component: page(() => import('./templates/template-page.tsx'), 'TemplatePage'),
  }),
  createRoute({
    ...inSettings,
    path: 'agents',
    validateSearch: parseAgentsView,
    component: page(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'agents/$agentId',
    component: page(() => import('./agents/agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'models',
    component: page(() => import('./models/models-page.tsx'), 'ModelsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'rules',
    component: page(() => import('./templates/rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'tags',
    component: page(() => import('./tags/tags-page.tsx'), 'TagsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'secrets',
    component: page(() => import('./secrets/secrets-page.tsx'), 'SecretsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'audit',
    validateSearch: parseAuditFilters,
    component: page(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'ai',
    validateSearch: parseUsageView,
    component: page(() => import('./ai/ai-page.tsx'), 'AiPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'hooks',
    component: page(() => import('./deliveries/hooks-page.tsx'), 'HooksPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'hooks/$hookId',
    component: page(() => import('./deliveries/hook-page.tsx'), 'HookPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'deliveries',
    validateSearch: parseInboundFilters,
    component: page(() => import('./deliveries/inbound-page.tsx'), 'InboundPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'deliveries/$deliveryId',
    component: page(() => import('./deliveries/inbound-delivery-page.tsx'), 'InboundDeliveryPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'dead-letters',
    validateSearch: searchSwitch('replayed'),
    component: page(() => import('./deliveries/dead-letters-page.tsx'), 'DeadLettersPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'integrations',
    component: page(() => import('./integrations/integrations-page.tsx'), 'IntegrationsPage'),
  }),
  createRoute({
    ...inSettings,
    path: 'locks',
    component: page(() => import('./locks/locks-page.tsx'), 'LocksPage'),
  }),
] as const

export const settingsRoutes = settings.addChildren(pages)
