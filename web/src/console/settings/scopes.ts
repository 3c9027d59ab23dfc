import type { ApiKeyCreate } from '../../../../src/modules/identity/api-key.schema.ts'

export type Scope = ApiKeyCreate['scopes'][number]

/** What a key may do, in the order in which people think of it. */
const SCOPES = [
  'tasks:read',
  'tasks:create',
  'tasks:update',
  'tasks:delete',
  'checklists:write',
  'attachments:write',
  'task-tags:read',
  'task-tags:write',
  'properties:read',
  'properties:write',
  'departments:read',
  'users:read',
  'reservations:read',
  'conversations:read',
  'conversations:write',
  'workforce:read',
  'knowledge:read',
  'knowledge:write',
  'tools:use',
  'workflows:read',
  'workflows:write',
  'workflows:execute',
] as const satisfies readonly Exclude<Scope, '*'>[]

/** What a key with reduced views may hold. */
const RESTRICTED: readonly Scope[] = [
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
]

export function scopesFor(integrationType: ApiKeyCreate['integrationType']): readonly Exclude<Scope, '*'>[] {
  return integrationType === 'restricted' ? SCOPES.filter((scope) => RESTRICTED.includes(scope)) : SCOPES
}
