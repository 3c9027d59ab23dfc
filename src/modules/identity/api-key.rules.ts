import type { ApiKey } from './api-key.schema.ts'

/** All that a key of the restricted kind may hold (spec 5.1.7). */
const RESTRICTED_SCOPES = new Set([
  'tasks:read',
  'tasks:create',
  'tasks:update',
  'tasks:delete',
  'properties:read',
  'checklists:write',
  'departments:read',
  'users:read',
  'attachments:write',
  'task-tags:read',
  'task-tags:write',
])

export function forbiddenScopes(integrationType: ApiKey['integrationType'], scopes: readonly string[]): string[] {
  return integrationType === 'restricted' ? scopes.filter((scope) => !RESTRICTED_SCOPES.has(scope)) : []
}
