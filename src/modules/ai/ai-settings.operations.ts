import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './ai-settings.schema.ts'
import * as settings from './ai-settings.service.ts'

const { ai_provider_inapplicable, ai_model_inapplicable } = settings.failures
const about = {
  tag: 'Models',
  access: { role: 'admin' },
  params: WorkspacePath,
  reply: schema.AiSettings,
  versioned: true,
} as const
const path = '/workspaces/:workspaceId/ai-settings'

export const getAiSettings = operation({
  ...about,
  id: 'getAiSettings',
  summary: 'Read which models the workspace uses',
  rest: { method: 'GET', path },
  run: (ctx) => settings.getAiSettings(ctx),
})

export const updateAiSettings = operation({
  ...about,
  id: 'updateAiSettings',
  summary: 'Choose the models of the workspace',
  description:
    '`providers` replaces the list; a key that is left out stays. `models` merges one level, null takes what the operator has set. Keys are kept as ciphertext and never shown again.',
  rest: { method: 'PATCH', path },
  body: schema.AiSettingsUpdate,
  errors: [ai_provider_inapplicable, ai_model_inapplicable],
  // Every node has forgotten the old keys before the answer.
  settlesCredentials: true,
  run: (ctx, changes) => settings.updateAiSettings(ctx, changes),
})
