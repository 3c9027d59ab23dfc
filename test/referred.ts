import type { Schema } from './arbitrary.ts'

/** The name of the thing that a field refers to: `departmentId` for `departmentIds`; undefined for other fields. */
export function referred(field: string, schema: Schema): string | undefined {
  const leaf = schema.items ?? schema
  if (field === 'workspaceId' || field === 'workspace_id') return 'workspaceId'
  // By its id or by its slug.
  if (field === 'agent_id') return 'agentId'
  if (leaf.format !== 'uuid' || !/(Id|_id)s?$/.test(field) || CHOSEN.includes(field)) return undefined
  const name = field.replace(/s$/, '')
  return OTHER_NAMES[name] ?? name
}

/**
 * Ids that refer to nothing of ours: projects are kept for others, some name what is yet to be, and who a person is comes
 * from their token whatever they say.
 */
const CHOSEN = ['projectId', 'run_id', 'message_id', 'sender_user_id', 'user_id']

/** Fields that call a thing by another name than its own address does. */
const OTHER_NAMES: Record<string, string> = {
  actsForId: 'userId',
  assigneeId: 'userId',
  beforeCommentId: 'commentId',
  beforeMessageId: 'messageId',
  parentTaskId: 'taskId',
  primaryUserId: 'userId',
  primaryVendorOrgId: 'vendorId',
  releaseWorkflowId: 'workflowId',
  secondaryAssigneeId: 'userId',
  vendorOrgId: 'vendorId',
  checklistItemId: 'itemId',
  completedItemId: 'itemId',
  chatIntegrationId: 'integrationId',
}
