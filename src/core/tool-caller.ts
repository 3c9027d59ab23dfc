import { authorize } from './access.ts'
import type { Log } from './context.ts'
import { Refusal } from './errors.ts'
import type { Principal } from './principal.ts'
import type { Tool, Toolset } from './tool.ts'

/** Who calls, from where, and what they have limited themselves to. */
export interface Caller {
  readonly principal: Principal
  readonly workspaceId: string
  readonly isReadOnly: boolean
  /** Undefined means all. */
  readonly toolsets: readonly Toolset[] | undefined
  readonly requestId: string
  readonly log: Log
}

/** A tool that is listed can be called, and one that is not listed cannot. */
export function mayUse({ principal, isReadOnly, toolsets }: Caller, tool: Tool): boolean {
  const whose = principal.kind === 'outsider' ? principal.outsider.kind : undefined
  if (tool.audience !== whose) return false
  // The tool itself declares what outsiders get; scopes and roles apply to members and keys only.
  if (whose !== undefined) return true
  if (isReadOnly && tool.effect !== 'read') return false
  if (toolsets && !toolsets.includes(tool.toolset)) return false
  try {
    authorize(tool.access, principal)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
