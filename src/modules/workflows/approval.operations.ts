import { operation, type Operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listApprovals } from './approval.queries.ts'
import * as schema from './approval.schema.ts'
import * as approvals from './approval.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

const READ = { scope: 'workflows:read', role: 'member' } as const
/** Whoever is asked: that is looked at with the approval. */
const ANSWER = { scope: 'workflows:execute', role: 'member' } as const
const LIST = '/workspaces/:workspaceId/workflow-approvals'
const ONE = `${LIST}/:approvalId`
const about = { tag: 'Workflow approvals' }
const { workflow_approval_not_found, ...ownFailures } = approvals.failures

export function approvalOperations({ expressions }: Pick<WorkflowTools, 'expressions'>): Operation[] {
  return [
    operation({
      ...about,
      id: 'listWorkflowApprovals',
      summary: 'List what workflows ask people',
      description:
        'Newest first. `status=pending` for what waits for an answer; several statuses have commas between them.',
      access: READ,
      rest: { method: 'GET', path: LIST },
      params: WorkspacePath,
      query: schema.ApprovalQuery,
      reply: schema.WorkflowApprovalPage,
      run: (ctx, query) => listApprovals(ctx, query),
    }),
    operation({
      ...about,
      id: 'getWorkflowApproval',
      summary: 'Read an approval with its form, context and decision',
      access: READ,
      rest: { method: 'GET', path: ONE },
      params: schema.ApprovalPath,
      reply: schema.WorkflowApproval,
      versioned: true,
      errors: [workflow_approval_not_found],
      run: (ctx, { approvalId }) => approvals.getApproval(ctx, approvalId),
    }),
    operation({
      ...about,
      id: 'resolveWorkflowApproval',
      summary: 'Approve, reject, or ask somebody else',
      description:
        'For those who are asked, administrators, and keys with the scope. The same decision again answers 200 and changes nothing; another one is a conflict.',
      access: ANSWER,
      rest: { method: 'POST', path: `${ONE}/resolve` },
      params: schema.ApprovalPath,
      body: schema.ApprovalResolve,
      reply: schema.WorkflowApproval,
      versioned: true,
      matchRequired: true,
      errors: [workflow_approval_not_found, ...Object.values(ownFailures)],
      run: (ctx, { approvalId, ...answer }) => approvals.resolveApproval(ctx, approvalId, answer, expressions),
    }),
  ]
}
