import type { TxCtx } from '#core/context.ts'
import { withdrawApprovals } from './approval.queries.ts'
import { one } from '#core/db.ts'
import { insertion, sql, type Sql } from '#core/sql.ts'
import { sharing } from './ownership.queries.ts'
import type { Owner } from './ownership.schema.ts'
import { cancelStatement } from './run-journal.queries.ts'
import { tellOfRuns } from './run-news.queries.ts'
import type { Json } from './document.schema.ts'
import type { TriggerKind } from './run.schema.ts'

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

/** False when there is one with this id already: the same reason started it before. */
export async function insertRun(ctx: TxCtx, made: NewRun): Promise<boolean> {
  tellOfRuns(ctx)
  return (await one(ctx.db, insertionOf(ctx, made))) !== undefined
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

/**
 * A run of a published workflow by its name in documents; `latest` for the newest. Nothing when there is none;
 * `known` when it was started before; `elsewhere` when another engine acts for it. What is in the shadow of one, or begun
 * from there, acts on nothing.
 */
export async function insertChild(
  ctx: TxCtx,
  { namespace, name, version }: { namespace: string; name: string; version: string },
  child: { id: string; parentRunId: string; mode: 'live' | 'shadow'; depth: number; input: Json },
): Promise<'new' | 'known' | 'elsewhere' | undefined> {
  const found = await one<{ definitionId: string; versionNumber: number; epoch: number; owner: Owner }>(
    ctx.db,
    sql`
    select v.definition_id as "definitionId", v.number as "versionNumber", d.epoch, d.owner from wf_version v
    join wf_definition d on d.workspace_id = v.workspace_id and d.id = v.definition_id
    where v.workspace_id = ${ctx.workspaceId} and v.namespace = ${namespace} and v.name = ${name}
      and (${version} = 'latest' or v.document_version = ${version}) and d.status <> 'archived'
    order by v.created_at desc, v.number desc limit 1`,
  )
  if (!found) return undefined
  const { owner, ...target } = found
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

const FINAL = ['cancelled', 'faulted', 'completed']

/** Stops a run and all that it waits for, whoever works on it: with the fence raised nothing more is written. */
export async function cancelRuns(ctx: TxCtx, runIds: readonly string[], reason: string | null): Promise<void> {
  const { db, workspaceId, now } = ctx
  const [stopped] = await db.together([
    sql`
    with recursive tree as (
      select id from wf_run where workspace_id = ${workspaceId} and id = any (${[...runIds]}::uuid[])
        and state <> all (${FINAL})
      union
      select r.id from wf_run r join tree on r.parent_run_id = tree.id
      where r.workspace_id = ${workspaceId} and r.trigger_kind = 'workflow' and r.state <> all (${FINAL}))
    update wf_run set state = 'cancelled', reason = ${reason}, fence = fence + 1, version = version + 1, due_at = null,
      lease_until = null, ended_at = ${now}, updated_at = ${now}
    where workspace_id = ${workspaceId} and id in (select id from tree) and state <> all (${FINAL})
    returning id`,
  ])
  const ids = ((stopped ?? []) as { id: string }[]).map(({ id }) => id)
  if (ids.length === 0) return
  db.after(() => (ctx.services.workflowsEnded.cancelled += ids.length))
  tellOfRuns(ctx)
  await withdrawApprovals(ctx, { runIds: ids })
  await db.together([
    cancelStatement(ctx, ids, reason),
    sql`delete from wf_frame where workspace_id = ${workspaceId} and run_id = any (${ids}::uuid[])`,
    sql`delete from wf_signal where workspace_id = ${workspaceId} and run_id = any (${ids}::uuid[])`,
  ])
}
