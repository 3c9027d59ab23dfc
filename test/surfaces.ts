import { isForLinks, LINK_TOKENS } from '#core/access.ts'
import type { Operation } from '#core/operation.ts'
import { agentApi, appApi, linkApi, publicApi, workflowApi } from '#src/catalogue.ts'

export interface Mounted {
  id: string
  operation: Operation
  /** Where its address begins. */
  surface: string
}

const at = (surface: string, operations: readonly Operation[]): Mounted[] =>
  operations.map((operation) => ({ id: operation.id, operation, surface }))

/** Everything that can be asked of the server. */
export const mounted: readonly Mounted[] = [
  ...at('/api/v1', publicApi),
  ...at('/api/v1', workflowApi),
  ...at('/api/app/v1', appApi),
  ...at('/api/v1/public', linkApi),
  ...at('/v1/agent', agentApi),
]

/** The part of the address that says whose things are meant: the workspace, or the token of a link. */
export function ownerIn({ access }: Operation): string {
  return isForLinks(access) ? LINK_TOKENS[access.link] : 'workspaceId'
}
