import { queryOptions } from '@tanstack/react-query'
import type { WorkflowApproval, WorkflowApprovalRow } from '../../../../../src/modules/workflows/approval.schema.ts'
import { usePaged, type Paged } from '../../parts/paged.tsx'
import { useDesk, type Desk } from '../../shell/console-context.ts'

/** What waits for me, what waits for anybody, and what was answered. */
export type Whose = 'mine' | 'all' | 'over'

export function useApprovals(whose: Whose): Paged<WorkflowApprovalRow> {
  const { id, desk, user } = useDesk()
  const found = usePaged<WorkflowApprovalRow>([id, 'approvals', whose], `${desk}/workflow-approvals`, {
    ...(whose === 'mine' && { assigneeId: user.id }),
    ...(whose !== 'over' && { status: 'pending' }),
  })
  if (whose !== 'over') return found
  // The list can be asked for one status, not for all but one.
  return { ...found, items: found.items?.filter(({ status }) => status !== 'pending') }
}

export function approvalQuery({ id, api, desk }: Desk, approvalId: string) {
  return queryOptions({
    queryKey: [id, 'approval', approvalId],
    queryFn: ({ signal }) => api.readTagged<WorkflowApproval>(`${desk}/workflow-approvals/${approvalId}`, signal),
  })
}
