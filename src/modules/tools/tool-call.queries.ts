import type { Scope, WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { principalId } from '#core/principal.ts'
import { every, insertion, sql } from '#core/sql.ts'
import type { ToolCall, ToolCallQuery } from './tool-call.schema.ts'

/** Leaves a trace of a call. */
export async function recordCall(
  { db, workspaceId, principal, requestId, now }: WorkspaceCtx,
  call: Pick<ToolCall, 'tool' | 'argsHash' | 'gate' | 'outcome' | 'code' | 'client'>,
): Promise<void> {
  const row = { workspaceId, id: newId(), principal: principalId(principal), ...call, requestId, createdAt: now }
  await run(db, sql`insert into tool_calls ${insertion(row)}`)
}

export function listCalls({ db, workspaceId }: Scope, query: ToolCallQuery): Promise<Listed<ToolCall>> {
  return listed(db, query, {
    columns: sql`id, principal, client, tool, args_hash as "argsHash", gate, outcome, code, request_id as "requestId",
      created_at as "createdAt"`,
    from: sql`tool_calls`,
    where: every([sql`workspace_id = ${workspaceId}`, query.tool !== undefined && sql`tool = ${query.tool}`]),
    order: sql`created_at desc, id desc`,
  })
}
