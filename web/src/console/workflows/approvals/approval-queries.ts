import { queryOptions } from '@tanstack/react-query'
import type { WorkflowApproval, WorkflowApprovalRow } from '../../../../../src/modules/workflows/approval.schema.ts'
import { usePaged, type Paged } from '../../parts/paged.tsx'
import { useDesk, type Desk } from '../../shell/console-context.ts'
import type { Whose } from './whose.ts'

export function useApprovals(whose: Whose): Paged<WorkflowApprovalRow> {
  const { id, desk, user } = useDesk()
  return usePaged<WorkflowApprovalRow>([id, 'approvals', whose], `${desk}/workflow-approvals`, {
    ...(whose === 'mine' && { assigneeId: user.id }),
    status: whose === 'over' ? OVER.join(',') : 'pending',
  })
}

const OVER = ['approved', 'rejected', 'expired', 'withdrawn'] satisfies WorkflowApprovalRow['status'][]

export function approvalQuery({ id, api, desk }: Desk, approvalId: string) {
  return queryOptions({
    queryKey: [id, 'approval', approvalId],
    queryFn: ({ signal }) => api.readTagged<WorkflowApproval>(`${desk}/workflow-approvals/${approvalId}`, signal),
  })
}
