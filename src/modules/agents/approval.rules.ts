import type { ApprovalPolicy } from './agent.schema.ts'

export interface Asking {
  tool: string
  effect: 'read' | 'change' | 'destroy'
  /** The tool itself asks before it does this. */
  isGated: boolean
}

/** Whether a person is asked first. A policy can ask for more than the tools do by themselves, never for less. */
export function needsApproval({ tool, effect, isGated }: Asking, policy: ApprovalPolicy): boolean {
  if (isGated || effect === 'destroy' || policy.alsoBefore.includes(tool)) return true
  return policy.asks === 'changes' && effect !== 'read'
}

/** Who may say yes: where the workspace wants somebody from the office to, the person it works for is not enough. */
export function approversOf(
  { approvers }: ApprovalPolicy,
  { userId, workspaceAsks, isOutside }: { userId: string; workspaceAsks: 'client' | 'app'; isOutside: boolean },
): { userIds: string[]; roles: ('member' | 'manager' | 'admin')[] } {
  if (approvers !== 'requester') return { userIds: [], roles: [approvers] }
  // The requester is not on the team, so the person who answers for the run, or a manager, decides.
  if (isOutside) return { userIds: [userId], roles: ['manager'] }
  return workspaceAsks === 'app' ? { userIds: [], roles: ['manager'] } : { userIds: [userId], roles: [] }
}
