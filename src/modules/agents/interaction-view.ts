import type { InteractionRow } from './interaction.queries.ts'
import type { Interaction } from './interaction.schema.ts'

/** As it goes out, in the words of the agents' routes. */
export function interactionOf(row: InteractionRow, runStatus: string): Interaction {
  return {
    id: row.id,
    session_id: row.sessionId,
    run_id: row.runId,
    workspace_id: row.workspaceId,
    agent_id: row.agentId,
    kind: row.kind,
    status: row.status,
    reason: row.kind,
    message: row.message,
    tool_call: row.toolCall,
    options: row.options,
    response_schema: row.responseSchema,
    allowed_decisions: row.allowedDecisions,
    assigned_to: { user_ids: row.userIds, roles: row.roles },
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    resolved_at: row.resolvedAt,
    resolved_by: row.resolvedBy,
    resolution: row.resolution,
    run: { id: row.runId, status: runStatus },
    seq: row.seq,
  }
}
