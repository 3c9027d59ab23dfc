import { canaryRoute, healthRoute, readyRoute } from '#http/health-routes.ts'
import { installRoutes } from '#http/install-routes.ts'
import * as oauth from '#http/oauth-routes.ts'
import type { OpenApiDocument } from '#http/openapi/document.ts'
import { hostDocument } from '#http/openapi/host.ts'
import { toolServerRoutes } from '#mcp/routes.ts'
import { accessRoute, sandboxRoute, streamRoute } from '#modules/agents/agent-routes.ts'
import { gatewayRoutes } from '#modules/ai/gateway-routes.ts'
import { routeOfSender } from '#modules/inbound/sender-routes.ts'
import { triggerRoute } from '#modules/workflows/trigger-route.ts'
import { agentApi, senders } from './catalogue.ts'

export const AGENT_PREFIX = '/v1/agent'

/** What is on the API host, as a document for programs. */
export function documentOfHost(baseUrl: string): OpenApiDocument {
  const { authorizeRoute, decideRoute, metadataRoutes, registerRoute, revokeRoute, tokenRoute } = oauth
  return hostDocument({
    routes: [
      healthRoute,
      readyRoute,
      canaryRoute,
      ...Object.values(metadataRoutes),
      authorizeRoute,
      decideRoute,
      tokenRoute,
      registerRoute,
      revokeRoute,
      ...toolServerRoutes,
      ...senders.map(routeOfSender),
      triggerRoute,
      ...installRoutes,
      streamRoute,
      accessRoute,
      sandboxRoute,
      ...gatewayRoutes,
    ],
    operations: agentApi,
    prefix: AGENT_PREFIX,
    baseUrl,
  })
}
