import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { KeptFrame } from './run-move.rules.ts'
import { sealerOf } from './run-seal.queries.ts'
import type { WorkflowRunRow } from './run.schema.ts'

export interface MovingRun {
  status: WorkflowRunRow['status']
  workflowVersion: number
  cursor: string | null
}

/** The run, held by this transaction, and its lines. */
export async function lockMoving(
  { db, workspaceId, services }: TxCtx,
  runId: string,
): Promise<{ run: MovingRun; frames: KeptFrame[] } | undefined> {
  const run = await one<MovingRun>(
    db,
    sql`
    select state as status, version_number as "workflowVersion", cursor from wf_run
    where workspace_id = ${workspaceId} and id = ${runId} for update`,
  )
  const { opened } = sealerOf(services.signer, workspaceId, runId)
  const frames = run ? await findKept({ db, workspaceId }, runId) : []
  return run && { run, frames: frames.map((frame) => ({ ...frame, state: opened(frame.state) })) }
}

function findKept({ db, workspaceId }: Scope, runId: string): Promise<KeptFrame[]> {
  return many(
    db,
    sql`
    select id, state, awaits from wf_frame
    where workspace_id = ${workspaceId} and run_id = ${runId} and ended is null order by id`,
  )
}

interface Move {
  runId: string
  from: number
  to: number
  cursor: string | null
  /** A worker is to look at it at once; else it keeps its moment. */
  isDue: boolean
  frames: readonly KeptFrame[]
  /** Pointers of the tasks that are open. */
  open: readonly { from: string; to: string; name: string }[]
  /** Approvals that are waited for, and the tasks that ask for them now. */
  approvals: readonly { id: string; pointer: string }[]
}

/** All of it, in one trip: whoever works on the run writes nothing more, and somebody else goes on with it. */
export async function saveMove({ db, workspaceId, now, services }: TxCtx, move: Move): Promise<void> {
  const { runId, from, to, cursor, isDue, open, approvals } = move
  const { sealed } = sealerOf(services.signer, workspaceId, runId)
  const frames = move.frames.map((frame) => ({ ...frame, state: sealed(frame.state) }))
  const here = sql`workspace_id = ${workspaceId} and run_id = ${runId}`
  const data = JSON.stringify({ from, to })
  const statements: Sql[] = [
    sql`
    update wf_run set version_number = ${to}, moved_from = coalesce(moved_from, '{}') || ${from}::integer,
      cursor = ${cursor}, fence = fence + 1, wakes = wakes + 1, version = version + 1, last_seq = last_seq + 1,
      lease_until = null, due_at = case when state = 'suspended' then null
        when ${isDue} or lease_until is not null then ${now}::timestamptz else due_at end,
      updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${runId}`,
    sql`
    insert into wf_event (workspace_id, run_id, seq, type, data, created_at)
    select workspace_id, id, last_seq, 'ops.run.migrated.v1', ${data}::jsonb, ${now}
    from wf_run where workspace_id = ${workspaceId} and id = ${runId}`,
    sql`
    update wf_step set version_number = ${from} where ${here} and version_number is null and status <> 'started'`,
    sql`
    update wf_step s set pointer = o."to", name = o.name, place = o."to" || substr(s.place, length(o."from") + 1)
    from jsonb_to_recordset(${JSON.stringify(open)}) as o ("from" text, "to" text, name text)
    where s.workspace_id = ${workspaceId} and s.run_id = ${runId} and s.status = 'started' and s.pointer = o."from"
      and o."from" <> o."to"`,
    // Its version stays: whoever has read it may still answer.
    sql`
    update wf_approval a set pointer = p.pointer
    from jsonb_to_recordset(${JSON.stringify(approvals)}) as p (id uuid, pointer text)
    where a.workspace_id = ${workspaceId} and a.id = p.id`,
    sql`
    update wf_frame f set state = m.state, awaits = m.awaits
    from jsonb_to_recordset(${JSON.stringify(frames)}) as m (id integer, state jsonb, awaits jsonb)
    where f.workspace_id = ${workspaceId} and f.run_id = ${runId} and f.id = m.id`,
  ]
  await db.together(statements)
}
