import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import * as schema from './api-key.schema.ts'
import { listKeys } from './api-key.queries.ts'
import * as keys from './api-key.service.ts'

const { failures } = keys

export const listApiKeys = operation({
  id: 'listApiKeys',
  summary: 'List API keys, revoked ones included',
  tag: 'API keys',
  access: { role: 'admin' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/api-keys' },
  params: WorkspacePath,
  query: schema.ApiKeyQuery,
  reply: schema.ApiKeyPage,
  run: (ctx, query) => listKeys(ctx, query),
})

export const createApiKey = operation({
  id: 'createApiKey',
  summary: 'Create an API key; its value is in this answer only',
  tag: 'API keys',
  access: { role: 'admin' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/api-keys' },
  params: WorkspacePath,
  body: schema.ApiKeyCreate,
  reply: schema.CreatedApiKey,
  status: 201,
  versioned: true,
  secrets: ['value'],
  errors: [failures.scope_not_allowed, failures.expiry_in_past],
  run: (ctx, input) => keys.createKey(ctx, input),
})

export const getApiKey = operation({
  id: 'getApiKey',
  summary: 'Read an API key',
  tag: 'API keys',
  access: { role: 'admin' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/api-keys/:keyId' },
  params: schema.ApiKeyPath,
  reply: schema.ApiKey,
  versioned: true,
  errors: [failures.api_key_not_found],
  run: (ctx, { keyId }) => keys.getKey(ctx, keyId),
})

export const updateApiKey = operation({
  id: 'updateApiKey',
  summary: 'Rename, re-scope or re-date an API key',
  tag: 'API keys',
  access: { role: 'admin' },
  rest: { method: ['PATCH', 'PUT'], path: '/workspaces/:workspaceId/api-keys/:keyId' },
  params: schema.ApiKeyPath,
  body: schema.ApiKeyUpdate,
  reply: schema.ApiKey,
  versioned: true,
  settlesCredentials: true,
  errors: Object.values(failures),
  run: (ctx, { keyId, ...changes }) => keys.updateKey(ctx, keyId, changes),
})

export const revokeApiKey = operation({
  id: 'revokeApiKey',
  summary: 'Revoke an API key at once, on every node',
  tag: 'API keys',
  access: { role: 'admin' },
  rest: { method: 'DELETE', path: '/workspaces/:workspaceId/api-keys/:keyId' },
  params: schema.ApiKeyPath,
  reply: Deleted,
  conditional: true,
  settlesCredentials: true,
  errors: [failures.api_key_not_found],
  run: (ctx, { keyId }) => keys.revokeKey(ctx, keyId),
})
