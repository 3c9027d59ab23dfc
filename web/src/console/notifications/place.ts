import type { Notification } from '../../../../src/modules/notifications/notification.schema.ts'

/** Where the thing is that it tells of; nowhere when that was deleted. */
export function placeOf(
  { kind, task, approval, details }: Pick<Notification, 'kind' | 'task' | 'approval' | 'details'>,
  workspaceId: string,
) {
  if (approval)
    return { to: '/$workspaceId/approvals/$approvalId', params: { workspaceId, approvalId: approval.id } } as const
  if (task && !task.deleted)
    return { to: '/$workspaceId/tasks/$taskId', params: { workspaceId, taskId: task.id } } as const
  const { workflowId } = details
  if (kind === 'workflow_off' && typeof workflowId === 'string')
    return { to: '/$workspaceId/workflows/$workflowId', params: { workspaceId, workflowId } } as const
  return undefined
}
