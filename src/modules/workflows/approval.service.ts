import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { actorOf } from '#core/principal.ts'
import * as approvals from './approval.queries.ts'
import { assigneesOf, isSaidAgain, mayAnswer, STATUS_OF, type Answerer } from './approval.rules.ts'
import type { ApprovalResolve, WorkflowApproval } from './approval.schema.ts'
import type { Json } from './document.schema.ts'
import type { Expressions, WorkspaceExpressions } from './expression.ts'
import { wakeRun } from './run-lease.queries.ts'
import { lockRun } from './run.queries.ts'
import { ring } from './run.service.ts'
import { valueFault } from './value.rules.ts'

export const failures = defineFailures({
  workflow_approval_not_found: { status: 404, text: 'No such approval in this workspace.' },
  workflow_approval_decided: { status: 409, text: 'The approval was already decided differently, or was withdrawn.' },
  workflow_approval_not_yours: { status: 403, text: 'Only those who are asked, and administrators, may answer.' },
  workflow_approval_assignee_unknown: { status: 422, text: 'One of these people is not in this workspace.' },
  workflow_approval_answer_invalid: { status: 422, text: 'What was sent does not go with this decision.' },
  workflow_approval_data_invalid: { status: 422, text: 'The data do not fit the form.' },
})

/** What happens to approvals, for those who tell people. */
export const APPROVAL_EVENTS = {
  requested: 'workflow.approval_requested',
  reminded: 'workflow.approval_reminded',
  reassigned: 'workflow.approval_reassigned',
  resolved: 'workflow.approval_resolved',
} as const

export async function getApproval(ctx: WorkspaceCtx, approvalId: string): Promise<approvals.ApprovalDetails> {
  return (await approvals.findApproval(ctx, approvalId)) ?? fail(failures.workflow_approval_not_found)
}

/** The answer, the history of the run and its waking in one transaction: whoever is first decides. */
export async function resolveApproval(
  ctx: WorkspaceCtx,
  approvalId: string,
  answer: ApprovalResolve,
  expressions: Pick<Expressions, 'of'>,
): Promise<approvals.ApprovalDetails> {
  refuseMismatched(answer)
  const asked = await getApproval(ctx, approvalId)
  if (!mayAnswer(await answererIn(ctx), asked)) fail(failures.workflow_approval_not_yours)
  await assertData(asked, answer, expressions.of(ctx.workspaceId))
  return inTransaction(ctx, async (ctx) => {
    await lockRun(ctx, asked.workflowRunId)
    const approval = (await approvals.lockApproval(ctx, approvalId)) ?? fail(failures.workflow_approval_not_found)
    if (isSaidAgain(approval, answer)) return approval
    if (approval.status !== 'pending') fail(failures.workflow_approval_decided)
    assertVersion(ctx, approval.version)
    if (!mayAnswer(await answererIn(ctx), approval)) fail(failures.workflow_approval_not_yours)
    if (answer.decision === 'reassign') await reassign(ctx, approval, answer)
    else await decide(ctx, approval, answer.decision, answer)
    return getApproval(ctx, approvalId)
  })
}

/** What belongs to another decision is no part of this one. */
function refuseMismatched({ decision, data, assignees }: ApprovalResolve): void {
  const failure = failures.workflow_approval_answer_invalid
  const refuse = (field: string, message: string): never =>
    fail(failure, { detail: message, errors: [{ pointer: `/${field}`, code: failure.code, message }] })
  const isNobody = !assignees?.userIds?.length && !assignees?.roles?.length
  if (decision === 'reassign' && isNobody) refuse('assignees', 'Name somebody to ask instead.')
  if (decision === 'reassign' && data) refuse('data', 'Goes with approve and reject only.')
  if (decision !== 'reassign' && assignees) refuse('assignees', 'Goes with reassign only.')
}

async function assertData(
  { form }: WorkflowApproval,
  { decision, data }: ApprovalResolve,
  { validate }: Pick<WorkspaceExpressions, 'validate'>,
): Promise<void> {
  if (decision === 'reassign' || (decision === 'reject' && data === undefined)) return
  const given = (data ?? {}) as Json
  const fault = form
    ? (valueFault(given) ?? (await validate(form as Json, given)))
    : data && 'This approval has no form: it takes no data.'
  if (fault === undefined) return
  fail(failures.workflow_approval_data_invalid, {
    detail: `data: ${fault}`,
    errors: [{ pointer: '/data', code: failures.workflow_approval_data_invalid.code, message: fault }],
  })
}

/** A key that acts for a person is that person; any other is let in by its scope. */
async function answererIn(ctx: WorkspaceCtx): Promise<Answerer> {
  const { principal } = ctx
  if (!('membership' in principal) || !principal.membership) {
    return principal.kind === 'key' ? 'program' : fail(failures.workflow_approval_not_yours)
  }
  const { membershipId, role } = principal.membership
  const userId = principal.kind === 'user' ? principal.userId : await approvals.findPerson(ctx, membershipId)
  return userId === undefined ? fail(failures.workflow_approval_not_yours) : { userId, role }
}

async function reassign(
  ctx: TxCtx,
  { id, workflowRunId }: approvals.ApprovalDetails,
  { assignees, comment }: ApprovalResolve,
): Promise<void> {
  const wanted = assigneesOf(assignees)
  const strangers = await approvals.strangersIn(ctx, wanted.userIds)
  if (strangers.length > 0) failAt(failures.workflow_approval_assignee_unknown, 'assignees/userIds')
  await approvals.saveAssignees(ctx, id, wanted)
  await tell(ctx, { id, workflowRunId }, 'reassigned', { assignees: wanted, comment, by: actorOf(ctx.principal) })
}

/** The decision of a person, or of the policy when nobody came in time. */
export async function decide(
  ctx: TxCtx,
  { id, workflowRunId }: Pick<approvals.ApprovalDetails, 'id' | 'workflowRunId'>,
  decision: keyof typeof STATUS_OF,
  { comment, data, isOverdue = false }: Pick<ApprovalResolve, 'comment' | 'data'> & { isOverdue?: boolean },
  note?: Note,
): Promise<void> {
  const status = STATUS_OF[decision]
  const decidedBy = actorOf(ctx.principal)
  await approvals.saveDecision(ctx, id, { status, comment, data, isOverdue, decidedBy })
  await tell(ctx, { id, workflowRunId }, 'resolved', { status, isOverdue, by: decidedBy }, note)
  await wakeRun(ctx, workflowRunId)
  ring(ctx)
  ctx.db.after(() => ctx.services.workflowSignals.send(workflowRunId))
}

/** Writes into the history of the run: by itself, or with what its worker writes. */
export type Note = (type: string, data: object) => void | Promise<void>

/** In the history of the run, and to those who subscribe. */
export async function tell(
  ctx: TxCtx,
  { id, workflowRunId }: Pick<approvals.ApprovalDetails, 'id' | 'workflowRunId'>,
  what: keyof typeof APPROVAL_EVENTS,
  data: object,
  note: Note = (type, data) => approvals.addHistory(ctx, workflowRunId, type, data),
): Promise<void> {
  await note(`ops.approval.${what}.v1`, { approvalId: id, ...data })
  await emit(ctx, { type: APPROVAL_EVENTS[what], approvalId: id, workflowRunId, ...data })
}
