import { Type, type Static } from 'typebox'
import { SCOPES } from '#core/access.ts'
import { INTEGRATION_TYPES } from '#core/principal.ts'
import {
  closed,
  DateTime,
  Line,
  MOVING,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  Uuid,
  WorkspaceId,
} from '#core/schema.ts'

const KeyScope = oneOf(['*', ...SCOPES])

const changeable = {
  name: Line(100, { examples: ['Night audit export'] }),
  scopes: Type.Array(KeyScope, { minItems: 1, maxItems: 50, uniqueItems: true }),
  expiresAt: Nullable(DateTime, { description: 'After this moment the key is refused. null: never.' }),
}

const fixed = {
  id: Uuid,
  workspaceId: WorkspaceId,
  integrationType: oneOf(INTEGRATION_TYPES, {
    description:
      'server: a technical identity. restricted: reduced views and few scopes. tool-client: acts with its creator’s role.',
  }),
  prefix: Type.String({ description: 'How the value begins, to recognise it.' }),
  lastFour: Type.String(),
  createdBy: Nullable(Uuid, { description: 'The administrator who made it, for audit only.' }),
  createdAt: DateTime,
  updatedAt: DateTime,
  lastUsedAt: Nullable(DateTime, MOVING),
  revokedAt: Nullable(DateTime),
}

export const ApiKey = Type.Object({ ...fixed, ...changeable }, { $id: 'ApiKey' })
export const CreatedApiKey = Type.Object(
  {
    ...fixed,
    ...changeable,
    value: Nullable(Type.String(), { description: 'Shown this once; null in a replayed answer.' }),
  },
  { $id: 'CreatedApiKey' },
)
export const ApiKeyCreate = closed({
  name: changeable.name,
  integrationType: fixed.integrationType,
  scopes: changeable.scopes,
  expiresAt: Type.Optional(changeable.expiresAt),
})
export const ApiKeyUpdate = closed(optional({ ...fixed, ...changeable }))
export const ApiKeyPath = closed({ workspaceId: WorkspaceId, keyId: Uuid })
export const ApiKeyPage = Page(ApiKey)
export const ApiKeyQuery = closed(Paging)
export const API_KEY_FIXED = fixed

export type ApiKey = Static<typeof ApiKey>
export type ApiKeyCreate = Static<typeof ApiKeyCreate>
export type ApiKeyUpdate = Static<typeof ApiKeyUpdate>
