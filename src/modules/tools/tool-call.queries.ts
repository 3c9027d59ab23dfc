import type { Scope, WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { principalId } from '#core/principal.ts'
import { every, insertion, sql } from '#core/sql.ts'
import type { ToolCall, ToolCallQuery } from './tool-call.schema.ts'

export type CallTrace = Pick<ToolCall, 'tool' | 'argsHash' | 'gate' | 'outcome' | 'code' | 'client'>

/** What is kept of a call. */
export function traceOf({ workspaceId, principal, requestId, now }: WorkspaceCtx, call: CallTrace) {
  return { workspaceId, id: newId(), principal: principalId(principal), ...call, requestId, createdAt: now }
}

/** Leaves the trace of a change, in its transaction when called in one. */
export async function recordCall(ctx: WorkspaceCtx, call: CallTrace): Promise<void> {
  await run(ctx.db, sql`insert into tool_calls ${insertion(traceOf(ctx, call))}`)
}

/** Those of several workspaces. Written again they stay as they are. */
export async function insertCalls(db: Db, traces: readonly object[]): Promise<void> {
  await run(
    db,
    sql`
    insert into tool_calls (workspace_id, id, principal, client, tool, args_hash, gate, outcome, code, request_id, created_at)
    select "workspaceId", id, principal, client, tool, "argsHash", gate, outcome, code, "requestId", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(traces)}::jsonb) as t ("workspaceId" text, id uuid, principal text,
      client text, tool text, "argsHash" text, gate text, outcome text, code text, "requestId" text, "createdAt" timestamptz)
    on conflict do nothing`,
  )
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
