import type { Schema } from './arbitrary.ts'

/** What a field refers to: `departmentId` for `departmentIds`; undefined for other fields. */
export function referred(field: string, schema: Schema): string | undefined {
  const leaf = schema.items ?? schema
  if (field === 'workspaceId' || field === 'workspace_id') return 'workspaceId'
  // By id or by slug.
  if (field === 'agent_id') return 'agentId'
  if (leaf.format !== 'uuid' || !/(Id|_id)s?$/.test(field) || CHOSEN.includes(field)) return undefined
  const name = field.replace(/s$/, '')
  return OTHER_NAMES[name] ?? name
}

/**
 * Ids that refer to nothing of ours: projects belong to other systems, some name things yet to be created, and the user
 * comes from the token whatever the field says.
 */
const CHOSEN = ['projectId', 'run_id', 'message_id', 'sender_user_id', 'user_id']

/** Fields whose name for a thing differs from the one in its address. */
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
