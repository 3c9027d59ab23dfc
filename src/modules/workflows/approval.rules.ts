import { canonicalJson } from '#core/canonical-json.ts'
import type { ApprovalOutcome, ApprovalResolve, Assignees, WorkflowApproval } from './approval.schema.ts'

type Role = WorkflowApproval['assignees']['roles'][number]

/** Who asks to answer: a person with a role, or a program that is let in by its scope alone. */
export type Answerer = { userId: string; role: Role } | 'program'

/** Those who are asked, and administrators. */
export function mayAnswer(who: Answerer, { assignees }: Pick<WorkflowApproval, 'assignees'>): boolean {
  if (who === 'program' || who.role === 'admin') return true
  return assignees.userIds.includes(who.userId) || assignees.roles.includes(who.role)
}

/** Everybody asked by name and by role; managers when nobody is. */
export function assigneesOf({ userIds = [], roles = [] }: Assignees = {}): WorkflowApproval['assignees'] {
  const isNobody = userIds.length === 0 && roles.length === 0
  return { userIds: [...new Set(userIds)], roles: isNobody ? ['manager'] : [...new Set(roles)] }
}

/** As documents call it. */
export const APPROVAL_CALL = 'approval:1.0.0@default'

/** Nobody is reminded more often, also by what was published before this was refused. */
export const REMIND_MILLIS_MIN = 5 * 60_000

export const STATUS_OF = { approve: 'approved', reject: 'rejected', fault: 'expired' } as const

/** Whether this is what was decided already, said once more. */
export function isSaidAgain(
  approval: WorkflowApproval,
  { decision, comment, data, assignees }: ApprovalResolve,
): boolean {
  if (decision === 'reassign') {
    return approval.status === 'pending' && isSame(assigneesOf(assignees), approval.assignees)
  }
  const made = approval.decision
  if (made?.decision !== STATUS_OF[decision]) return false
  return (comment === undefined || comment === made.comment) && (data === undefined || isSame(data, made.data))
}

function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left) === canonicalJson(right)
}

export function outcomeOf({ id, decision }: WorkflowApproval): ApprovalOutcome | undefined {
  return decision ? { approvalId: id, ...decision } : undefined
}

/** The next moment at which something is to be done about it by itself. */
export function nextMomentOf({ dueAt, remindAt }: Pick<WorkflowApproval, 'dueAt' | 'remindAt'>): number | undefined {
  const moments = [dueAt, remindAt].flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]))
  return moments.length > 0 ? Math.min(...moments) : undefined
}
