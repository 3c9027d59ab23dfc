import type { CatalogFunction } from './catalog.ts'
import type { WorkspaceCtx } from '#core/context.ts'
import type { CheckTools } from './document-check.ts'
import type { Expressions } from './expression.ts'

/** What checking documents and starting runs takes. */
export interface WorkflowTools {
  expressions: Expressions
  functions: readonly CatalogFunction[]
}

export function checkToolsOf({ workspaceId }: Pick<WorkspaceCtx, 'workspaceId'>, tools: WorkflowTools): CheckTools {
  return { ...tools, workspaceId, expressions: tools.expressions.of(workspaceId) }
}
