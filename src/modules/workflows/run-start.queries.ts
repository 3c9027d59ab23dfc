import type { TxCtx } from '#core/context.ts'
import { withdrawApprovals } from './approval.queries.ts'
import { one } from '#core/db.ts'
import { insertion, sql, type Sql } from '#core/sql.ts'
import type { WorkflowRoute } from './definition.schema.ts'
import { sharing } from './ownership.queries.ts'
import type { Owner } from './ownership.schema.ts'
import { cancelStatement } from './run-journal.queries.ts'
import { tellOfRuns } from './run-news.queries.ts'
import type { Json } from './document.schema.ts'
import { FINAL_STATES, type TriggerKind } from './run.schema.ts'

export interface NewRun {
  id: string
  definitionId: string
  versionNumber: number | null
  triggerKind: TriggerKind
  mode?: 'live' | 'shadow' | 'test'
  /** Of its workflow. */
  epoch?: number
  triggerId?: string
  correlationKey?: string
  parentRunId?: string
  depth: number
  input: Json
  dueAt?: string
  /** Runs with the same one count together. */
  concurrencyKey?: string
  /** It waits for its turn. */
  isQueued?: boolean
  createdBy: object
}

/** False when there is one with this id already: the same reason started it before. */
export async function insertRun(ctx: TxCtx, made: NewRun): Promise<boolean> {
  tellOfRuns(ctx)
  return (await one(ctx.db, insertionOf(ctx, made))) !== undefined
}

/**
 * The same for a run that nothing else is written with, of a workflow that no other engine ever had: the commit goes out
 * with it. False when that is so no longer.
 */
export async function insertRunAlone(ctx: TxCtx, made: NewRun & { epoch: number }): Promise<boolean> {
  const { workspaceId } = ctx
  const isOurs = sql`exists (select 1 from wf_definition where workspace_id = ${workspaceId}::text
      and id = ${made.definitionId}::uuid and epoch = ${made.epoch}::integer and legacy_ref is null)`
  tellOfRuns(ctx)
  const rows = await ctx.db.last(sharing(workspaceId, made.definitionId), insertionOf(ctx, made, isOurs))
  return rows.length > 0
}

function insertionOf({ workspaceId, now }: TxCtx, made: NewRun, condition?: Sql): Sql {
  const { input, createdBy, dueAt, ...rest } = made
  const row = { workspaceId, ...rest, input: JSON.stringify(input), createdBy: JSON.stringify(createdBy) }
  const begins = made.isQueued ? { dueAt: null, queuedFrom: dueAt ?? now } : { dueAt: dueAt ?? now }
  const times = { ...begins, createdAt: now, updatedAt: now }
  return sql`
    insert into wf_run ${insertion({ ...row, ...times }, condition)} on conflict (workspace_id, id) do nothing
    returning id`
}

/** An active workflow, and those of its versions that are meant. */
export interface NamedWorkflow {
  definitionId: string
  epoch: number
  owner: Owner
  routes: WorkflowRoute[]
}

/**
 * The active workflow that documents call so; `latest` for whatever it runs now. To publish under that name changes
 * nothing: only who may activate says what runs. Of several the one that was published last.
 */
export function findNamed(
  { db, workspaceId }: TxCtx,
  { namespace, name, version }: { namespace: string; name: string; version: string },
): Promise<NamedWorkflow | undefined> {
  return one(
    db,
    sql`
    select d.id as "definitionId", d.epoch, d.owner,
      jsonb_agg(jsonb_build_object('version', v.number, 'weight', r.weight) order by v.number) as routes
    from wf_version v
    join wf_definition d on d.workspace_id = v.workspace_id and d.id = v.definition_id
    join lateral jsonb_to_recordset(d.routes) as r (version integer, weight integer) on r.version = v.number
    where v.workspace_id = ${workspaceId} and v.namespace = ${namespace} and v.name = ${name}
      and (${version} = 'latest' or v.document_version = ${version}) and d.status = 'active'
    group by d.workspace_id, d.id
    order by max(v.created_at) desc, d.id limit 1`,
  )
}

/**
 * A run of it that another run starts. `known` when it was started before; `elsewhere` when another engine acts for it.
 * What is in the shadow of one, or begun from there, acts on nothing.
 */
export async function insertChild(
  ctx: TxCtx,
  { owner, ...target }: { definitionId: string; versionNumber: number; epoch: number; owner: Owner },
  child: { id: string; parentRunId: string; mode: 'live' | 'shadow'; depth: number; input: Json },
): Promise<'new' | 'known' | 'elsewhere'> {
  if (owner === 'legacy' && child.mode === 'live') return 'elsewhere'
  const isNew = await insertRun(ctx, {
    ...target,
    ...child,
    mode: owner === 'shadow' ? 'shadow' : child.mode,
    triggerKind: 'workflow',
    createdBy: { kind: 'run', id: child.parentRunId },
  })
  return isNew ? 'new' : 'known'
}

/** Stops a run and all that it waits for, whoever works on it: with the fence raised nothing more is written. */
export async function cancelRuns(ctx: TxCtx, runIds: readonly string[], reason: string | null): Promise<void> {
  const { db, workspaceId, now } = ctx
  const [stopped] = await db.together([
    sql`
    with recursive tree as (
      select id from wf_run where workspace_id = ${workspaceId} and id = any (${[...runIds]}::uuid[])
        and state <> all (${[...FINAL_STATES]})
      union
      select r.id from wf_run r join tree on r.parent_run_id = tree.id
      where r.workspace_id = ${workspaceId} and r.trigger_kind = 'workflow' and r.state <> all (${[...FINAL_STATES]}))
    update wf_run set state = 'cancelled', reason = ${reason}, fence = fence + 1, version = version + 1, due_at = null,
      lease_until = null, ended_at = ${now}, updated_at = ${now}
    where workspace_id = ${workspaceId} and id in (select id from tree) and state <> all (${[...FINAL_STATES]})
    returning id`,
  ])
  const ids = ((stopped ?? []) as { id: string }[]).map(({ id }) => id)
  if (ids.length === 0) return
  db.after(() => {
    ctx.services.workflowsEnded.cancelled += ids.length
    for (const id of ids) ctx.services.workflowSignals.send(id)
  })
  tellOfRuns(ctx)
  await withdrawApprovals(ctx, { runIds: ids })
  await db.together([
    cancelStatement(ctx, ids, reason),
    sql`delete from wf_frame where workspace_id = ${workspaceId} and run_id = any (${ids}::uuid[])`,
    sql`delete from wf_signal where workspace_id = ${workspaceId} and run_id = any (${ids}::uuid[])`,
  ])
}
