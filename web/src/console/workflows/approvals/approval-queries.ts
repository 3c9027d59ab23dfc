import { queryOptions } from '@tanstack/react-query'
import type { WorkflowApproval, WorkflowApprovalRow } from '../../../../../src/modules/workflows/approval.schema.ts'
import type { Desk } from '../../shell/console-context.ts'
import type { Page } from '../workflow-queries.ts'

/** What waits for me, what waits for anybody, and what was answered. */
export type Whose = 'mine' | 'all' | 'over'

const LIST_MAX = 100

export function approvalsQuery({ id, api, desk, user }: Desk, whose: Whose) {
  return queryOptions({
    queryKey: [id, 'approvals', whose],
    async queryFn({ signal }) {
      const query = { limit: LIST_MAX, ...(whose === 'mine' ? { assigneeId: user.id } : {}) }
      const path = `${desk}/workflow-approvals`
      if (whose !== 'over') return api.read<Page<WorkflowApprovalRow>>(path, { ...query, status: 'pending' }, signal)
      const { items, pagination } = await api.read<Page<WorkflowApprovalRow>>(path, query, signal)
      return { items: items.filter(({ status }) => status !== 'pending'), pagination }
    },
  })
}

export function approvalQuery({ id, api, desk }: Desk, approvalId: string) {
  return queryOptions({
    queryKey: [id, 'approval', approvalId],
    queryFn: ({ signal }) => api.readTagged<WorkflowApproval>(`${desk}/workflow-approvals/${approvalId}`, signal),
  })
}
