import { Type, type Static } from 'typebox'
import { closed, oneOf, WorkspaceId } from '#core/schema.ts'

/** The routes of the gateway; each is also its address under `/v1/internal/ai-gateway/`. */
export const GATEWAY_ROUTES = [
  'completion',
  'completion/translation',
  'structured',
  'structured/inbox-classification',
  'structured/fast-analysis',
  'embeddings',
  'transcriptions',
  'images',
] as const
export type GatewayRoute = (typeof GATEWAY_ROUTES)[number]

export const ACTOR_KINDS = ['user', 'agent', 'service', 'workflow', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export const GatewayCallerCreate = closed({
  name: Type.String({ pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$', examples: ['main-app'] }),
  routes: Type.Array(oneOf(['*', ...GATEWAY_ROUTES]), { minItems: 1, uniqueItems: true }),
  workspaces: Type.Array(WorkspaceId, { minItems: 1, maxItems: 1000, uniqueItems: true }),
  actorKinds: Type.Array(oneOf(ACTOR_KINDS), { minItems: 1, uniqueItems: true }),
})
export type GatewayCallerCreate = Static<typeof GatewayCallerCreate>
