import type { Notification } from '../../../../src/modules/notifications/notification.schema.ts'

/** Where the thing is that it tells of; nowhere when that was deleted. */
export function placeOf({ task, approval }: Pick<Notification, 'task' | 'approval'>, workspaceId: string) {
  if (approval)
    return { to: '/$workspaceId/approvals/$approvalId', params: { workspaceId, approvalId: approval.id } } as const
  if (task && !task.deleted)
    return { to: '/$workspaceId/tasks/$taskId', params: { workspaceId, taskId: task.id } } as const
  return undefined
}
